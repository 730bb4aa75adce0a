// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles with calls for the tests of renderers, written as paths.
#pragma once

#include "../made_calls.hpp"
#include "../made_profiles.hpp"
#include "model/calls.hpp"
#include "model/count.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cg {

// Returns a profile with these calls. The rows are the functions' own costs, at line 1 of "a.c".
inline Profile profile_of_calls(std::vector<std::string> events,
                                const std::vector<CalledPath>& paths) {
    const std::vector<Count> nothing(events.size());
    std::map<std::string, std::vector<Count>> own;
    for (const CalledPath& path : paths)
        add_to(own.try_emplace(path.functions.back(), nothing).first->second, path.counts);
    std::vector<Row> rows;
    for (const auto& [function, counts] : own)
        if (counts != nothing)
            rows.push_back({"a.c", function, 1, counts});
    Profile profile = make_profile(std::move(events), rows);
    profile.calls = make_calls(nothing.size(), paths);
    profile.calls->lines = lines_of_called(profile);
    return profile;
}

// main calls f (whose name needs escaping) and g, f calls g, and g calls itself.
inline Profile small_call_profile() {
    return profile_of_calls({"Ir"}, {{{"main"}, 1, {10}},
                                     {{"main", "f\"\\"}, 2, {30}},
                                     {{"main", "f\"\\", "g"}, 4, {40}},
                                     {{"main", "g"}, 1, {18}},
                                     {{"main", "g", "g"}, 3, {2}}});
}

// Returns the profile of a function that calls itself, and costs 1 Ir at each of `depth` levels.
inline Profile deep_profile(std::size_t depth) {
    Profile profile = make_profile({"Ir"}, {{"a.c", "f", 1, {static_cast<Count>(depth)}}});
    CalledFunctions functions;
    const NameId name = functions.intern("f");
    const FunctionId f = functions.insert(name, name, name);
    CallTreeBuilder tree(1);
    CallTree::Node node = CallTreeBuilder::root(PathStart::thread);
    for (std::size_t i = 0; i < depth; ++i) {
        node = tree.child(node, f);
        tree.counts(node)[0] = 1;
    }
    profile.calls = Calls{std::move(functions), std::move(tree).finish()};
    profile.calls->lines = lines_of_called(profile);
    return profile;
}

} // namespace cg
