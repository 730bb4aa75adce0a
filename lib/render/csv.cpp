// SPDX-License-Identifier: GPL-2.0-or-later
// Comma-separated values (RFC 4180, but lines end in LF alone): a row for each function, file,
// line or directory, and a column for each event of each profile.
#include "render/csv.hpp"

#include "model/header.hpp"
#include "render/grid.hpp"
#include "render/renderers.hpp"
#include "view/rollup.hpp"

#include <algorithm>

namespace cg::render {
namespace {

// Returns true for a text that a spreadsheet takes for a formula.
bool is_like_formula(std::string_view text) {
    constexpr std::string_view beginnings[] = {"=",  "+",  "-",  "@",  "\t", "\r",
                                               "\n", "＝", "＋", "－", "＠"};
    return std::ranges::any_of(
        beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

class Fields {
  public:
    Fields(bool formulas, Writer& out) : formulas_(formulas), out_(out) {}

    void write(std::string_view field) const {
        // Not find_first_of(), a sixth of the time of a large profile: it calls memchr for each
        // one.
        const auto is_special = [](char c) {
            return c == ',' || c == '"' || c == '\r' || c == '\n';
        };
        if (formulas_ && std::ranges::none_of(field, is_special))
            out_ << field;
        else
            out_ << (!formulas_ && is_like_formula(field) ? "\"'" : "\"")
                 << with_escapes(field, "\"", [](char) { return "\"\""; }) << '"';
    }

  private:
    bool formulas_;
    Writer& out_;
};

void write_one(const ProfileView& view, const Options& options, const Fields& fields, Writer& out) {
    if (options.words)
        out << options.words->noun
            << (options.words->place.empty() ? "" : "," + options.words->place);
    else
        out << (options.by == By::line ? "file," : "") << word_of(options.by)
            << (options.by == By::function ? ",file" : "");
    for (const std::string& event : view.header().events.names()) {
        out << ',';
        fields.write(event);
    }
    out << '\n';
    const Rollup rows(*view.profile, options.by);
    for (const std::size_t row : ranked_rows(rows, view, options)) {
        fields.write(rows.text(row));
        if (options.by == By::line)
            out << ',' << rows.line(row);
        if (options.by == By::function && !(options.words && options.words->place.empty())) {
            out << ',';
            fields.write(rows.main_file(row));
        }
        for (const Count count : rows.counts(row))
            out << ',' << count;
        out << '\n';
    }
}

void write_several(std::span<const ProfileView> views, const Options& options, const Fields& fields,
                   Writer& out) {
    out << (options.words ? std::string_view(options.words->noun) : word_of(options.by));
    for (const ProfileView& view : views) {
        out << ',';
        fields.write(view.sorted().name + " " + view.name);
    }
    out << '\n';
    const SideBySide rows(views, options.by);
    for (const std::size_t row : rows.ranked(options.reference, options.changed, options.top)) {
        fields.write(rows.name(row));
        for (const Count count : rows.counts(row))
            out << ',' << count;
        out << '\n';
    }
}

void write(std::span<const ProfileView> views, const Options& options, bool formulas, Writer& out) {
    const Fields fields(formulas, out);
    if (views.size() == 1)
        write_one(views[0], options, fields, out);
    else
        write_several(views, options, fields, out);
}

} // namespace

void csv(std::span<const ProfileView> views, const Options& options, Writer& out) {
    write(views, options, true, out);
}

void csv_without_formulas(std::span<const ProfileView> views, const Options& options, Writer& out) {
    write(views, options, false, out);
}

} // namespace cg::render
