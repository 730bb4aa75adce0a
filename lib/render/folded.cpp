// SPDX-License-Identifier: GPL-2.0-or-later
// Folded stacks for flame graph tools: "main;parse;next count", a line for each path of calls with
// own cost. Without a call tree, lines are paths and not call stacks: "directory;file;function
// count".
//
// With a base (cg_diff --keep-base), lines have two counts, before and after, as tools for
// differential flame graphs read them.
#include "model/count.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "text/utf8.hpp"
#include "view/call_paths.hpp"
#include "view/path_tree.hpp"
#include "view/ranking.hpp"

#include <algorithm>

namespace cg::render {
namespace {

// Returns a name without ';', which separates frames, and without control characters, which might
// end the line. Also replaces an empty name: readers would drop the frame, and with it a level.
std::string frame(std::string_view name) {
    if (name.empty())
        return "(no name)";
    std::string text = page_text(name);
    std::replace(text.begin(), text.end(), ';', ':');
    return text;
}

Count sum(const CostTable& costs, const FunctionCosts& function, std::size_t event) {
    Count total = 0;
    for (const std::size_t row : function.rows())
        total = checked_add(total, costs.counts(row)[event]);
    return total;
}

// Writes the line of a stack, unless its counts are 0 before and after.
// The base is 0 if the view has none.
void write_stack(const ProfileView& view, Count count, Count base, std::string_view stack,
                 Writer& out) {
    const Count after = checked_add(base, count);
    if (base == 0 && after == 0)
        return;
    require_positive(std::min(base, after), view, "folded");
    out << stack << ' ';
    if (view.sorted().base)
        out << base << ' ';
    out << after << '\n';
}

void folded_calls(const ProfileView& view, Writer& out) {
    const CallPaths paths(*view.profile->calls, view.sorted().event);
    for_each_stack(
        paths.tree(), ';', [&](CallTree::Node node) { return frame(paths.name(node)); },
        [&](CallTree::Node node, std::string_view stack) {
            const auto counts = paths.tree().counts(node);
            const Column& column = view.sorted();
            write_stack(view, counts[column.event], column.base ? counts[*column.base] : 0, stack,
                        out);
        });
}

} // namespace

void folded(std::span<const ProfileView> views, const Options&, Writer& out) {
    const ProfileView& view = views[0];
    if (view.profile->calls && view.profile->calls->tree())
        return folded_calls(view, out);
    const Profile& profile = *view.profile;
    const Column& column = view.sorted();
    NameId file{};
    std::string above; // "directory;file;" of the current file
    for (const FunctionCosts& function : profile.costs.functions()) {
        const Count count = sum(profile.costs, function, column.event);
        const Count base = column.base ? sum(profile.costs, function, *column.base) : 0;
        if (above.empty() || file != function.file) {
            file = function.file;
            above.clear();
            for (const std::string_view component : path_components(profile.names[file]))
                above += frame(component) + ';';
        }
        write_stack(view, count, base,
                    above + frame(display_name(profile.names, function.function)), out);
    }
}

} // namespace cg::render
