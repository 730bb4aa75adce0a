// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/header_check.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using testing::ElementsAre;

Header header(std::vector<std::string> desc, std::string cmd, const char* event = "D1mr") {
    return {std::move(desc), std::move(cmd), EventSet({"Ir", event})};
}

const Header small = header({"I1 cache: 1 B", "D1 cache: 1 B", "by hand"}, "prog");
const Header large = header({"I1 cache: 1 B", "D1 cache: 2 B"}, "prog");

TEST(HeaderCheck, SaysNothingOfWhatIsAlike) {
    HeaderCheck check(HeaderCheck::Use::sum);
    check.compare("a", small);
    check.compare("b", header({"other", "I1 cache: 1 B", "D1 cache: 1 B"}, "prog"));
    check.compare("c", header({}, "prog")); // without caches it may be any
    EXPECT_THAT(check.notes(), ElementsAre());
}

TEST(HeaderCheck, RefusesOtherCaches) {
    HeaderCheck check(HeaderCheck::Use::sum);
    check.compare("a", small);
    EXPECT_EQ(
        thrown_by<Error>([&] { check.compare("b", large); }),
        "b: the caches differ from those of a ('D1 cache: 2 B' and 'D1 cache: 1 B'), so their "
        "misses do not add up; --force merges all the same");
    EXPECT_EQ(thrown_by<Error>([&] { check.compare("b", header({"I1 cache: 1 B"}, "prog")); }),
              "b: the caches differ from those of a (none and 'D1 cache: 1 B'), so their misses do "
              "not add up; --force merges all the same");
}

TEST(HeaderCheck, AllowsOtherCachesWithoutMisses) {
    HeaderCheck check(HeaderCheck::Use::sum);
    check.compare("a", header({"D1 cache: 1 B"}, "prog", "Bcm"));
    check.compare("b", header({"D1 cache: 2 B"}, "prog", "Bcm"));
    check.compare("c", header({"D1 cache: 3 B"}, "prog"));
    EXPECT_EQ(
        thrown_by<Error>([&] { check.compare("d", header({"D1 cache: 4 B"}, "prog")); }),
        "d: the caches differ from those of c ('D1 cache: 4 B' and 'D1 cache: 3 B'), so their "
        "misses do not add up; --force merges all the same");
    EXPECT_EQ(
        thrown_by<Error>([&] { check.compare("e", header({"D1 cache: 4 B"}, "", "Cycles")); }),
        "e: the caches differ from those of c ('D1 cache: 4 B' and 'D1 cache: 3 B'), so their "
        "misses do not add up; --force merges all the same");
}

TEST(HeaderCheck, CountsOtherCachesAndCommands) {
    HeaderCheck check(HeaderCheck::Use::sum_by_force);
    check.compare("a", small);
    check.compare("b", large);
    check.compare("c", header({}, "other"));
    check.compare("d", header({}, "third"));
    EXPECT_THAT(
        check.notes(),
        ElementsAre("1 profile is of other caches than a ('D1 cache: 2 B' and 'D1 cache: 1 B')",
                    "2 profiles are of other commands than a; the result has its cmd: "
                    "line"));
}

TEST(HeaderCheck, OfAComparisonSaysWhatDiffersAndNotThatCommandsDo) {
    HeaderCheck check(HeaderCheck::Use::comparison);
    check.compare("a", small);
    check.compare("b", large);
    check.compare("c", header({"Options: --count-rep=iterations"}, "other"));
    EXPECT_THAT(
        check.notes(),
        ElementsAre("1 profile is of other caches than a ('D1 cache: 2 B' and 'D1 cache: 1 B')",
                    "1 profile is of other options of the tool than a ('Options: "
                    "--count-rep=iterations' and none)"));
}

TEST(HeaderCheck, NamesAnotherMachineAndOtherSettingsOfReproducibleRuns) {
    const auto notes = [](const char* first, const char* second) {
        const auto lines = [](const char* line) {
            return *line != '\0' ? header({line}, "prog") : header({}, "prog");
        };
        HeaderCheck check(HeaderCheck::Use::comparison);
        check.compare("a", lines(first));
        check.compare("b", lines(second));
        return check.notes();
    };
    EXPECT_THAT(notes("Machine: x86-64-v3", "Machine: x86-64-v2"),
                ElementsAre("1 profile is of another machine than a ('Machine: x86-64-v2' and "
                            "'Machine: x86-64-v3')"));
    // That of other tools does not say.
    EXPECT_THAT(notes("Machine: x86-64-v3", ""), ElementsAre());
    EXPECT_THAT(notes("Reproducible: seed 1", "Reproducible: seed 2"),
                ElementsAre("1 profile is of other settings of --reproducible than a "
                            "('Reproducible: seed 2' and 'Reproducible: seed 1')"));
    EXPECT_THAT(notes("Machine: x86-64-v3", "Reproducible: seed 2"),
                ElementsAre("1 profile is of other settings of --reproducible than a "
                            "('Reproducible: seed 2' and none)"));
}

TEST(HeaderCheck, OfAComparisonIsSilentOfCachesWithoutMissesAndOfDifferences) {
    HeaderCheck caches(HeaderCheck::Use::comparison);
    caches.compare("a", header({"D1 cache: 1 B"}, "prog", "Dr"));
    caches.compare("b", header({"D1 cache: 2 B"}, "prog", "Dr"));
    EXPECT_THAT(caches.notes(), ElementsAre());
    HeaderCheck differences(HeaderCheck::Use::comparison);
    differences.compare("a", header({"Files compared:   x; y"}, "prog"));
    differences.compare("b", header({"Options: --count-rep=iterations"}, "prog"));
    EXPECT_THAT(differences.notes(), ElementsAre());
}

} // namespace
} // namespace cg
