// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/words.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace cg {
namespace {

const std::vector<std::string> words{"sort", "show", "mod-filename", "mod-funcname", "Ir", "D1mr"};

TEST(Nearest, FindsAWordWithOneLetterMissingTooManyOrOther) {
    EXPECT_EQ(nearest("srt", words), "sort");
    EXPECT_EQ(nearest("sorrt", words), "sort");
    EXPECT_EQ(nearest("sork", words), "sort");
    EXPECT_EQ(nearest("L1mr", words), "D1mr");
}

TEST(Nearest, CountsNeighboursThatAreSwappedOnce) {
    EXPECT_EQ(nearest("srot", words), "sort");
    EXPECT_EQ(nearest("ohsw", words), std::nullopt) << "two errors of four letters";
}

TEST(Nearest, PrefersFewerErrorsAndThenTheFirst) {
    EXPECT_EQ(nearest("mod-funename", words), "mod-funcname");
    EXPECT_EQ(nearest("sut", std::vector<std::string>{"sat", "set"}), "sat");
}

TEST(Nearest, DoesNotGuessIfMoreThanAThirdIsWrong) {
    EXPECT_EQ(nearest("Dr", words), std::nullopt);
    EXPECT_EQ(nearest("", words), std::nullopt);
    EXPECT_EQ(nearest("filename", words), "mod-filename") << "four of twelve";
    EXPECT_EQ(nearest("name", words), std::nullopt);
}

TEST(Nearest, IgnoresCase) {
    EXPECT_EQ(nearest("SROT", words), "sort");
}

TEST(Nearest, TakesNoTimeForTextOfAnyLength) {
    const std::string longer(1 << 20, 's');
    EXPECT_EQ(nearest(longer, std::vector{longer}), std::nullopt);
}

TEST(DidYouMean, IsAnAdditionToAMessage) {
    EXPECT_EQ(did_you_mean("srot", words, "--"), " (did you mean --sort?)");
    EXPECT_EQ(did_you_mean("nothing", words, "--"), "");
}

} // namespace

} // namespace cg
