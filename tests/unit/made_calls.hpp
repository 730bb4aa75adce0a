// SPDX-License-Identifier: GPL-2.0-or-later
// Calls for tests, written as paths.
#pragma once

#include "model/call_tree.hpp"
#include "model/calls.hpp"
#include "model/count.hpp"
#include "model/function_lines_builder.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {

struct CalledPath {
    std::vector<std::string> functions; // names, from the root; of the file "a.c" and object "prog"
    Count calls;
    std::vector<Count> counts;
};

inline Calls make_calls(std::size_t events, const std::vector<CalledPath>& paths) {
    CalledFunctions functions;
    CallTreeBuilder tree(events);
    for (const CalledPath& path : paths) {
        CallTree::Node node = CallTreeBuilder::root(PathStart::thread);
        for (const std::string& name : path.functions)
            node =
                tree.child(node, functions.insert(functions.intern("prog"), functions.intern("a.c"),
                                                  functions.intern(name)));
        tree.calls(node) += path.calls;
        add_to(tree.counts(node), path.counts);
    }
    tree.renumber(functions.sort());
    return {std::move(functions), std::move(tree).finish()};
}

// "main > f 3 10" for each node: calls and counts.
inline std::string text_of_tree(const Calls& calls) {
    const CallTree& tree = *calls.tree();
    std::string text;
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        if (tree.is_root(node))
            continue;
        std::string path;
        for (CallTree::Node at = node; !tree.is_root(at); at = tree.parent(at))
            path = std::string(calls.functions.name(tree.function(at))) +
                   (path.empty() ? "" : " > " + path);
        text += path + " " + std::to_string(tree.calls(node));
        for (const Count count : tree.counts(node))
            text += " " + std::to_string(count);
        text += "\n";
    }
    return text;
}

// "main > f 3 10" for each arc: calls and inclusive counts; "root > main" for those of roots.
inline std::string text_of_arcs(const Calls& calls) {
    const CallArcs arcs = calls.arcs();
    std::string text;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        text += is_root_number(arcs[i].caller) ? "root"
                                               : std::string(calls.functions.name(arcs[i].caller));
        text += " > " + std::string(calls.functions.name(arcs[i].callee)) + " " +
                std::to_string(arcs.calls(i));
        for (const Count count : arcs.counts(i))
            text += " " + std::to_string(count);
        text += "\n";
    }
    return text;
}

// Returns the calls of a tree, made from this line of each caller.
inline Calls at_line(Calls calls, Line line) {
    const CallArcs unplaced = calls.arcs();
    CallArcs placed = unplaced.without_arcs();
    for (std::size_t i = 0; i < unplaced.size(); ++i) {
        CallArc arc = unplaced[i];
        arc.line = is_root_number(arc.caller) ? 0 : line;
        placed.add(arc, unplaced.calls(i), unplaced.counts(i));
    }
    calls.lines_of_calls = std::move(placed);
    return calls;
}

// "main a.c:5 > f 3 10" for each arc of a function: calls and inclusive counts.
inline std::string text_of_placed_arcs(const Calls& calls) {
    const CallArcs arcs = calls.arcs();
    std::string text;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const CallArc& arc = arcs[i];
        if (is_root_number(arc.caller))
            continue;
        text += std::string(calls.functions.name(arc.caller)) + " " +
                std::string(calls.functions.names()[arc.file]) + ":" + std::to_string(arc.line) +
                " > " + std::string(calls.functions.name(arc.callee)) + " " +
                std::to_string(arcs.calls(i));
        for (const Count count : arcs.counts(i))
            text += " " + std::to_string(count);
        text += "\n";
    }
    return text;
}

// Returns the profile's rows as those of its called functions of the same name: of the one in the
// same file, if there is one, else of the first. Functions without a name have no rows.
inline FunctionLines lines_of_called(Profile& profile) {
    CalledFunctions& functions = profile.calls->functions;
    FunctionLinesBuilder lines(profile.header.events.size());
    for (const FunctionCosts& rows : profile.costs.functions()) {
        const std::string_view file = profile.names[rows.file], name = profile.names[rows.function];
        FunctionId owner = root_number(PathStart::thread);
        for (FunctionId f = 0; f < functions.size(); ++f)
            if (functions.name(f) == name && (is_root_number(owner) || functions.file(f) == file))
                owner = f;
        lines.enter(owner, functions.intern(file), functions.intern(name));
        for (const std::size_t row : rows.rows())
            std::ranges::copy(profile.costs.counts(row),
                              lines.add_row(profile.costs.line(row)).begin());
    }
    return std::move(lines).finish();
}

} // namespace cg
