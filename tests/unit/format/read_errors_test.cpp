// SPDX-License-Identifier: GPL-2.0-or-later
// Whole messages for files that are no profiles.
#include "error/error.hpp"
#include "format/read.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

std::string message(std::string_view bytes) {
    try {
        read_profile(bytes, "f");
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(ReadErrors, Header) {
    EXPECT_EQ(message(""), "f:1: the file is empty");
    EXPECT_EQ(message("\x7f"
                      "ELF\n"),
              R"(f:1: expected a "desc:" or "cmd:" line, not "\x7fELF")");
    EXPECT_EQ(message("desc: a\nevents: Ir\n"),
              R"(f:2: expected a "desc:" or "cmd:" line, not "events:")");
    EXPECT_EQ(message("cmd:x\n"), R"(f:1: expected white space, not "x")");
    EXPECT_EQ(message("cmd: x\nfl=a\n"), R"(f:2: expected an "events:" line, not "fl=a")");
    EXPECT_EQ(message("cmd: x\n"), R"(f:1: expected an "events:" line, not the end of the file)");
    EXPECT_EQ(message("cmd: x\nevents:\n"),
              "f:2: expected the name of an event, not the end of the line");
    EXPECT_EQ(message("cmd: x\nevents: Ir Ir\n"), "f:2: the event Ir is named twice");
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
              R"(f:6: expected the end of the file behind the summary, not "2")");
    EXPECT_EQ(message(data + "summary: x\n"), "f:5: expected a count");
}

} // namespace
} // namespace cg
