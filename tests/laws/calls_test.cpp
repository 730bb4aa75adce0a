// SPDX-License-Identifier: GPL-2.0-or-later
// The laws of trees of calls, and of arcs, on generated profiles.
#include "algebra/diff.hpp"
#include "algebra/rename.hpp"
#include "calls/arc_costs.hpp"
#include "format/cachegrind.hpp"
#include "format/read.hpp"
#include "generator.hpp"
#include "model/call_tree.hpp"
#include "model/calls.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/function_lines_builder.hpp"

#include <gtest/gtest.h>
#include <random>

namespace cg {
namespace {

// Few functions, so that paths meet; recursive ones; the rows are what the tree says.
// Divides the calls of a tree between lines of the callers, in their files and another one.
CallArcs at_random_lines(std::mt19937& random, Calls& calls) {
    const CallArcs arcs = calls.arcs();
    const NameId inlined = calls.functions.intern("inlined.h");
    CallArcs placed = arcs.without_arcs();
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        std::vector<Count> left(arcs.counts(i).begin(), arcs.counts(i).end());
        Count calls_left = arcs.calls(i);
        CallArc at = arcs[i];
        for (std::size_t lines = is_root_number(at.caller) ? 0 : random() % 3; lines > 0; --lines) {
            at.file = random() % 3 == 0 ? inlined : arcs[i].file;
            at.line = static_cast<Line>(random() % 4);
            const Count some = static_cast<Count>(random() % 3);
            std::vector<Count> part = left;
            for (Count& count : part)
                count /= 2;
            placed.add(at, some, part);
            subtract_from(left, part);
            calls_left -= some;
        }
        placed.add(at, calls_left, left);
    }
    return placed.sorted(numbers_below<FunctionId>(calls.functions.size()),
                         calls.functions.names());
}

Profile generated(std::mt19937& random, bool with_tree = true) {
    const auto below = [&](std::size_t n) { return random() % n; };
    CalledFunctions functions;
    Names names;
    CostTableBuilder rows(2);
    FunctionLinesBuilder lines(2);
    CallTreeBuilder tree(2);
    for (std::size_t paths = below(30); paths > 0; --paths) {
        CallTree::Node node = CallTreeBuilder::root(static_cast<PathStart>(below(path_starts)));
        std::string file, name;
        FunctionId function{};
        for (std::size_t depth = 1 + below(8); depth > 0; --depth) {
            file = "file" + std::to_string(below(2));
            name = "f" + std::to_string(below(5));
            function = functions.insert(functions.intern("o"), functions.intern(file),
                                        functions.intern(name));
            node = tree.child(node, function);
        }
        const Count counts[2] = {static_cast<Count>(below(2000)), static_cast<Count>(below(3))};
        tree.calls(node) += static_cast<Count>(below(5));
        add_to(tree.counts(node), counts);
        const NameId in_file = names.intern(file);
        rows.enter(in_file, names.intern(name));
        const auto line = static_cast<Line>(below(9));
        add_to(rows.add_row(line), counts);
        lines.enter(function, functions.intern(file), functions.intern(name));
        add_to(lines.add_row(line), counts);
    }
    const std::vector<FunctionId> sorted = functions.sort();
    tree.renumber(sorted);
    FunctionLines made = std::move(lines).finish();
    made.renumber(sorted);
    CostTable costs = std::move(rows).finish();
    std::vector<Count> total = costs.total();
    Calls calls{std::move(functions), std::move(tree).finish()};
    calls.lines = std::move(made);
    if (CallArcs placed = at_random_lines(random, calls); below(2) == 0 && has_lines(placed))
        calls.lines_of_calls = std::move(placed);
    if (!with_tree) {
        calls.tree_or_arcs = without_uncalled(calls.arcs(), calls.functions.size());
        calls.lines_of_calls.reset();
    }
    return {{{}, "prog", EventSet({"A", "B"})},
            std::move(names),
            std::move(costs),
            std::move(total),
            std::move(calls)};
}

// A row for each function with what it costs without its callees.
FunctionLines own_lines(const Calls& calls) {
    const std::size_t functions = calls.functions.size();
    const CountRows own = own_costs(calls.lines, functions);
    FunctionLinesBuilder lines(2);
    for (FunctionId f = 0; f < functions; ++f) {
        lines.enter(f, calls.functions[f].file, calls.functions[f].name);
        add_to(lines.add_row(0), own[f]);
    }
    return std::move(lines).finish();
}

// The rows' order is that in which they were first seen: not what these laws are about.
std::string calls_text(Profile profile) {
    Names names;
    const NameId none = names.intern("none");
    CostTableBuilder rows(2);
    rows.enter(none, none);
    add_to(rows.add_row(0), profile.summary);
    profile.names = std::move(names);
    profile.costs = std::move(rows).finish();
    if (profile.calls)
        profile.calls->lines = own_lines(*profile.calls);
    return text(profile);
}

class CallLaws : public testing::TestWithParam<unsigned> {
  protected:
    std::mt19937 random{GetParam()};
    bool with_tree = GetParam() % 2 == 0;
    Profile generate() { return generated(random, with_tree); }
};

TEST_P(CallLaws, WhatIsWrittenIsReadAgain) {
    const Profile p = generate();
    const std::string written = text(p);
    EXPECT_EQ(text(read_profile(written, "written")), written);
}

TEST_P(CallLaws, OwnCostOfAllNodesIsTheSummary) {
    const Profile p = sum(generated(random), generated(random));
    EXPECT_EQ(p.calls->tree()->total(), p.summary);
    const Profile arcs = sum(generated(random, false), generated(random));
    std::vector<Count> own(2);
    for (FunctionId f = 0; f < arcs.calls->functions.size(); ++f)
        add_to(own, arcs.calls->arcs().own(f));
    EXPECT_EQ(own, arcs.summary);
}

TEST_P(CallLaws, MergeIsCommutative) {
    const Profile a = generate();
    const Profile b = generate();
    EXPECT_EQ(calls_text(sum(a, b)), calls_text(sum(b, a)));
}

TEST_P(CallLaws, MergeIsAssociative) {
    const Profile a = generate();
    const Profile b = generate();
    const Profile c = generate();
    EXPECT_EQ(calls_text(sum(sum(a, b), c)), calls_text(sum(a, sum(b, c))));
}

TEST_P(CallLaws, DiffOfItselfIsZero) {
    const Profile p = generate();
    const Profile zero = diff(p, p, DiffBy::line);
    const CallArcs arcs = zero.calls->arcs();
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        EXPECT_EQ(arcs.calls(i), 0);
        EXPECT_EQ(arcs.counts(i)[0], 0);
    }
    if (with_tree) {
        EXPECT_EQ(zero.calls->tree()->inclusive(), CountRows(2, zero.calls->tree()->size()));
    }
}

TEST_P(CallLaws, MergeUndoesDiff) {
    const Profile a = generate();
    const Profile b = generate();
    const Profile again = sum(a, diff(a, b, DiffBy::line));
    // what only a has is there, and is 0
    EXPECT_EQ(calls_text(diff(again, b, DiffBy::line)),
              calls_text(diff(sum(a, b), sum(a, b), DiffBy::line)));
}

TEST_P(CallLaws, RenameThenMergeIsMergeThenRename) {
    const Profile a = generate();
    const Profile b = generate();
    const NameMap shorter = [](std::string_view name) {
        return std::string(name == "f3" ? "f2" : name);
    };
    const auto renamed = [&](const Profile& p) {
        Profile result = rename(p, {}, shorter).profile;
        result.calls->lines_of_calls.reset(); // lost where functions became one
        return result;
    };
    EXPECT_EQ(calls_text(sum(renamed(a), renamed(b))), calls_text(renamed(sum(a, b))));
}

INSTANTIATE_TEST_SUITE_P(Generated, CallLaws, testing::Range(0U, 60U));

} // namespace
} // namespace cg
