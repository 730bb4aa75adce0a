// SPDX-License-Identifier: GPL-2.0-or-later
// Callgrind's format, for KCachegrind, QCachegrind and callgrind_annotate, of a profile without
// calls. (write_profile() writes a profile with calls; see cmd/cg_show/output_formats.cpp.)
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "view/ranking.hpp"

#include <vector>

namespace cg::render {
namespace {

// Writes a name only once, with a number: "fl=(1) a.c". So a name like "(below main)" is not taken
// for a number.
class NumberedNames {
  public:
    explicit NumberedNames(const Names& names) : names_(names), numbers_(names.size() + 1) {}

    void write(Writer& out, NameId name) {
        const bool named = name != unspecified_function;
        std::size_t& number = numbers_[named ? index_of(name) : names_.size()];
        const bool is_new = number == 0;
        if (is_new)
            number = ++last_;
        out << '(' << number << ')';
        if (is_new)
            out << ' ' << (named ? names_[name] : display_name(names_, name));
        out << '\n';
    }

  private:
    const Names& names_;
    std::vector<std::size_t> numbers_;
    std::size_t last_ = 0;
};

void write_list(Writer& out, std::string_view key, std::span<const Count> counts) {
    out << key;
    for (const Count count : counts)
        out << ' ' << count;
    out << '\n';
}

} // namespace

void callgrind(std::span<const ProfileView> views, const Options&, Writer& out) {
    const ProfileView& view = views[0];
    const Profile& profile = *view.profile;
    for (std::size_t row = 0; row < profile.costs.row_count(); ++row)
        for (const Count count : profile.costs.counts(row))
            require_positive(count, view, "callgrind");
    out << "# callgrind format\nversion: 1\ncreator: cg_show\n";
    out << "cmd: " << profile.header.cmd << '\n';
    for (const std::string& desc : profile.header.desc)
        out << "desc: " << desc << '\n';
    out << "positions: line\nevents:";
    for (const std::string& event : profile.header.events.names())
        out << ' ' << event;
    out << '\n';
    write_list(out, "summary:", profile.summary);

    NumberedNames files(profile.names), functions(profile.names);
    std::optional<NameId> file;
    for (const FunctionCosts& function : profile.costs.functions()) {
        out << '\n';
        if (file != function.file) {
            out << "fl=";
            files.write(out, function.file);
            file = function.file;
        }
        out << "fn=";
        functions.write(out, function.function);
        for (const std::size_t row : function.rows()) {
            out << profile.costs.line(row);
            for (const Count count : profile.costs.counts(row))
                out << ' ' << count;
            out << '\n';
        }
    }
    out << '\n';
    write_list(out, "totals:", profile.summary);
}

} // namespace cg::render
