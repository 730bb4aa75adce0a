// SPDX-License-Identifier: GPL-2.0-or-later
// The laws that the algebra's comments state, on generated profiles.
#include "algebra/diff.hpp"
#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "format/read.hpp"
#include "generator.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <tuple>

namespace cg {
namespace {

Profile sum(Profile a, const Profile& b) {
    Merge merge(std::move(a));
    merge.add(b);
    return std::move(merge).finish();
}

// What a profile counts, whatever the order of its rows; rows of zeros count nothing.
using Meaning = std::map<std::tuple<std::string, std::string, Line>, std::vector<Count>>;
Meaning meaning(const Profile& profile) {
    Meaning all;
    for (const FunctionCosts& f : profile.costs.functions())
        for (std::size_t row = f.first_row; row < f.end_row; ++row) {
            const auto counts = profile.costs.counts(row);
            if (counts[0] != 0 || counts[1] != 0)
                all[{std::string(profile.names[f.file]),
                     std::string(function_name(profile, f).value_or("(unnamed)")),
                     profile.costs.line(row)}]
                    .assign(counts.begin(), counts.end());
        }
    return all;
}

class Laws : public testing::TestWithParam<unsigned> {
  protected:
    Generator generate{GetParam()};
};

TEST_P(Laws, WhatIsWrittenIsReadAgain) {
    const Profile p = generate.profile();
    const std::string written = text(p);
    const Profile again = read_profile(written, "written");
    EXPECT_EQ(text(again), written);
    EXPECT_EQ(meaning(again), meaning(p));
}

TEST_P(Laws, TheSummaryIsTheSum) {
    const Profile p = sum(generate.profile(), generate.profile());
    EXPECT_EQ(p.summary, p.costs.total());
}

TEST_P(Laws, MergeIsAssociative) {
    const Profile a = generate.profile();
    const Profile b = generate.profile();
    const Profile c = generate.profile();
    EXPECT_EQ(text(sum(sum(a, b), c)), text(sum(a, sum(b, c))));
}

TEST_P(Laws, MergeIsCommutativeButForTheOrder) {
    const Profile a = generate.profile();
    const Profile b = generate.profile();
    EXPECT_EQ(meaning(sum(a, b)), meaning(sum(b, a)));
}

TEST_P(Laws, NothingDiffersFromItself) {
    const Profile p = generate.profile();
    for (const DiffBy by : {DiffBy::line, DiffBy::function}) {
        const Profile difference = diff(p, p, by);
        EXPECT_TRUE(meaning(difference).empty());
        EXPECT_EQ(difference.summary, std::vector<Count>(2));
    }
}

TEST_P(Laws, AProfileAndItsDifferenceMakeTheOther) {
    const Profile a = generate.profile();
    const Profile b = generate.profile();
    EXPECT_EQ(meaning(sum(a, diff(a, b, DiffBy::line))), meaning(b));
}

TEST_P(Laws, DiffByFunctionIsTheDiffOfTheFunctions) {
    const Profile a = generate.profile();
    const Profile b = generate.profile();
    EXPECT_EQ(meaning(diff(a, b, DiffBy::function)),
              meaning(by_function(diff(a, b, DiffBy::line))));
}

TEST_P(Laws, FilterAndMergeChangePlaces) {
    const Profile a = generate.profile();
    const Profile b = generate.profile();
    const auto some = [](const Profile& p, Rest rest) {
        return filter(
            p,
            [&](const FunctionCosts& f, std::size_t row) {
                return p.names[f.file].ends_with('1') || p.costs.line(row) % 3 == 0;
            },
            rest);
    };
    EXPECT_EQ(meaning(sum(some(a, Rest::drop), some(b, Rest::drop))),
              meaning(some(sum(a, b), Rest::drop)));
    EXPECT_EQ(some(a, Rest::keep).summary, a.summary);
}

TEST_P(Laws, ProjectionsChooseColumns) {
    const Profile p = generate.profile();
    const Profile swapped = project(p, EventSet({"B", "A"}));
    EXPECT_EQ(text(project(swapped, p.header.events)), text(p));
    EXPECT_EQ(swapped.summary, swapped.costs.total());
}

TEST_P(Laws, AProfileThatIsCutShortIsSalvagedToItsBeginning) {
    const std::string whole = generate.text();
    const std::size_t header = whole.find("\n", whole.find("events:")) + 1;
    const std::size_t cut = header + generate.below(whole.size() - header + 1);
    const Salvaged salvaged = salvage_profile(whole.substr(0, cut), "cut");
    EXPECT_EQ(salvaged.profile.summary, salvaged.profile.costs.total());
    // a cut after the summary's first digits may leave a whole file
    EXPECT_TRUE(salvaged.damage || cut > whole.find("summary: "));
    if (salvaged.damage) {
        // at most the last line is dropped
        const std::size_t kept = cut - salvaged.damage->dropped_bytes;
        EXPECT_EQ(whole.substr(kept, cut - kept).find('\n'), std::string::npos);
        EXPECT_EQ(whole[kept - 1], '\n');
    }
}

INSTANTIATE_TEST_SUITE_P(Generated, Laws, testing::Range(0U, 50U));

} // namespace
} // namespace cg
