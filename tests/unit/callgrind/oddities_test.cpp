// SPDX-License-Identifier: GPL-2.0-or-later
// Oddities of files of other writers: each kind with its warning, and the rows that are right.
#include "callgrind/read.hpp"
#include "format/read.hpp"
#include "made_callgrind.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace cg {
namespace {

using namespace made_callgrind;

// Rows, then warnings.
std::string read_as(const std::string& text) {
    std::vector<std::string> warnings;
    const Profile profile = read_profile(
        text, "f", {.warn = [&](const std::string& what) { warnings.push_back(what); }});
    std::string all = rows(profile);
    for (const std::string& what : warnings)
        all += what + "\n";
    return all;
}

const std::string head = "events: T\nfl=a\nfn=f\n1 10\n";

TEST(Oddities, Lines) {
    const std::string of_lines = ": the line is passed over";
    const std::string kinds = "expected fn=, calls=, a position, \"totals:\" or the like, not ";
    for (const std::string line :
         {"foo=bar", "frfn=(3)", "====", "(begin)", "/a/b", "-----", "***", "<x>", "\xc3\xa9"})
        EXPECT_EQ(read_as(head + line + "\n2 5\n"),
                  "a:f:1 10\na:f:2 5\nf:5: " + kinds + "\"" + line + "\"" + of_lines + "\n");
    EXPECT_EQ(read_as(head + " 1 10\n fn=g\n2 5\n"),
              "a:f:1 10\na:f:2 5\nf:5: " + kinds + "\"1\"" + of_lines + " (2 times)\n");
    EXPECT_EQ(read_as(head + "foo: bar\narch: x86\npart: 3\ntimeframe (BB): 1-2\nx-y: z\n2 5\n"),
              "a:f:1 10\na:f:2 5\nf:5: the key 'foo:' is not known: the line is passed over "
              "(2 times)\n");
}

TEST(Oddities, AreErrorsInFilesOfOurs) {
    EXPECT_EQ(message("foo=bar\ncreator: cgtools 1\n" + head),
              "f:1: expected fn=, calls=, a position, \"totals:\" or the like, not \"foo=bar\"");
    EXPECT_EQ(read_as("foo: bar\ncreator: cgtools 1\n" + head + "totals: 10\n"), "a:f:1 10\n");
}

TEST(Oddities, Header) {
    EXPECT_EQ(read_as("version: 2\n" + head),
              "a:f:1 10\nf:1: expected version 1 of Callgrind's format, not '2': it is read as "
              "version 1\n");
    EXPECT_EQ(read_as("\n==== NEW ====\nversion: 1\n" + head),
              "a:f:1 10\nf:2: expected fn=, calls=, a position, \"totals:\" or the like, not "
              "\"====\": the line is passed over\n");
    EXPECT_EQ(read_as("\xef\xbb\xbf" + head), "a:f:1 10\n");
    EXPECT_EQ(read_as("\xef\xbb\xbfversion: 1\n" + head), "a:f:1 10\n");
    EXPECT_EQ(read_as("summary: 10\n" + head),
              "a:f:1 10\nf:1: expected the \"events:\" line before it: the sums are passed over\n");
    EXPECT_EQ(read_as("events: T T\nfn=f\n1 10 5\n"),
              "???:f:1 15\nf:1: the event T is named twice: both columns are added\n");
}

TEST(Oddities, Positions) {
    const auto of = [](const std::string& positions, const std::string& line) {
        return read_as("positions: " + positions + "\nevents: T\nfn=f\n" + line + "\n");
    };
    const std::string expected = "f:1: expected instr, bb and line, in this order, not ";
    EXPECT_EQ(of("line instr", "0x10 5 100"),
              "???:f:5 100\n" + expected +
                  "'instr': the numbers of lines are taken for those in this order\n");
    EXPECT_EQ(of("line column", "5 7 100"),
              "???:f:5 100\n" + expected + "'column': it is passed over\n");
    EXPECT_EQ(of("column line", "7 5 100"),
              "???:f:5 100\n" + expected + "'column': it is passed over\n");
    EXPECT_EQ(of("line column", "5 100"),
              "???:f:5 100\n" + expected + "'column': it is passed over\n");
    EXPECT_EQ(of("none", "100"), "???:f:0 100\n" + expected + "'none': it is passed over\n");
    EXPECT_EQ(of("instr line", "0x10 ? 100\n0x12 6 1"),
              "???:f:0 100\n???:f:6 1\nf:4: expected a line number: '?' is passed over\n");
    EXPECT_EQ(of("line", "10-12 1\n10:3 2\n+2 4"), "???:f:10 3\n???:f:12 4\n");
    EXPECT_EQ(of("line", "1.5 2\n-3 4\n4294967296 5"),
              "???:f:1 2\n???:f:0 9\nf:4: expected a line number: '1.5' loses its fraction\n"
              "f:5: a line number of less than 0: 0 is taken (2 times)\n");
}

TEST(Oddities, Counts) {
    const auto of = [](const std::string& counts) {
        return read_as("events: A B\nfn=f\n1 " + counts + "\n2 3 4\n");
    };
    const std::string second = "???:f:2 3 4\n";
    EXPECT_EQ(of("-7 5"), "???:f:1 -7 5\n" + second);
    EXPECT_EQ(of("+7 5"), "???:f:1 7 5\n" + second);
    EXPECT_EQ(of("7\t5"), "???:f:1 7 5\n" + second);
    EXPECT_EQ(of("1.5 5"),
              "???:f:1 1 5\n" + second + "f:3: expected a count: '1.5' loses its fraction\n");
    EXPECT_EQ(of("2e3 1.25E+1"), "???:f:1 2000 12\n" + second +
                                     "f:3: expected a count: '1.25E+1' loses its fraction\n");
    EXPECT_EQ(of("7ms 5"), "???:f:1 7 5\n" + second + "f:3: expected a count: '7ms' counts as 7\n");
    EXPECT_EQ(of("n/a 5"), "???:f:1 0 5\n" + second + "f:3: expected a count: 'n/a' counts as 0\n");
    EXPECT_EQ(of("18446744073709551612 5"),
              "???:f:1 -4 5\n" + second +
                  "f:3: a count '18446744073709551612' is too large: it is taken for -4\n");
    for (const std::string rest : {"6", "# why", "6 7 x"})
        EXPECT_EQ(of("7 5 " + rest),
                  "???:f:1 7 5\n" + second +
                      "f:3: more counts than events (2): the line is passed over "
                      "from '" +
                      rest.substr(0, 1) + "' on\n");
}

TEST(Oddities, SumsOfCallgrindAfterZeroStats) {
    const std::string text = "events: Ir\nsummary: 18446744073709527171\nfn=main\n10 13\n"
                             "totals: 13\n";
    for (const std::string creator : {"", "creator: callgrind-3.19.0\n"}) {
        EXPECT_EQ(read_as(creator + text),
                  "???:main:10 13\nf:" + std::string(creator.empty() ? "2" : "3") +
                      ": a count '18446744073709527171' is too large: the sum of the counts is "
                      "taken\n");
        EXPECT_TRUE(read(creator + text).header.totals_of_run.empty());
    }
}

TEST(Oddities, Sums) {
    const std::string sums = "events: A B\nfn=f\n1 2 3\n";
    EXPECT_EQ(read_as(sums + "totals: 2\n"), "???:f:1 2 3\n");
    EXPECT_EQ(
        read_as(sums + "totals: 2 3 4\n"),
        "???:f:1 2 3\nf:4: more counts than events (2): the rest of the sums is passed over\n");
    EXPECT_EQ(read_as(sums + "summary: n/a 3\n"),
              "???:f:1 2 3\nf:4: expected a count: 'n/a' is passed over\n");
}

TEST(Oddities, PartsOfOtherEvents) {
    const Profile profile =
        read("events: A\nfn=f\n1 2\n\nevents: B C\nfn=f\n1 5 6\ncfn=g\ncalls=1 1\n"
             "1 7 8\n\nevents: C A\nfn=f\n2 9 1\n");
    EXPECT_EQ(profile.header.events.names(), (std::vector<std::string>{"A", "B", "C"}));
    EXPECT_EQ(rows(profile), "???:f:1 2 5 6\n???:f:2 1 0 9\n");
    EXPECT_EQ(arcs(profile), "f ???:1 g[???] 1 0 7 8\nf 3 5 15\ng 0 0 0\n");
}

TEST(Oddities, Names) {
    const std::string unknown = ": it is unknown\n";
    EXPECT_EQ(read_as("events: T\nfl=(3)\nfn=f\n1 2\n"),
              "???:f:1 2\nf:2: no file has the number 3 yet" + unknown);
    EXPECT_EQ(read_as("events: T\nfn=(3)\n1 2\n"),
              "???:???:1 2\nf:2: no function has the number 3 yet" + unknown);
    EXPECT_EQ(read_as("events: T\nfn=(3\n1 2\n"),
              "???:???:1 2\nf:2: expected the number of a function, as in \"(7)\"" + unknown);
    EXPECT_EQ(read_as("events: T\nfn=(1) (2) x\n1 2\nfn=(below main)\n1 3\n"),
              "???:(2) x:1 2\n???:(below main):1 3\n");
}

// A number is one function in a part; fl= after fn= says where its lines are; ob= ends it.
TEST(Oddities, Places) {
    EXPECT_EQ(arcs(read("events: T\nob=A\nfl=a.c\nfn=(1) f\n1 10\nob=B\nfl=b.c\nfn=(1)\n2 5\n")),
              "f 15\n");
    const Profile later = read("events: T\nfl=a.c\nfn=f\n1 10\nfl=b.c\n2 5\nfn=g\n3 1\n");
    EXPECT_EQ(rows(later), "a.c:f:1 10\nb.c:f:2 5\nb.c:g:3 1\n");
    EXPECT_EQ(arcs(later), "f 15\ng 1\n");
    EXPECT_EQ(rows(read("events: T\nfl=a.c\nfn=f\nob=A\n1 10\n")), "a.c:???:1 10\n");
}

TEST(Oddities, Calls) {
    const auto of = [](const std::string& calls) {
        std::vector<std::string> warnings;
        const Profile profile =
            read_profile("events: T\nfn=f\n1 10\n" + calls, "f",
                         {.warn = [&](const std::string& what) { warnings.push_back(what); }});
        return arcs(profile) + (warnings.empty() ? "" : warnings.front());
    };
    const std::string number = "f:5: expected a number of calls: ";
    EXPECT_EQ(of("cfn=g\ncalls=-1 3\n2 5\n"),
              "f ???:2 g[???] 0 5\nf 10\ng 0\n" + number + "'-1' counts as 0");
    EXPECT_EQ(of("cfn=g\ncalls=\n2 5\n"),
              "f ???:2 g[???] 0 5\nf 10\ng 0\n" + number + "'' counts as 0");
    EXPECT_EQ(of("cfn=g\ncalls=3 main.c:10\n2 5\n"), "f ???:2 g[???] 3 5\nf 10\ng 0\n");
    EXPECT_EQ(of("cfn=g\ncalls=3 1\nfn=h\n2 5\n"), "h ???:2 g[???] 3 5\nf 10\ng 0\nh 0\n");
    EXPECT_EQ(of("cfn=g\ncalls=3 1\n2 5\ncalls=4 1\n3 6\n"),
              "f ???:2 g[???] 3 5\nf ???:3 g[???] 4 6\nf 10\ng 0\n");
    EXPECT_EQ(of("calls=3 1\n2 5\n4 1\n"),
              "f 11\nf:4: calls= without cfn= before it: the calls are passed over");
    EXPECT_EQ(of("cfn=g\ncalls=3 1\n"),
              "f 10\nf:5: expected the position and cost of the calls: the calls are passed over");
    EXPECT_EQ(of("jump=x\n2 7\njcnd=1 3\nfi=y\n4 9\n"), "f 10\n");
}

TEST(Oddities, Formulas) {
    const auto of = [](const std::string& formula) {
        return read_as("event: " + formula + "\nevents: A B\nfn=f\n1 2 3\n");
    };
    EXPECT_EQ(of("X = A + 2 B"), "???:f:1 2 3 8\n");
    EXPECT_EQ(of("X = A * B"),
              "???:f:1 2 3\nf:1: expected \"+\" or \"-\", not \"*\": the formula is passed over\n");
    EXPECT_EQ(of("X = A + C"), "???:f:1 2 3 2\nf:1: the formula of X needs the event C, which the "
                               "profile does not have: it counts as 0\n");
    EXPECT_EQ(of("A = B"), "???:f:1 2 3\nf:1: the event A has counts and a formula: the formula is "
                           "passed over\n");
}

} // namespace
} // namespace cg
