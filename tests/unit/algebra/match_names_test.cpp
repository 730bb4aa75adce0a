// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/match_names.hpp"

#include "rewrite/generated_names.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Profile with(const std::vector<std::pair<std::string, std::string>>& functions) {
    std::string all = "cmd: a\nevents: Ir\n";
    for (const auto& [file, function] : functions)
        all += "fl=" + file + "\nfn=" + function + "\n1 1\n";
    return profile(all + "summary: " + std::to_string(functions.size()) + "\n");
}

const std::vector<NameMap> normalizers{without_generated_numbers, without_generated_parts};

struct Result {
    Profile first;
    std::vector<std::string> matches;
    std::vector<std::string> ambiguous;
};

Result match(Profile first, const Profile& second) {
    std::vector<std::string> matches;
    Matched matched = match_names(std::move(first), second, normalizers,
                                  [&](const std::string& line) { matches.push_back(line); });
    return {std::move(matched.first), std::move(matches), std::move(matched.ambiguous)};
}

TEST(GeneratedNames, OfRustAreRemoved) {
    EXPECT_EQ(without_generated_parts("core::f::h0123456789abcdef"), "core::f");
    EXPECT_EQ(without_generated_parts("_ZN4core1f17h0123456789abcdefE"), "_ZN4core1fE");
    EXPECT_EQ(without_generated_parts("a::{closure#3}::b"), "a::{closure}::b");
    EXPECT_EQ(without_generated_parts("core[0123456789abcdef]::f"), "core::f");
    EXPECT_EQ(without_generated_parts("_RNvNtCs4fqI2P2rA04_4core3fmt5write"),
              "_RNvNtC4core3fmt5write");
}

TEST(GeneratedNames, OfRustsFilesAreRemoved) {
    EXPECT_EQ(
        without_generated_parts("/rustc/0123456789012345678901234567890123456789/library/a.rs"),
        "/rustc/library/a.rs");
    EXPECT_EQ(without_generated_parts("target/build/serde-0123456789abcdef/out/a.rs"),
              "target/build/serde/out/a.rs");
}

TEST(GeneratedNames, OfPartsAndCopiesAreRemoved) {
    EXPECT_EQ(without_generated_parts("f.constprop.0.isra.12.cold"), "f");
    EXPECT_EQ(without_generated_parts("f.llvm.1234567890"), "f");
    EXPECT_EQ(without_generated_parts("work._omp_fn.3"), "work._omp_fn");
}

TEST(GeneratedNames, OfLambdasAreRemoved) {
    EXPECT_EQ(without_generated_parts("run()::{lambda(int)#2}::operator()(int) const"),
              "run()::{lambda(int)}::operator()(int) const");
    EXPECT_EQ(without_generated_parts("run()::$_12::operator()() const"),
              "run()::$_::operator()() const");
    EXPECT_EQ(without_generated_parts("run()::'lambda3'(int)"), "run()::'lambda'(int)");
}

TEST(GeneratedNames, KeepKindsWithoutNumbers) {
    EXPECT_EQ(without_generated_numbers("f.constprop.0.isra.12.cold"), "f.constprop.isra.cold");
    EXPECT_EQ(without_generated_numbers("f.cold.7"), "f.cold");
}

TEST(GeneratedNames, DoNotTouchOtherNames) {
    EXPECT_EQ(without_generated_parts("operator[](int)"), "operator[](int)");
    EXPECT_EQ(without_generated_parts("f.coldest"), "f.coldest");
}

TEST(MatchNames, MatchesGeneratedNamesWithinAFile) {
    const Result result =
        match(with({{"a.c", "f.constprop.0"}, {"b.c", "f.constprop.0"}, {"a.c", "same"}}),
              with({{"a.c", "f.constprop.1"}, {"a.c", "same"}}));
    EXPECT_EQ(text(result.first),
              "cmd: a\nevents: Ir\nfl=a.c\nfn=f.constprop.1\n1 1\nfn=same\n1 1\nfl=b.c\n"
              "fn=f.constprop.0\n1 1\nsummary: 3\n");
    EXPECT_THAT(result.matches, ElementsAre("a.c: f.constprop.0 -> f.constprop.1"));
    EXPECT_THAT(result.ambiguous, IsEmpty());
}

TEST(MatchNames, LeavesAloneWhatIsNotOneToOne) {
    const Result result =
        match(with({{"a.c", "f.isra.0"}, {"a.c", "f.isra.1"}}), with({{"a.c", "f"}}));
    EXPECT_THAT(result.matches, IsEmpty());
    EXPECT_THAT(result.ambiguous, ElementsAre("a.c: f (2 before, 1 after)"));
}

// GCC makes several functions of one: what is left of each must not hinder the others.
TEST(MatchNames, TellsThePartsOfAFunctionApart) {
    const Result result =
        match(with({{"a.c", "f.part.0"}, {"a.c", "f.cold"}, {"a.c", "g.isra.0"}}),
              with({{"a.c", "f.part.1"}, {"a.c", "f.cold.2"}, {"a.c", "g.constprop.0"}}));
    EXPECT_THAT(result.matches, ElementsAre("a.c: f.cold -> f.cold.2", "a.c: f.part.0 -> f.part.1",
                                            "a.c: g.isra.0 -> g.constprop.0"));
    EXPECT_THAT(result.ambiguous, IsEmpty());
}

TEST(MatchNames, FindsADirectoryThatMoved) {
    const Result result = match(
        with({{"/home/me/v1/src/a.c", "f"}, {"/home/me/v1/src/b.c", "g"}, {"/usr/x.c", "x"}}),
        with({{"/home/me/v2/src/a.c", "f"}, {"/home/me/v2/src/b.c", "g"}, {"/usr/x.c", "x"}}));
    EXPECT_THAT(result.matches, ElementsAre("/home/me/v1/src/a.c -> /home/me/v2/src/a.c",
                                            "/home/me/v1/src/b.c -> /home/me/v2/src/b.c"));
}

TEST(MatchNames, MatchesFunctionsOfFilesThatMoved) {
    const Result result = match(with({{"v1/b.c", "g"}, {"v1/a.c", "f.isra.0"}, {"v1/a.c", "h"}}),
                                with({{"v2/a.c", "h"}, {"v2/a.c", "f.isra.1"}, {"v2/b.c", "g"}}));
    EXPECT_EQ(text(result.first),
              "cmd: a\nevents: Ir\nfl=v2/b.c\nfn=g\n1 1\nfl=v2/a.c\nfn=f.isra.1\n1 1\nfn=h\n1 1\n"
              "summary: 3\n");
}

// As in a program in Rust, where each directory has its mod.rs. To compare each of these files
// with each would take hours and all memory.
TEST(MatchNames, FindsManyFilesOfOneName) {
    constexpr std::size_t size = 100'000;
    const auto files = [](const std::string& top) {
        std::vector<std::pair<std::string, std::string>> functions;
        for (std::size_t i = 0; i < size; ++i)
            functions.emplace_back(top + "/crate" + std::to_string(i % 1000) + "/src/d" +
                                       std::to_string(i) + "/mod.rs",
                                   "f");
        return with(functions);
    };
    const Profile second = files("/home/me/v2");
    const Result result = match(files("/home/me/v1"), second);
    EXPECT_EQ(result.matches.size(), size);
    EXPECT_THAT(result.ambiguous, IsEmpty());
    EXPECT_EQ(text(result.first), text(second));
}

} // namespace
} // namespace cg
