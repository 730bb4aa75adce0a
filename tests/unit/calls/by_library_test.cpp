// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/by_library.hpp"

#include "../algebra/text.hpp"
#include "../made_calls.hpp"
#include "../made_ranges.hpp"
#include "algebra/rename.hpp"
#include "model/cost_table_builder.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

// main and compare are in prog, sort and merge in libc; code outside any function costs 3.
Profile sorting(const std::string& libc) {
    CalledFunctions functions;
    const auto add = [&](const std::string& object, const std::string& name) {
        return functions.insert(functions.intern(object), functions.intern("a.c"),
                                functions.intern(name));
    };
    const FunctionId main = add("prog", "main"), compare = add("prog", "compare"),
                     sort = add(libc, "sort"), merge = add(libc, "merge");
    CallTreeBuilder tree(1);
    FunctionLinesBuilder lines(1);
    const auto node = [&](CallTree::Node caller, FunctionId function, Count calls, Count own) {
        const CallTree::Node made = tree.child(caller, function);
        tree.calls(made) = calls;
        tree.counts(made)[0] = own;
        lines.enter(function, functions[function].file, functions[function].name);
        lines.add_row(1)[0] = own;
        return made;
    };
    const auto root = CallTreeBuilder::root(PathStart::thread);
    tree.counts(root)[0] = 3;
    const NameId none = functions.intern(unknown_name);
    lines.enter(root_number(PathStart::thread), none, none);
    lines.add_row(0)[0] = 3;
    const auto in_main = node(root, main, 1, 5);
    const auto in_sort = node(in_main, sort, 1, 20);
    const auto in_merge = node(node(in_sort, merge, 2, 10), merge, 4, 30);
    node(in_merge, compare, 8, 40);
    node(in_main, compare, 1, 10);
    FunctionLines made = std::move(lines).finish();
    Calls calls{std::move(functions), std::move(tree).finish(), 0, 0, std::move(made)};
    Names names = calls.functions.names();
    CostTable costs = by_line(calls.lines);
    return {{{}, "prog", EventSet({"Ir"})},
            std::move(names),
            std::move(costs),
            {118},
            std::move(calls)};
}

std::string text_of_costs(Profile profile) {
    profile.calls.reset();
    return text(profile);
}

const std::string by_libc = "cmd: prog\nevents: Ir\nfl=\?\?\?\nfn=\?\?\?\n0 3\nfn=libc\n0 60\n"
                            "fn=prog\n0 55\nsummary: 118\n";

TEST(ByLibrary, SumsFunctionsAndJoinsCallsWithin) {
    const Profile profile = by_library(sorting("libc"));
    EXPECT_EQ(text_of_costs(sorted_by_name(profile)), by_libc);
    EXPECT_EQ(text_of_tree(*profile.calls), "\?\?\? 0 3\n"
                                            "prog 1 15\n"
                                            "prog > libc 1 60\n"
                                            "prog > libc > prog 8 40\n");
}

TEST(ByLibrary, KeepsArcsBetweenLibraries) {
    Profile with_arcs = sorting("libc");
    with_arcs.calls->tree_or_arcs = with_arcs.calls->arcs();
    const Profile profile = by_library(with_arcs);
    EXPECT_EQ(text_of_costs(sorted_by_name(profile)), by_libc);
    EXPECT_EQ(text_of_arcs(*profile.calls), "libc > prog 8 40\n"
                                            "prog > libc 1 100\n"
                                            "root > prog 1 115\n");
    const CallArcs arcs = profile.calls->arcs();
    for (FunctionId f = 0; f < profile.calls->functions.size(); ++f)
        EXPECT_EQ(arcs.own(f)[0], profile.calls->functions.name(f) == "prog"   ? 55
                                  : profile.calls->functions.name(f) == "libc" ? 60
                                                                               : 3);
}

TEST(ByLibrary, TakesNewNames) {
    const std::vector<MovedObject> moved{{"libc-2.36", "libc"}};
    EXPECT_EQ(text_of_costs(sorted_by_name(by_library(sorting("libc-2.36"), moved))), by_libc);
}

// As in a difference, in which functions are matched.
TEST(ByLibrary, JoinsLibrariesOfMatchedFunctions) {
    Profile before = sorting("libc-2.36");
    CalledFunctions& functions = before.calls->functions;
    const auto number = [&](std::string_view object) {
        return functions.insert(functions.intern(object), functions.intern("a.c"),
                                functions.intern("sort"));
    };
    const std::vector<std::pair<FunctionId, FunctionId>> pairs{
        {number("libc-2.36"), number("libc")}};
    functions.match(pairs);
    auto& arcs = before.calls->tree_or_arcs.emplace<CallArcs>(1);
    arcs.set_functions(functions.size());
    EXPECT_EQ(text_of_costs(sorted_by_name(by_library(before))), by_libc);
}

TEST(ByLibrary, TakesObjectsOfAddressesWithoutCalls) {
    const Profile profile = cg::profile(with_ranges(range_lines));
    ASSERT_TRUE(knows_libraries(profile));
    EXPECT_EQ(text(by_library(profile)),
              "cmd: c\nevents: Ir Dr\nfl=\?\?\?\nfn=/bin/prog name\n0 25 4\nsummary: 25 4\n");
    // A range of another row has no address.
    const Profile partly = cg::profile(with_ranges("#object 1 ab12 /bin/prog\n#fl=a\n#fn=f\n"
                                                   "#a 1 0x10 8 3 1 12 4\n"));
    EXPECT_EQ(text(sorted_by_name(by_library(partly))),
              "cmd: c\nevents: Ir Dr\nfl=\?\?\?\nfn=/bin/prog\n0 12 4\nfn=\?\?\?\n0 13 0\nsummary: "
              "25 4\n");
    EXPECT_FALSE(knows_libraries(cg::profile("cmd: c\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n")));
}

} // namespace
} // namespace cg
