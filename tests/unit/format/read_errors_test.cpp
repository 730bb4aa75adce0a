// SPDX-License-Identifier: GPL-2.0-or-later
// Whole messages for files that are no profiles.
#include "../thrown.hpp"
#include "error/error.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace cg {
namespace {

std::string message(std::string_view bytes) {
    return thrown_by<Error>([&] { read_profile(bytes, "f"); });
}

TEST(ReadErrors, Header) {
    EXPECT_EQ(message(""), "f:1: the file is empty");
    constexpr const char* ends =
        R"(, and a profile with "desc:" or "cmd:"; valgrind --tool=cachegrind PROGRAM makes one)";
    EXPECT_EQ(message("\x7f"
                      "ELE\n"),
              std::string(R"(f: is not a profile: it begins with "\x7fELE")") + ends);
    EXPECT_EQ(message("\n int main()\n"),
              std::string(R"(f: is not a profile: it begins with "int")") + ends);
    EXPECT_EQ(message(" \n"),
              std::string("f: is not a profile: it begins with the end of the file") + ends);
    EXPECT_EQ(message("\x7f"
                      "ELF\n"),
              "f: is a program, not a profile: valgrind --tool=cachegrind ./f makes one");
    EXPECT_EQ(message("desc: a\nfl=a\n"), R"(f:2: expected a "desc:" or "cmd:" line, not "fl=a")");
    EXPECT_EQ(message("cmd:x\n"), R"(f:1: expected white space, not "x")");
    EXPECT_EQ(message("cmd: x\nfl=a\n"), R"(f:2: expected an "events:" line, not "fl=a")");
    EXPECT_EQ(message("cmd: x\n"), R"(f:1: expected an "events:" line, not the end of the file)");
    EXPECT_EQ(message("cmd: x\nevents:\n"),
              "f:2: expected the name of an event, not the end of the line");
    EXPECT_EQ(message("cmd: x\nevents: Ir Ir\n"), "f:2: the event Ir is named twice");
    EXPECT_EQ(message("cmd: x\nevents: Ir\fDr\n"),
              R"(f:2: expected the end of the line, not "\x0cDr")");
}

TEST(ReadErrors, Data) {
    const std::string header = "cmd: x\nevents: Ir\n";
    EXPECT_EQ(message(header + "1 1\n"), "f:3: counts before the first fl=");
    EXPECT_EQ(message(header + "fn=f\n"), "f:3: fn= before the first fl=");
    EXPECT_EQ(message(header + "fl=a\nfoo\n"),
              R"(f:4: expected fl=, fn=, a line number or "summary:", not "foo")");
    EXPECT_EQ(message(header + "fl=a\n1 1 2\n"), "f:4: more counts than events (1)");
    EXPECT_EQ(message(header + "fl=a\n1 1_0\n"), "f:4: expected a count");
    EXPECT_EQ(message(header + "fl=a\n99999999999 1\n"),
              "f:4: a line number 99999999999 is too large");
    EXPECT_EQ(message(header + "fl=a\n1 9999999999999999999\n"),
              "f:4: a count 9999999999999999999 is too large");
}

TEST(ReadErrors, Summary) {
    const std::string data = "cmd: x\nevents: Ir\nfl=a\n1 2\n";
    EXPECT_EQ(message(data), "f:4: the \"summary:\" line is missing");
    EXPECT_EQ(message(data + "summary: 3\n"),
              "f:5: the summary says 3 Ir, but the counts add up to 2");
    EXPECT_EQ(message(data + "summary: 2\n2 2\n"),
              R"(f:6: expected the end of the file after the summary, not "2")");
    EXPECT_EQ(message(data + "summary: x\n"), "f:5: expected a count");
}

// Every rule of the grammar is missed somewhere here; its name is all that is said of it. (A
// rule without one shows as the name of a C++ type.)
TEST(ReadErrors, NameEachRule) {
    const std::string whole = "desc: d\ncmd: c\nevents: Ir Dr\n# x\n \nfl=a\nfn=f\n1 2 3\nfi=b\n"
                              "fe=a\n2 .\nsummary: 2 3\n\n";
    ASSERT_EQ(message(whole), "nothing thrown");
    std::set<std::string> expected;
    const auto note = [&](const std::string& damaged) {
        const std::string text = message(damaged);
        const std::size_t begin = text.find("expected ");
        if (begin != text.npos)
            expected.insert(text.substr(begin + 9, text.find(", not ") - begin - 9));
    };
    for (std::size_t i = 0; i < whole.size(); ++i) {
        note(whole.substr(0, i));
        for (const char c : {'x', '1', ' ', '\t', '\f', '\r', '\n', '#', '-', '\xff'})
            for (const std::size_t replaced : std::vector<std::size_t>{0, 1})
                note(std::string(whole).replace(i, replaced, 1, c));
    }
    EXPECT_THAT(expected, testing::ElementsAre(
                              "a \"desc:\" or \"cmd:\" line", "a count", "a line number",
                              "an \"events:\" line", "fl=, fn=, a line number or \"summary:\"",
                              "the \"events:\" line before it", // Callgrind's
                              "the end of the file after the summary", "the end of the line",
                              "the name of an event", "white space"));
}

} // namespace
} // namespace cg
