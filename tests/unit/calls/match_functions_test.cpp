// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/match_functions.hpp"

#include "model/called_functions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cg {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Functions of one object, or of those before a '|', as "FILE:NAME".
CalledFunctions functions(const std::vector<std::string>& texts) {
    CalledFunctions result;
    for (const std::string& text : texts) {
        const std::size_t bar = text.find('|'), colon = text.find(':');
        const std::size_t begin = bar == text.npos ? 0 : bar + 1;
        const std::string object = bar == text.npos ? "p" : text.substr(0, bar);
        result.insert(result.intern(object), result.intern(text.substr(begin, colon - begin)),
                      result.intern(text.substr(colon + 1)));
    }
    return result;
}

std::vector<std::string> matches(const std::vector<std::string>& first,
                                 const std::vector<std::string>& second) {
    std::vector<std::string> texts;
    for (const auto& [before, after] : match_functions(functions(first), functions(second)))
        texts.push_back(before.file + ":" + before.name + " = " + after.file + ":" + after.name);
    std::ranges::sort(texts);
    return texts;
}

TEST(MatchFunctions, FindsAFunctionThatBeginsInAnotherFile) {
    EXPECT_THAT(matches({"a.cpp:f", "a.cpp:g"}, {"vector.h:f", "a.cpp:g"}),
                ElementsAre("a.cpp:f = vector.h:f"));
}

TEST(MatchFunctions, IsWithinAnObjectAndAName) {
    EXPECT_THAT(matches({"a.cpp:f"}, {"b.cpp:g"}), IsEmpty());
    EXPECT_THAT(matches({"liba|a.cpp:f", "libc|a.cpp:g"}, {"libb|b.cpp:f", "libd|a.cpp:g"}),
                IsEmpty());
}

TEST(MatchFunctions, NamesMayHaveTheirAdditionInOneProfileOnly) {
    EXPECT_THAT(matches({"a.cpp:f"}, {"a.cpp:f [_ZN1fC2Ev]"}),
                ElementsAre("a.cpp:f = a.cpp:f [_ZN1fC2Ev]"));
    EXPECT_THAT(matches({"a.cpp:f [0x1139]"}, {"b.cpp:f"}),
                ElementsAre("a.cpp:f [0x1139] = b.cpp:f"));
}

TEST(MatchFunctions, SymbolsTellMoreThanFiles) {
    EXPECT_THAT(matches({"a.cpp:f [_ZN1fC1Ev]", "b.h:f [_ZN1fC2Ev]"},
                        {"b.h:f [_ZN1fC1Ev]", "a.cpp:f [_ZN1fC2Ev]"}),
                ElementsAre("a.cpp:f [_ZN1fC1Ev] = b.h:f [_ZN1fC1Ev]",
                            "b.h:f [_ZN1fC2Ev] = a.cpp:f [_ZN1fC2Ev]"));
}

TEST(MatchFunctions, ThenFilesThenTheOnlyOneThatIsLeft) {
    EXPECT_THAT(matches({"a.c:f", "b.c:f"}, {"b.c:f", "c.c:f"}), ElementsAre("a.c:f = c.c:f"));
    EXPECT_THAT(matches({"a.c:f [0x1]", "b.c:f [0x2]"}, {"a.c:f [0x3]", "c.c:f [0x4]"}),
                ElementsAre("a.c:f [0x1] = a.c:f [0x3]", "b.c:f [0x2] = c.c:f [0x4]"));
}

TEST(MatchFunctions, WhatNothingTellsApartIsOneFunction) {
    EXPECT_THAT(matches({"a.c:f [0x1]", "a.c:f [0x2]"}, {"a.c:f [0x3]", "a.c:f [0x4]"}),
                UnorderedElementsAre("a.c:f [0x1] = a.c:f [0x3]", "a.c:f [0x2] = a.c:f [0x3]",
                                     "a.c:f [0x4] = a.c:f [0x3]"));
    EXPECT_THAT(matches({"a.c:f [0x1]", "a.c:f [0x2]"}, {"a.c:f"}),
                ElementsAre("a.c:f [0x1] = a.c:f", "a.c:f [0x2] = a.c:f"));
}

TEST(MatchFunctions, NewAndGoneOnesStayAlone) {
    EXPECT_THAT(matches({"a.c:f"}, {"a.c:f", "b.c:f"}), IsEmpty());
    EXPECT_THAT(matches({"a.c:f", "b.c:f"}, {"a.c:f"}), IsEmpty());
}

TEST(MatchFunctions, FilesOfOtherCreatorsTellFunctions) {
    CalledFunctions first = functions({"a.php:f"});
    first.set_apart_by_file();
    EXPECT_THAT(match_functions(first, functions({"b.php:f"})), IsEmpty());
    EXPECT_THAT(match_functions(functions({"b.php:f"}), first), IsEmpty());
}

TEST(MatchFunctions, ObjectsMayBeInAnotherDirectory) {
    EXPECT_THAT(matches({"/a/prog|a.c:f", "/a/prog|a.c:g"}, {"/b/prog|a.c:f", "/b/prog|v.h:g"}),
                ElementsAre("a.c:f = a.c:f", "a.c:g = v.h:g"));
    EXPECT_THAT(matches({"/a/prog|a.c:f [0x1]", "/a/prog|a.c:f [0x2]"},
                        {"/b/prog|a.c:f [0x2]", "/b/prog|a.c:f [0x1]"}),
                ElementsAre("a.c:f [0x1] = a.c:f [0x1]", "a.c:f [0x2] = a.c:f [0x2]"));
}

std::vector<std::string> moved(const std::vector<std::string>& first,
                               const std::vector<std::string>& second) {
    const auto with = [](const std::vector<std::string>& objects) {
        CalledFunctions result;
        for (const std::string& object : objects)
            result.insert(result.intern(object), result.intern("a.c"), result.intern("f"));
        return result;
    };
    std::vector<std::string> texts;
    for (const MovedObject& object : moved_objects(with(first), with(second)))
        texts.push_back(object.before + " -> " + object.after);
    return texts;
}

TEST(MovedObjects, AreInAnotherDirectory) {
    EXPECT_THAT(moved({"/lib/c.so", "/a/prog"}, {"/lib/c.so", "/b/prog"}),
                ElementsAre("/a/prog -> /b/prog"));
    EXPECT_THAT(moved({"prog"}, {"/b/prog"}), ElementsAre("prog -> /b/prog"));
    EXPECT_THAT(moved({"/1/a", "/1/b"}, {"/2/a", "/2/b"}),
                ElementsAre("/1/a -> /2/a", "/1/b -> /2/b"));
}

TEST(MovedObjects, HaveOneNameThatNoOtherHas) {
    EXPECT_THAT(moved({"/a/prog", "/a/lib1"}, {"/a/prog2", "/a/lib2"}), IsEmpty());
    EXPECT_THAT(moved({"/a/prog"}, {}), IsEmpty());
    EXPECT_THAT(moved({"/a/prog"}, {"/a/prog", "/b/prog"}), IsEmpty());
    EXPECT_THAT(moved({"/a/prog", "/b/prog"}, {"/b/prog"}), IsEmpty());
    EXPECT_THAT(moved({"/a/prog", "/b/prog"}, {"/c/prog"}), IsEmpty());
}

TEST(MovedObjects, AreOtherVersionsOfALibrary) {
    EXPECT_THAT(moved({"/a/old", "/a/libx.so.1.2", "/a/liby-1.81.so.3"},
                      {"/a/new", "/a/libx.so.1.3", "/b/liby-1.82.so.3"}),
                ElementsAre("/a/libx.so.1.2 -> /a/libx.so.1.3",
                            "/a/liby-1.81.so.3 -> /b/liby-1.82.so.3", "/a/old -> /a/new"));
    // Two of one library are two.
    EXPECT_THAT(moved({"/a/libx.so.1"}, {"/a/libx.so.2", "/a/libx.so.3"}), IsEmpty());
    EXPECT_THAT(moved({"/a/p", "/a/x.sock"}, {"/a/q", "/a/y.sock"}), IsEmpty());
}

TEST(MovedObjects, TheOnlyOnesThatAreLeftAreOne) {
    EXPECT_THAT(moved({"/a/old", "/lib/c"}, {"/a/new", "/lib/c"}), ElementsAre("/a/old -> /a/new"));
    EXPECT_THAT(moved({"/1/lib", "/a/old"}, {"/2/lib", "/a/new"}),
                ElementsAre("/1/lib -> /2/lib", "/a/old -> /a/new"));
    EXPECT_THAT(moved({"???"}, {"/a/new"}), IsEmpty());
}

} // namespace
} // namespace cg
