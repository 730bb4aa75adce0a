// SPDX-License-Identifier: GPL-2.0-or-later
// Folded stacks for flame graph tools: "folder;file;function count", a line for each function.
// They are paths, not call stacks: cachegrind does not know who called.
//
// With a base (cg_diff --keep-base) two counts, before and after, as differential flame graphs
// want them.
#include "forms/forms.hpp"
#include "forms/only_positive.hpp"
#include "text/destination.hpp"
#include "text/utf8.hpp"
#include "view/paths.hpp"
#include "view/ranking.hpp"

#include <algorithm>

namespace cg::form {
namespace {

// ';' separates frames and a control character might end the line. Readers drop a frame without a
// name, and with it a level.
std::string frame(std::string_view name) {
    if (name.empty())
        return "(no name)";
    std::string text = text_for(Destination::page, name);
    std::replace(text.begin(), text.end(), ';', ':');
    return text;
}

Count sum(const CostTable& costs, const FunctionCosts& function, std::size_t event) {
    Count total = 0;
    for (std::size_t row = function.first_row; row < function.end_row; ++row)
        total = checked_add(total, costs.counts(row)[event]);
    return total;
}

} // namespace

void folded(std::span<const ProfileView> views, const Options&, Writer& out) {
    const ProfileView& view = views[0];
    const Profile& profile = *view.profile;
    const Column& column = view.sorted();
    NameId file{};
    std::string above; // "folder;file;" of that file, once for its functions
    for (const FunctionCosts& function : profile.costs.functions()) {
        const Count count = sum(profile.costs, function, column.event);
        const Count base = column.base ? sum(profile.costs, function, *column.base) : 0;
        const Count after = checked_add(base, count);
        if (count == 0 && base == 0)
            continue;
        require_positive(std::min(base, after), view, "folded");
        if (above.empty() || file != function.file) {
            file = function.file;
            above.clear();
            for (const std::string_view component : path_components(profile.names[file]))
                above += frame(component) + ';';
        }
        out << above << frame(shown_name(profile.names, function.function)) << ' ';
        if (column.base)
            out << base << ' ';
        out << after << '\n';
    }
}

} // namespace cg::form
