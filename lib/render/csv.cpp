// SPDX-License-Identifier: GPL-2.0-or-later
// Comma-separated values (RFC 4180, but lines end in LF alone): a row for each function, file,
// line or directory, and a column for each event of each profile.
#include "model/header.hpp"
#include "render/grid.hpp"
#include "render/renderers.hpp"
#include "view/rollup.hpp"

#include <algorithm>

namespace cg::render {
namespace {

void write_field(Writer& out, std::string_view field) {
    // Not find_first_of(), a sixth of the time of a large profile: it calls memchr for each one.
    const auto is_special = [](char c) { return c == ',' || c == '"' || c == '\r' || c == '\n'; };
    if (std::ranges::none_of(field, is_special))
        out << field;
    else
        out << '"' << with_escapes(field, "\"", [](char) { return "\"\""; }) << '"';
}

void write_one(const ProfileView& view, const Options& options, Writer& out) {
    if (options.words)
        out << options.words->noun
            << (options.words->place.empty() ? "" : "," + options.words->place);
    else
        out << (options.by == By::line ? "file," : "") << word_of(options.by)
            << (options.by == By::function ? ",file" : "");
    for (const std::string& event : view.header().events.names()) {
        out << ',';
        write_field(out, event);
    }
    out << '\n';
    const Rollup rows(*view.profile, options.by);
    for (const std::size_t row : ranked_rows(rows, view, options)) {
        write_field(out, rows.text(row));
        if (options.by == By::line)
            out << ',' << rows.line(row);
        if (options.by == By::function && !(options.words && options.words->place.empty())) {
            out << ',';
            write_field(out, rows.main_file(row));
        }
        for (const Count count : rows.counts(row))
            out << ',' << count;
        out << '\n';
    }
}

void write_several(std::span<const ProfileView> views, const Options& options, Writer& out) {
    out << (options.words ? std::string_view(options.words->noun) : word_of(options.by));
    for (const ProfileView& view : views) {
        out << ',';
        write_field(out, view.sorted().name + " " + view.name);
    }
    out << '\n';
    const SideBySide rows(views, options.by);
    for (const std::size_t row : rows.ranked(options.reference, options.changed, options.top)) {
        write_field(out, rows.name(row));
        for (const Count count : rows.counts(row))
            out << ',' << count;
        out << '\n';
    }
}

} // namespace

void csv(std::span<const ProfileView> views, const Options& options, Writer& out) {
    if (views.size() == 1)
        write_one(views[0], options, out);
    else
        write_several(views, options, out);
}

} // namespace cg::render
