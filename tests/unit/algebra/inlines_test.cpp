// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "algebra/by_calls.hpp"
#include "algebra/inlines.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/inlined_ranges.hpp"
#include "model/row_finder.hpp"
#include "text.hpp"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace cg {
namespace {

// parse has digits.h's number_at at lines 3 and 4, of which two instructions of line 4 are of
// `step`, which number_at has inlined; `first` has number_at, too, and there is one of its own.
const std::string lines_of_parse =
    "cmd: c\nevents: Ir\nfl=main.c\nfn=parse\n10 7\nfn=first\n20 1\nfl=digits.h\nfn=parse\n3 40\n"
    "4 60\nfn=first\n3 4\n";
const std::string own_lines = "fn=number_at\n3 9\n";
const std::string ranges_of_parse =
    "#addresses 1\n#object 1 - /prog\n#fl=digits.h\n#fn=parse\n#a 1 0x10 8 4 3 40\n"
    "#a 1 0x20 12 6 4 60\n#fl=main.c\n#fn=parse\n#a 1 0x30 2 1 10 7\n#fl=digits.h\n#fn=first\n"
    "#a 1 0x80 4 2 3 4\n#fn=number_at\n#a 1 0xa0 3 3 3 9\n";

InlinedRanges inlined() {
    InlinedRanges result;
    const NameId file = result.names.intern("digits.h");
    result.frames = {{result.names.intern("number_at"), file, InlinedRanges::no_frame},
                     {result.names.intern("step"), file, 0}};
    // The last two instructions of the second range are of parse itself.
    result.pieces = {{0, 0, 4, 0x10, 8},
                     {1, 0, 2, 0x20, 4},
                     {1, 1, 2, 0x24, 4},
                     {1, InlinedRanges::no_frame, 2, 0x28, 4},
                     {3, 0, 2, 0x80, 4}};
    return result;
}

std::string costs(Profile profile) {
    profile.addresses.reset();
    profile.calls.reset();
    return text(profile);
}

TEST(Inlines, RowsBelongToTheFunctionsOfTheSource) {
    const Profile before = profile(lines_of_parse + own_lines + ranges_of_parse + "summary: 121\n");
    EXPECT_EQ(costs(with_inlined_functions(before, inlined(), InlinedNames::plain)),
              "cmd: c\nevents: Ir\nfl=main.c\nfn=parse\n10 7\nfn=first\n20 1\nfl=digits.h\n"
              "fn=number_at\n3 53\n4 20\nfn=step\n4 20\nfn=parse\n4 20\nsummary: 121\n");
}

TEST(Inlines, NamesTellWhere) {
    const Profile before = profile(lines_of_parse + ranges_of_parse + "summary: 112\n");
    const std::string after =
        costs(with_inlined_functions(before, inlined(), InlinedNames::with_places));
    EXPECT_NE(after.find("fn=number_at (in parse and 1 more)\n3 44\n4 20\n"), std::string::npos)
        << after;
    EXPECT_NE(after.find("fn=step (in parse)\n4 20\n"), std::string::npos) << after;

    const Profile with_own =
        profile(lines_of_parse + own_lines + ranges_of_parse + "summary: 121\n");
    const std::string with_own_after =
        costs(with_inlined_functions(with_own, inlined(), InlinedNames::with_places));
    EXPECT_NE(with_own_after.find("fn=number_at (also in parse and 1 more)\n3 53\n"),
              std::string::npos)
        << with_own_after;
}

TEST(Inlines, ChainsAreRowsOfTheirOwn) {
    const Profile before = profile(lines_of_parse + ranges_of_parse + "summary: 112\n");
    EXPECT_EQ(costs(with_inlined_functions(before, inlined(), InlinedNames::chains)),
              "cmd: c\nevents: Ir\nfl=main.c\nfn=parse\n10 7\nfn=first\n20 1\nfl=digits.h\n"
              "fn=number_at < parse\n3 40\n4 20\nfn=step < number_at < parse\n4 20\nfn=parse\n"
              "4 20\nfn=number_at < first\n3 4\nsummary: 112\n");
}

TEST(Inlines, RangesGetTheFunctionsOfTheirRows) {
    const Profile before = profile(lines_of_parse + own_lines + ranges_of_parse + "summary: 121\n");
    const Profile after = with_inlined_functions(before, inlined(), InlinedNames::with_places);
    EXPECT_EQ(after.addresses->ranges.total(), before.addresses->ranges.total());
    const auto rows = rows_of(*after.addresses, after.costs, after.names);
    CountRows sums(1, after.costs.row_count());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_TRUE(rows[i]) << i;
        add_to(sums[*rows[i]], after.addresses->ranges.counts(i));
    }
    for (const FunctionCosts& f : after.costs.functions()) {
        if (after.names[f.function] == "first") // of which one line has no range
            continue;
        for (const std::size_t row : f.rows())
            EXPECT_EQ(sums[row][0], after.costs.counts(row)[0]) << row;
    }
}

// ---- calls ------------------------------------------------------------------

// A profile of calls whose functions have one row each, at line 1, and one range, with as many
// instructions as the function costs, of which frame n has parts[f][n].
struct Made {
    Profile profile;
    InlinedRanges inlined;
};

Made make(Calls calls, const std::vector<std::vector<Count>>& parts, std::size_t frames) {
    Made made{
        of_own_cost({{{}, "prog", EventSet({"A"})}, {}, CostTableBuilder(1).finish(), {0}, {}},
                    std::move(calls)),
        {}};
    const CalledFunctions& functions = made.profile.calls->functions;
    const CountRows own = own_costs(*made.profile.calls->tree(), functions.size());
    CodeRangesBuilder ranges(1);
    const std::uint32_t object = ranges.add_object({"", "/prog"});
    const NameId file = made.inlined.names.intern("a.c");
    for (std::size_t n = 0; n < frames; ++n) // each is inlined into the one before
        made.inlined.frames.push_back(
            {made.inlined.names.intern("in" + std::to_string(n)), file,
             n == 0 ? InlinedRanges::no_frame : static_cast<std::uint32_t>(n - 1)});
    for (FunctionId f = 0; f < functions.size(); ++f) {
        const auto all = static_cast<std::uint32_t>(own[f][0]);
        if (all == 0)
            continue;
        const CodeRange range{object,
                              all,
                              std::uint64_t{f} << 20,
                              all,
                              ranges.intern("a.c"),
                              ranges.intern(functions.name(f)),
                              0};
        ranges.add(range)[0] = own[f][0];
        std::uint64_t address = range.address;
        Count left = own[f][0];
        const std::size_t index =
            made.inlined.pieces.empty() ? 0 : made.inlined.pieces.back().range + 1;
        const auto add = [&](std::uint32_t frame, Count instructions) {
            if (instructions == 0)
                return;
            made.inlined.pieces.push_back({index, frame, static_cast<std::uint32_t>(instructions),
                                           address, static_cast<std::uint32_t>(instructions)});
            address += static_cast<std::uint64_t>(instructions);
            left -= instructions;
        };
        for (std::size_t n = 0; f < parts.size() && n < parts[f].size(); ++n)
            add(static_cast<std::uint32_t>(n), std::min(parts[f][n], left));
        add(InlinedRanges::no_frame, left);
    }
    made.profile.addresses = std::move(ranges).finish();
    return made;
}

TEST(InlinesInCalls, AreNodesBelowTheFunctionThatTheyWereInlinedInto) {
    // f: 10, on one path; main: 1
    Made made = make(make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}}), {{4, 3}}, 2);
    const Profile after =
        with_inlined_functions(made.profile, made.inlined, InlinedNames::with_places);
    EXPECT_EQ(text_of_tree(*after.calls), "main 1 1\nmain > f 2 3\nmain > f > in0 (inlined) 0 4\n"
                                          "main > f > in0 (inlined) > in1 (inlined) 0 3\n");
    EXPECT_EQ(costs(after),
              "cmd: prog\nevents: A\nfl=a.c\nfn=in0 (in f)\n0 4\nfn=in1 (in f)\n0 3\nfn=f\n0 3\n"
              "fn=main\n0 1\nsummary: 11\n");
}

TEST(InlinesInCalls, HaveAShareOnEachOfSeveralPaths) {
    Made made = make(
        make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}, {{"f"}, 1, {20}}}), {{15}}, 1);
    const Profile after =
        with_inlined_functions(made.profile, made.inlined, InlinedNames::with_places);
    EXPECT_EQ(text_of_tree(*after.calls), "f 1 10\nf > ~in0 (inlined) 0 10\nmain 1 1\n"
                                          "main > f 2 5\nmain > f > ~in0 (inlined) 0 5\n");
}

TEST(InlinesInCalls, ArePairsOfProfilesWithoutATree) {
    Made made = make(make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}}), {{4, 3}}, 2);
    const Profile of_tree =
        with_inlined_functions(made.profile, made.inlined, InlinedNames::with_places);
    made.profile.calls->tree_or_arcs = made.profile.calls->arcs();
    const Profile after =
        with_inlined_functions(made.profile, made.inlined, InlinedNames::with_places);
    const auto text = [](const Calls& calls) {
        std::set<std::string> lines;
        const CallArcs of_calls = calls.arcs();
        const auto name = [&](FunctionId f) {
            return is_root_number(f) ? "root" : std::string(calls.functions.name(f));
        };
        for (std::size_t i = 0; i < of_calls.size(); ++i)
            lines.insert(name(of_calls[i].caller) + " > " + name(of_calls[i].callee) + " " +
                         std::to_string(of_calls.calls(i)) + " " +
                         std::to_string(of_calls.counts(i)[0]));
        for (FunctionId f = 0; f < calls.functions.size(); ++f)
            lines.insert(name(f) + " " + std::to_string(of_calls.own(f)[0]));
        return lines;
    };
    EXPECT_EQ(text(*after.calls), text(*of_tree.calls));
    EXPECT_TRUE(text(*after.calls).contains("f > in0 (inlined) 0 7"));
    EXPECT_TRUE(text(*after.calls).contains("in1 (inlined) 3"));
    EXPECT_EQ(costs(after), costs(of_tree));
}

TEST(InlinesInCalls, AreTheFunctionsThatOtherBuildsCallIfNamesArePlain) {
    Made made = make(
        make_calls(1, {{{"main"}, 1, {1}}, {{"main", "f"}, 2, {10}}, {{"in0"}, 1, {5}}}), {{4}}, 1);
    const Profile after = with_inlined_functions(made.profile, made.inlined, InlinedNames::plain);
    EXPECT_EQ(text_of_tree(*after.calls), "in0 1 5\nmain 1 1\nmain > f 2 6\nmain > f > in0 0 4\n");
    EXPECT_EQ(after.calls->functions.size(), 3U);
}

TEST(InlinesInCalls, ChangeNoSum) {
    std::mt19937 random(1);
    const auto number = [&](int below) {
        return static_cast<int>(random() % static_cast<unsigned>(below));
    };
    for (int round = 0; round < 300; ++round) {
        std::vector<CalledPath> paths;
        for (int i = 0; i < 8; ++i) {
            CalledPath path{{}, 1, {number(number(2) ? 5 : 3000)}};
            for (int depth = 1 + number(4); depth > 0; --depth)
                path.functions.push_back(std::string(1, static_cast<char>('a' + number(4))));
            paths.push_back(path);
        }
        std::vector<std::vector<Count>> parts(4);
        for (auto& of_function : parts)
            for (int n = number(4); n > 0; --n)
                of_function.push_back(number(2000));
        Made made = make(make_calls(1, paths), parts, 3);
        const Profile after =
            with_inlined_functions(made.profile, made.inlined, InlinedNames::plain);
        EXPECT_EQ(after.calls->tree()->total(), made.profile.calls->tree()->total());
        EXPECT_EQ(after.costs.total(), made.profile.summary);
        EXPECT_TRUE(after.calls->tree()->is_canonical());
        const std::size_t functions = after.calls->functions.size();
        EXPECT_EQ(own_costs(*after.calls->tree(), functions),
                  own_costs(after.calls->lines, functions))
            << round;
        // A node costs as much as before, with what is inlined there.
        const CountRows inclusive = after.calls->tree()->inclusive();
        EXPECT_TRUE(std::ranges::none_of(inclusive.all(), [](Count count) { return count < 0; }));
        EXPECT_EQ(after.addresses->ranges.total(), made.profile.addresses->ranges.total());
    }
}

// ---- differences ------------------------------------------------------------

TEST(MovedInlines, AreThoseOfOneBuildOnly) {
    const Profile first = profile(lines_of_parse + ranges_of_parse + "summary: 112\n");
    const Profile second = profile(
        "cmd: c\nevents: Ir\nfl=digits.h\nfn=number_at\n3 90\n#addresses 1\n#object 1 - /other\n"
        "#fl=digits.h\n#fn=number_at\n#a 1 0x10 9 9 3 90\nsummary: 90\n");
    const auto moved = moved_inlines(first, inlined(), second, {}, "Ir");
    ASSERT_EQ(moved.size(), 1U); // nothing is known of step in the second
    EXPECT_EQ(moved[0].function, "number_at");
    EXPECT_EQ(moved[0].outer, "parse");
    EXPECT_EQ(moved[0].more, 1U);
    EXPECT_FALSE(moved[0].is_inlined_now);
    EXPECT_EQ(moved[0].inlined, 64);
    EXPECT_EQ(moved[0].own, 90);

    const auto back = moved_inlines(second, {}, first, inlined(), "Ir");
    ASSERT_EQ(back.size(), 1U);
    EXPECT_TRUE(back[0].is_inlined_now);
    EXPECT_TRUE(moved_inlines(first, inlined(), first, inlined(), "Ir").empty());
}

} // namespace
} // namespace cg
