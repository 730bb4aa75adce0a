// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/match_names.hpp"

#include "model/call_tree.hpp"
#include "rewrite/substitution.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace cg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Profile with(const std::vector<std::pair<std::string, std::string>>& functions) {
    std::string all = "cmd: a\nevents: Ir\n";
    for (const auto& [file, function] : functions)
        all += "fl=" + file + "\nfn=" + function + "\n1 1\n";
    return profile(all + "summary: " + std::to_string(functions.size()) + "\n");
}

const std::vector<NameMap> normalizers{without_copy_numbers, without_generated_numbers,
                                       without_generated_parts, without_processors};

struct Result {
    Profile first;
    std::vector<std::string> matches;
    std::vector<std::string> ambiguous;
    std::vector<std::string> by_cost;
};

Result match(const Profile& first, const Profile& second) {
    std::vector<std::string> matches;
    Matched matched = match_names(rename(first, {}, {}), second, normalizers,
                                  [&](const std::string& line) { matches.push_back(line); });
    return {std::move(matched.first.profile), std::move(matches), std::move(matched.ambiguous),
            std::move(matched.by_cost)};
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

TEST(GeneratedNames, OfCopiesAreRemoved) {
    for (const char* name : {"f.60", "f.__uniq.1234", "f.localalias.3", "f.localalias", "f"})
        EXPECT_EQ(without_generated_parts(name), "f") << name;
    EXPECT_EQ(without_generated_parts("x::fmt::h863044c0549d7049.60"), "x::fmt");
    EXPECT_EQ(without_generated_parts("_ZN1x3fmt17h863044c0549d7049E.60"), "_ZN1x3fmtE");
    EXPECT_EQ(without_generated_parts("f(int) [clone .part.0] [clone .3]"), "f(int)");
    EXPECT_EQ(without_generated_parts("main.f.func1.2"), "main.f.func");
}

TEST(GeneratedNames, OfOtherLanguagesAreRemoved) {
    EXPECT_EQ(without_generated_numbers("parse__inner.1234"), "parse__inner.N");
    EXPECT_EQ(without_generated_numbers("main.f.gowrap2"), "main.f.gowrap");
    EXPECT_EQ(without_generated_numbers("camlMain__map_1_1234"), "camlMain__map_1");
    EXPECT_EQ(without_generated_numbers("camlMain.map_1234"), "camlMain.map");
    EXPECT_EQ(without_generated_numbers("camlMain__map_1_12_345_code"), "camlMain__map_1");
    EXPECT_EQ(without_generated_numbers("add__vectors_u123"), "add__vectors_u");
    EXPECT_EQ(without_generated_numbers("julia_map!_1234"), "julia_map!");
    EXPECT_EQ(without_generated_numbers("jfptr_#5_1234"), "jfptr_#");
}

TEST(GeneratedNames, KeepHashesInTheFirstStep) {
    EXPECT_EQ(without_copy_numbers("x::fmt::h863044c0549d7049.60"), "x::fmt::h863044c0549d7049.N");
}

TEST(GeneratedNames, KeepKindsWithoutNumbers) {
    EXPECT_EQ(without_generated_numbers("f.constprop.0.isra.12.cold"), "f.constprop.isra.cold");
    EXPECT_EQ(without_generated_numbers("f.cold.7"), "f.cold");
}

TEST(ProcessorVariants, OfTheCLibraryAreOneFunction) {
    for (const char* name :
         {"__memcpy_avx_unaligned_erms", "__memmove_sse2_unaligned", "__memmove_ssse3",
          "__memmove_evex_unaligned_erms", "__memmove_avx512_no_vzeroupper", "__memcpy_erms",
          "__memcpy_thunderx2", "__memcpy_generic", "__memmove_power7", "__memcpy_z196"})
        EXPECT_EQ(without_processors(name), "memmove") << name;
    for (const char* name : {"__strlen_avx2", "__strlen_sse2", "__strlen_evex", "__strlen_asimd",
                             "__strlen_avx2_rtm", "__strlen_vx", "__strlen_c"})
        EXPECT_EQ(without_processors(name), "strlen") << name;
    EXPECT_EQ(without_processors("__strcasecmp_l_avx2"), "strcasecmp_l");
    EXPECT_EQ(without_processors("__mempcpy_sse2_unaligned"), "mempcpy");
    EXPECT_EQ(without_processors("__sin_fma"), "sin");
    EXPECT_EQ(without_processors("__sin_fma4"), "sin");
}

TEST(ProcessorVariants, DoNotTouchOtherNames) {
    for (const char* name : {"memcpy_avx2", "__my_default", "__memory_pool_c2", "__strlen",
                             "f_sse2", "__libc_start_main", "__fmaf_ifunc"})
        EXPECT_EQ(without_processors(name), name);
}

TEST(GeneratedNames, DoNotTouchOtherNames) {
    EXPECT_EQ(without_generated_parts("operator[](int)"), "operator[](int)");
    EXPECT_EQ(without_generated_parts("f.coldest"), "f.coldest");
    for (const char* name : {"add__vec_u64", "read_u17", "camlish_3", "julia", "f<1.5>",
                             "f(int, ...)", "src/v1.2b/a.c", "main.function2"})
        EXPECT_EQ(without_generated_parts(name), name);
}

TEST(MatchNames, MatchesVariantsForOtherProcessors) {
    const Result result =
        match(with({{"memmove-vec-unaligned-erms.S", "__memcpy_avx_unaligned_erms"},
                    {"strlen-avx2.S", "__strlen_avx2"}}),
              with({{"memmove-ssse3.S", "__memmove_ssse3"}, {"strlen-sse2.S", "__strlen_sse2"}}));
    EXPECT_EQ(text(result.first),
              "cmd: a\nevents: Ir\nfl=memmove-vec-unaligned-erms.S\nfn=__memmove_ssse3\n1 1\n"
              "fl=strlen-avx2.S\nfn=__strlen_sse2\n1 1\nsummary: 2\n");
    EXPECT_THAT(result.ambiguous, IsEmpty());
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

TEST(MatchNames, MatchesWhatIsLeftInAnyFile) {
    // The code of g is of another header in the second build; that of h of two files in the first.
    const Result result =
        match(with({{"a.c", "f.constprop.0"},
                    {"a.c", "g.constprop.1"},
                    {"b.c", "h.isra.0"},
                    {"b.h", "h.isra.0"}}),
              with({{"a.c", "f.constprop.2"}, {"z.h", "g.constprop.3"}, {"b.c", "h.isra.5"}}));
    EXPECT_EQ(text(result.first),
              "cmd: a\nevents: Ir\nfl=a.c\nfn=f.constprop.2\n1 1\nfn=g.constprop.3\n1 1\n"
              "fl=b.c\nfn=h.isra.5\n1 1\nfl=b.h\nfn=h.isra.0\n1 1\nsummary: 4\n");
    EXPECT_THAT(result.by_cost, IsEmpty());
}

// Another build numbers copies anew, so that equal names may be those of other functions.
TEST(MatchNames, MatchesNamesThatOthersTake) {
    const Result result = match(with({{"d.c", "s.lto_priv.0"}, {"e.c", "s.lto_priv.1"}}),
                                with({{"q.h", "s.lto_priv.1"}, {"e.c", "s.lto_priv.0"}}));
    EXPECT_THAT(result.matches,
                ElementsAre("e.c: s.lto_priv.1 -> s.lto_priv.0", "s.lto_priv.0 -> s.lto_priv.1"));
    EXPECT_EQ(text(result.first),
              "cmd: a\nevents: Ir\nfl=d.c\nfn=s.lto_priv.1\n1 1\nfl=e.c\nfn=s.lto_priv.0\n1 1\n"
              "summary: 2\n");
}

// The second profile has no d.c:s. Its name must not make it a part of e.c's.
TEST(MatchNames, GivesAFunctionAnotherNameIfItsOwnIsTaken) {
    const Profile second = with({{"e.c", "s.lto_priv.0"}, {"e.c", "s.lto_priv.0 (2)"}});
    const Result result = match(
        with({{"d.c", "s.lto_priv.0"}, {"d.h", "s.lto_priv.0"}, {"e.c", "s.lto_priv.1"}}), second);
    EXPECT_EQ(text(result.first),
              "cmd: a\nevents: Ir\nfl=d.c\nfn=s.lto_priv.0 (3)\n1 1\n"
              "fl=d.h\nfn=s.lto_priv.0 (3)\n1 1\nfl=e.c\nfn=s.lto_priv.0\n1 1\nsummary: 3\n");
}

// Of the names that are left, equal ones are one function, as the parts of a.c:f in headers are.
TEST(MatchNames, KeepsEqualNamesThatNoOtherTakes) {
    const Profile first =
        with({{"a.c", "f.isra.0"}, {"a.h", "f.isra.0"}, {"b.c", "f.isra.1"}, {"x.h", "g.isra.0"}});
    const Profile second = with({{"a.c", "f.isra.0"},
                                 {"b.c", "f.isra.0"},
                                 {"c.h", "f.isra.0"},
                                 {"y.h", "g.isra.0"},
                                 {"z.h", "f.isra.1"}});
    const Result result = match(first, second);
    EXPECT_THAT(result.matches, ElementsAre("b.c: f.isra.1 -> f.isra.0"));
    EXPECT_EQ(text(result.first),
              "cmd: a\nevents: Ir\nfl=a.c\nfn=f.isra.0\n1 1\nfl=a.h\nfn=f.isra.0\n1 1\n"
              "fl=b.c\nfn=f.isra.0\n1 1\nfl=x.h\nfn=g.isra.0\n1 1\nsummary: 4\n");
}

TEST(MatchNames, MatchesByCostWhatBothHaveSeveralOf) {
    const auto profile_of = [](const std::string& a, const std::string& b) {
        return profile("cmd: a\nevents: Ir\nfl=a.rs\nfn=" + a + "\n1 5\nfn=" + b +
                       "\n1 70\n2 30\nsummary: 105\n");
    };
    const std::string hash = "::h012345678901234";
    const Result result = match(profile_of("f" + hash + "a", "f" + hash + "b"),
                                profile_of("f" + hash + "d", "f" + hash + "c"));
    EXPECT_THAT(result.matches, ElementsAre("a.rs: f" + hash + "b -> f" + hash + "c",
                                            "a.rs: f" + hash + "a -> f" + hash + "d"));
    EXPECT_THAT(result.by_cost, ElementsAre("a.rs: f (2 of each)"));
    EXPECT_THAT(result.ambiguous, IsEmpty());
}

TEST(MatchNames, KnowsTheOriginalFiles) {
    const Profile second = with({{"v2/a.c", "f"}, {"v2/b.c", "g"}});
    const Renamed first =
        rename(with({{"v0/a.c", "f"}, {"v0/b.c", "g"}, {"x.c", "x"}}),
               [](std::string_view name) {
                   return name == "x.c" ? "x.c" : "v1" + std::string(name.substr(2));
               },
               {});
    const Renamed matched = match_names(first, second, normalizers).first;
    const auto originals = [&](std::string_view name) {
        return matched
            .original_files[static_cast<std::size_t>(matched.profile.names.find(name).value())];
    };
    EXPECT_THAT(originals("v2/a.c"), ElementsAre("v0/a.c"));
    EXPECT_THAT(originals("v2/b.c"), ElementsAre("v0/b.c"));
    EXPECT_THAT(originals("x.c"), ElementsAre("x.c"));
}

// Own names say which function of a name it is, if others of it ran, and Callgrind's say the level
// of recursion.
TEST(MatchNames, LooksBeforeWhatStandsBehindAName) {
    const Result result = match(with({{"a.c", "f(int) [clone .constprop.0] [0x1230]"},
                                      {"a.c", "g [sym]"},
                                      {"a.c", "h'2"},
                                      {"a.c", "h"}}),
                                with({{"a.c", "f(int)"},
                                      {"a.c", "g.constprop.0"},
                                      {"a.c", "h.constprop.0'2"},
                                      {"a.c", "h.constprop.0"}}));
    EXPECT_THAT(result.matches,
                UnorderedElementsAre("a.c: f(int) [clone .constprop.0] [0x1230] -> f(int)",
                                     "a.c: g [sym] -> g.constprop.0", "a.c: h -> h.constprop.0",
                                     "a.c: h'2 -> h.constprop.0'2"));
}

TEST(MatchNames, SymbolsTellFunctionsOfOneNameApart) {
    const Result result =
        match(with({{"a.c", "T::T [_ZN1TC1Ev.part.0]"}, {"a.c", "T::T [_ZN1TC2Ev.part.0]"}}),
              with({{"a.c", "T::T [_ZN1TC2Ev.part.1]"}, {"a.c", "T::T [_ZN1TC1Ev.part.1]"}}));
    EXPECT_THAT(result.matches,
                ElementsAre("a.c: T::T [_ZN1TC1Ev.part.0] -> T::T [_ZN1TC1Ev.part.1]",
                            "a.c: T::T [_ZN1TC2Ev.part.0] -> T::T [_ZN1TC2Ev.part.1]"));
    EXPECT_THAT(result.by_cost, IsEmpty());
}

// GCC makes several functions of one: the rest of each must not hinder the others.
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
    constexpr std::size_t size = 20'000;
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

using Paths = std::vector<std::string_view>;

std::string move_of(const Paths& removed, const Paths& added) {
    const DirectoryMove move = likeliest_move(removed, added);
    return std::string(move.from) + " -> " + std::string(move.to);
}

TEST(MovedDirectory, IsWhatPathsDifferIn) {
    EXPECT_EQ(move_of({"/v1/src/a.c"}, {"/v2/src/a.c"}), "/v1/ -> /v2/");
    EXPECT_EQ(move_of({"src/a.c"}, {"old/src/a.c"}), " -> old/");
    EXPECT_EQ(move_of({"/src/a.c"}, {"/old/src/a.c"}), "/ -> /old/");
    EXPECT_EQ(move_of({"/old/src/a.c"}, {"src/a.c"}), "/old/ -> ");
}

TEST(MovedFiles, AreOfOneMove) {
    const Profile first =
        with({{"v1/src/a.c", "f"}, {"v1/b.c", "g"}, {"x.c", "h"}, {"v1/c.c", "i"}});
    const Profile second =
        with({{"v2/src/a.c", "f"}, {"v2/b.c", "g"}, {"x.c", "h"}, {"v2/d.c", "i"}});
    const std::vector<MovedFile> moved = moved_files(first, second);
    EXPECT_THAT(moved,
                ElementsAre(MovedFile{"v1/b.c", "v2/b.c"}, MovedFile{"v1/src/a.c", "v2/src/a.c"}));
    EXPECT_EQ(note_of(moved),
              "v1/b.c and v2/b.c are taken for one file, and 1 more file of these directories");
    EXPECT_THAT(moved_files(first, first), IsEmpty());
}

TEST(MovedFiles, KeepTheNamesOfTheirSources) {
    const Renamed first =
        rename(with({{"old/v1/a.c", "f"}, {"x.c", "g"}}),
               [](std::string_view file) {
                   return std::string(file.starts_with("old/") ? file.substr(4) : file);
               },
               {});
    const Renamed result = with_moved_files(first, {{{"v1/a.c", "v2/a.c"}}});
    EXPECT_EQ(text(result.profile),
              "cmd: a\nevents: Ir\nfl=v2/a.c\nfn=f\n1 1\nfl=x.c\nfn=g\n1 1\nsummary: 2\n");
    EXPECT_THAT(result.originals("v2/a.c"), ElementsAre("old/v1/a.c"));
    EXPECT_THAT(result.originals("x.c"), ElementsAre("x.c"));
}

TEST(MovedDirectory, IsOfWholeComponents) {
    EXPECT_EQ(move_of({"x/lib/a.c"}, {"y/zlib/a.c"}), "x/lib/ -> y/zlib/");
    EXPECT_EQ(move_of({"lib/a.c"}, {"zlib/a.c"}), "lib/ -> zlib/");
    EXPECT_EQ(move_of({"a.c"}, {"aa.c"}), " -> ");
    EXPECT_EQ(move_of({"x/"}, {"y/"}), " -> ");
}

TEST(MovedDirectory, ExplainsTheMostFiles) {
    EXPECT_EQ(move_of({"a/x.c", "v1/y.c", "v1/z.c"}, {"b/x.c", "v2/y.c", "v2/z.c"}), "v1/ -> v2/");
    EXPECT_EQ(move_of({}, {"b/x.c"}), " -> ");
}

// x/m.c and the y/m.c are told apart by the longer end; v2/z/m.c, which is new, has no other left.
TEST(MovedDirectory, GoesByTheLongestEndInCommon) {
    EXPECT_EQ(move_of({"v1/x/m.c", "v1/y/m.c"}, {"v2/x/m.c", "v2/y/m.c", "v2/z/m.c"}),
              "v1/ -> v2/");
    EXPECT_EQ(move_of({"v1/x/m.c", "v1/y/m.c"}, {"v2/x/m.c", "v2/z/m.c"}), "v1/ -> v2/");
}

// Nothing tells which of the added files is the removed one.
TEST(MovedDirectory, IsNotGuessedFromAmbiguousFiles) {
    EXPECT_EQ(move_of({"a/m.c"}, {"b/m.c", "c/m.c"}), " -> ");
    EXPECT_EQ(move_of({"a/m.c", "b/m.c"}, {"c/m.c", "d/m.c"}), " -> ");
}

TEST(MovedDirectory, BytesOfNamesAreNotOrderedAsSigned) {
    EXPECT_EQ(move_of({"v1/\xff/m.c", "v1/\x01/m.c", "v1/-/m.c"},
                      {"v2/\xff/m.c", "v2/\x01/m.c", "v2/-/m.c"}),
              "v1/ -> v2/");
}

} // namespace

} // namespace cg
