// SPDX-License-Identifier: GPL-2.0-or-later
// Whole messages for files that are no profiles. Most are of ours: in those of others, the same
// errors are passed over (oddities_test.cpp).
#include "../thrown.hpp"
#include "error/error.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

std::string message(const std::string& text) {
    return thrown_by<Error>([&] { read_profile(text, "f"); });
}

const std::string creator = "creator: cgtools 1\n";
const std::string place = creator + "events: Ir\nfl=a\nfn=f\n";

TEST(CallgrindErrors, Header) {
    EXPECT_EQ(message("version: 1\n"), "f:1: expected the \"events:\" line before it");
    EXPECT_EQ(message("version: 1\n1 2\n"), "f:2: expected the \"events:\" line before it");
    EXPECT_EQ(message(creator + "events: Ir Ir\n"), "f:2: the event Ir is named twice");
    EXPECT_EQ(message("version: 1\nevents:\n"), "f:2: expected the name of an event");
    EXPECT_EQ(message(creator + "positions: line instr\nevents: Ir\n"),
              "f:2: expected instr, bb and line, in this order, not 'instr'");
}

TEST(CallgrindErrors, Version) {
    EXPECT_EQ(message("version: 2\n" + creator + "events: Ir\n"),
              "f:1: expected version 1 of Callgrind's format, not '2'");
    EXPECT_EQ(message("version: one\n" + creator + "events: Ir\n"),
              "f:1: expected version 1 of Callgrind's format, not 'one'");
    EXPECT_EQ(message("version: 0.9.6\nevents: Ir\n"), "nothing thrown"); // Xdebug
}

TEST(CallgrindErrors, Counts) {
    EXPECT_EQ(message(place + "1 2 3\n"), "f:5: more counts than events (1)");
    EXPECT_EQ(message(place + "1 x\n"), "f:5: expected a count");
    EXPECT_EQ(message(place + "-1 2\n"), "f:5: a line number of less than 0");
    EXPECT_EQ(message(place + "4294967296 2\n"), "f:5: a line number 4294967296 is too large");
    EXPECT_EQ(message(place + "1 99999999999999999999\n"),
              "f:5: a count 99999999999999999999 is too large");
}

TEST(CallgrindErrors, CallsAndJumps) {
    EXPECT_EQ(message(place + "calls=1 2\n1 2\n"), "f:5: calls= without cfn= before it");
    EXPECT_EQ(message(place + "cfn=g\ncalls=x 2\n1 2\n"), "f:6: expected a number of calls");
    EXPECT_EQ(message(place + "cfn=g\ncalls=1 2\nfn=h\n"),
              "f:7: expected the position and cost of the calls");
    EXPECT_EQ(message(place + "cfn=g\ncalls=1 x\n1 2\n"), "f:6: expected a line number");
    EXPECT_EQ(message(place + "cfn=g\ncalls=1 0x\n1 2\n"), "f:6: expected a line number");
    EXPECT_EQ(message(place + "jump=x\n1\n"), "f:5: expected a number of jumps");
}

TEST(CallgrindErrors, CompressedNames) {
    EXPECT_EQ(message(place + "fn=(3)\n"), "f:5: no function has the number 3 yet");
    EXPECT_EQ(message(place + "fn=(3\n"), "f:5: expected the number of a function, as in \"(7)\"");
}

TEST(CallgrindErrors, Totals) {
    for (const std::string writer : {"callgrind-3.19.0", "cachegrind x", "cgtools 1"})
        EXPECT_EQ(message("creator: " + writer + "\n" + place + "1 2\ntotals: 3\n"),
                  "f:7: the totals say 3 Ir, but the counts add up to 2");
    EXPECT_EQ(message("version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a\nfn=f\n1 2\n"),
              "f:6: the \"totals:\" line is missing");
}

TEST(CallgrindErrors, EventsOfAnotherPart) {
    EXPECT_EQ(message(place + "1 2\ntotals: 2\nevents: Dr\n"),
              "f:7: the events differ from those of the part before");
}

TEST(CallgrindErrors, Formulas) {
    const auto error = [](const std::string& line) {
        return message(creator + "event: " + line + "\nevents: A B\nfl=a\nfn=f\n1 2\ntotals: 2\n");
    };
    const std::string name =
        R"(f:2: expected the name of an event, as in "event: NAME = A + 10 B : Long name")";
    EXPECT_EQ(error("= A"), name);
    EXPECT_EQ(error("X Y = A"), name);
    EXPECT_EQ(error("X\fY = A"), name);
    EXPECT_EQ(error(": long"), name);
    EXPECT_EQ(error("X ="), "f:2: expected an event or a factor, not the end of the formula");
    EXPECT_EQ(error("X = A + : long"),
              "f:2: expected an event or a factor, not the end of the formula");
    EXPECT_EQ(error("X = 3"), "f:2: expected an event, not the end of the formula");
    EXPECT_EQ(error("X = A * B"), "f:2: expected \"+\" or \"-\", not \"*\"");
    EXPECT_EQ(error("X = A B"), "f:2: expected \"+\" or \"-\", not \"B\"");
    EXPECT_EQ(error("X = 10 20 A"), "f:2: expected an event, not \"20\"");
    EXPECT_EQ(error("X = 9223372036854775808 A"),
              "f:2: expected a factor of at most 64 bits, not \"9223372036854775808\"");
    EXPECT_EQ(error("X = \xff"),
              "f:2: the formula of X needs the event \\xff, which the profile does not have");
    EXPECT_EQ(error("X = A + C"),
              "f:2: the formula of X needs the event C, which the profile does not have");
    EXPECT_EQ(error("X = X"),
              "f:2: the formula of X needs the event X, which the profile does not have");
    EXPECT_EQ(error("A = B"), "f:2: the event A has counts and a formula");
    EXPECT_EQ(error("X = A\nevent: X = B"), "f:3: the formula of X differs from the one before");
    EXPECT_EQ(error("X = 9223372036854775807 A"), "f: a product of counts does not fit in 64 bits");
}

// The numbers of roots are no functions of the program.
TEST(CallgrindErrors, RootsThatAreCalled) {
    EXPECT_EQ(
        message("creator: cachegrind 0.1.0\nevents: Ir\n#name (4)\ncfn=(4) b\ncalls=5 0\n0 20\n"
                "fn=(4)\n0 20\n0 37\ntotals: 57\n"),
        "f:3: a root of the tree of calls is used as a function");
    EXPECT_EQ(message(creator + "events: Ir\n#name (1)\nfn=(1) b\n1 2\ncfn=b\ncalls=1 0\n0 20\n"
                                "totals: 2\n"),
              "f:3: a root of the tree of calls is used as a function");
    EXPECT_EQ(message(creator +
                      "events: Ir\nob=(1) ???\nfl=(1) ???\n#name (1)\nfn=(1) b\n1 2\nfn=(2) b\n"
                      "#tree 1\n#fn 1 1 2 1\n#root thread\n#0 1 1 2\ntotals: 2\n"),
              "f:5: a root of the tree of calls is used as a function");
}

// Lines that would bend or lose costs are errors in files of others, too.
TEST(CallgrindErrors, OfOthers) {
    const std::string of_others = "version: 1\nevents: Ir\nfl=a\nfn=f\n";
    EXPECT_EQ(message(of_others + "1 99999999999999999999\n"),
              "f:5: a count 99999999999999999999 is too large");
    EXPECT_EQ(message(of_others + "1 -9223372036854775809\n"),
              "f:5: a count -9223372036854775809 is too large");
    EXPECT_EQ(message("version: 1\nfn=f\n1 2\nevents: Ir\n"),
              "f:3: expected the \"events:\" line before it");
    EXPECT_EQ(message("version: 1\nevents:\n"), "f:2: expected the name of an event");
}

TEST(CallgrindErrors, OtherLines) {
    EXPECT_EQ(message(place + "what is this\n"),
              "f:5: expected fn=, calls=, a position, \"totals:\" or the like, not \"what\"");
}

TEST(CallgrindErrors, Trees) {
    const std::string tree = "version: 1\nevents: Ir\nob=(1) p\nfl=(1) a\nfn=(1) f\n1 2\n"
                             "#tree 1\n#fn 1 1 1 1\n";
    EXPECT_EQ(message(tree + "#root thread\n#1 1 1 2\n"), "f:10: a node 1 levels up, of 0");
    EXPECT_EQ(message(tree + "#0 1 1 2\n"), "f:9: a node before the first #root");
    EXPECT_EQ(message(tree + "#root what\n"),
              "f:9: expected \"thread\", \"signal\" or \"missing\"");
    EXPECT_EQ(message(tree + "#root thread\n#0 2 1 2\n"), "f:10: the function 2 of 1");
    EXPECT_EQ(message(tree + "#what\n"), "f:9: expected #fn, #root or a node of the tree");
    EXPECT_EQ(message(tree + "#fn 1 2 1 1\n"), "f:9: no file has the number 2 yet");
    EXPECT_EQ(message(tree + "#root thread\n#0 1 1 1\n"),
              "f:7: the counts of the tree add up to 1 Ir, but those of the lines to 2");
}

} // namespace
} // namespace cg
