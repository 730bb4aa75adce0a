// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/read.hpp"

#include "format/read.hpp"
#include "made_callgrind.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using namespace made_callgrind;

TEST(Callgrind, ReadsCostsAndArcs) {
    const Profile profile = read(plain);
    EXPECT_EQ(profile.header.cmd, "./prog");
    EXPECT_EQ(profile.header.desc, std::vector<std::string>{"Trigger: Program termination"});
    EXPECT_EQ(profile.summary, (std::vector<Count>{60, 6}));
    EXPECT_EQ(rows(profile), "a.c:main:10 20 4\n"
                             "a.c:f:5 25 1\n"
                             "inl.h:main:3 5 0\n"
                             "s.c:strlen:7 10 1\n");
    EXPECT_EQ(arcs(profile), "main a.c:12 f[prog] 2 30 1\n"
                             "main a.c:12 strlen[libc.so] 1 10 1\n"
                             "f 25 1\n"
                             "main 25 4\n"
                             "strlen 10 1\n");
}

TEST(Callgrind, SumsEqualCalls) {
    const std::string call = "cfn=g\ncalls=2 1\n3 10\n";
    const std::string text = "version: 1\nevents: Ir\nfl=a.c\nfn=f\n" + call +
                             "cfn=h\ncalls=1 1\n3 5\n" + call + "fn=g\n1 20\nfn=f\n" + call;
    EXPECT_EQ(arcs(read(text)), "f a.c:3 g[???] 6 30\n"
                                "f a.c:3 h[???] 1 5\n"
                                "f 0\n"
                                "g 20\n"
                                "h 0\n");
}

TEST(Callgrind, NumbersOfNamesMayBeSparse) {
    const std::string text = "creator: cgtools 1\nevents: Ir\nfl=(18446744073709551615) a.c\n"
                             "fn=(4000000000) f\n1 1\nfn=(1) g\n1 2\nfn=(4000000000)\n2 3\n"
                             "fn=(1) h\n1 4\nfn=(4000000000) i\n1 5\nfn=(4000000000)\n2 6\n";
    EXPECT_EQ(rows(read(text + "totals: 21\n")),
              "a.c:f:1 1\na.c:f:2 3\na.c:g:1 2\na.c:h:1 4\na.c:i:1 5\na.c:i:2 6\n");
    EXPECT_EQ(message(text + "fn=(4000000001)\n"),
              "f:16: no function has the number 4000000001 yet");
}

TEST(Callgrind, ReadsCompressedNamesAndPositions) {
    std::string compressed = plain;
    const auto replace = [&](const std::string& from, const std::string& to) {
        const std::size_t at = compressed.find(from);
        ASSERT_NE(at, compressed.npos) << from;
        compressed.replace(at, from.size(), to);
    };
    replace("ob=prog", "ob=(1) prog");
    replace("fl=a.c", "fl=(1) a.c");
    replace("fn=main", "fn=(1) main");
    replace("cfn=f\n", "cfn=(2) f\n");
    replace("12 30 1", "+2 30 1");
    replace("cob=libc.so", "cob=(7) libc.so");
    replace("cfi=s.c", "cfl=(9) s.c");
    replace("cfn=strlen", "cfn=(3) strlen");
    replace("calls=1 7", "calls=1 -5 ");
    replace("12 10 1", "* 10 1");
    replace("3 5\n", "-9 5\n");
    replace("fe=a.c", "fe=(1)");
    replace("\nfn=f\n5 25", "\nfn=(2)\n+2 25");
    replace("\nob=libc.so", "\nob=(7)");
    replace("\nfl=s.c", "\nfl=(9)");
    replace("\nfn=strlen\n7", "\nfn=(3)\n0x7");
    EXPECT_EQ(text(read(compressed)), text(read(plain)));
}

TEST(Callgrind, ReadsInstructionsAndJumps) {
    EXPECT_EQ(rows(read("version: 1\nevents: Ir\npositions: instr line\nfl=a.c\nfn=main\n"
                        "0x1000 5 1\n"
                        "+2 * 1\n"
                        "jcnd=3/4 +6 +1\n"
                        "* *\n"
                        "jfi=(7) b.c\n"
                        "jfn=(8) g\n"
                        "jump=2 0x1000 5\n"
                        "* *\n"
                        "+4 +1 7\n")),
              "a.c:main:5 2\na.c:main:6 7\n");
    EXPECT_EQ(rows(read("positions: instr\nevents: Ir\nfl=a.c\nfn=main\n0x1000 5\n+4 1\n")),
              "a.c:main:0 6\n");
}

TEST(Callgrind, AddsUpPartsAndThreads) {
    const std::string part = "thread: 1\nevents: Ir\nfl=a.c\nfn=main\n1 2\ncfn=f\ncalls=1 3\n"
                             "1 4\nfn=f\n3 4\ntotals: 6\n\n";
    const Profile profile = read("version: 1\n" + part + part);
    EXPECT_EQ(rows(profile), "a.c:main:1 4\na.c:f:3 8\n");
    EXPECT_EQ(arcs(profile), "main a.c:1 f[???] 2 8\nf 8\nmain 4\n");
}

TEST(Callgrind, PassesOverWhatOthersAdd) {
    EXPECT_EQ(rows(read("version: 1\ncreator: xdebug\nevent: Ir : Instructions\nfuture: 1\n"
                        "events: Ir\n# a comment\n#5 5 5\nfl=a.c\nfn=main\n1 2\n")),
              "a.c:main:1 2\n");
}

// Names may have any byte but a newline.
TEST(Callgrind, KeepsACrAtTheEndOfANameInAFileOfOurs) {
    const std::string rows_of_lf = rows(read("version: 1\ncreator: cgtools 1\nevents: Ir\nfl=a\r\n"
                                             "fn=f\r\n1 2\n\ntotals: 2\n"));
    EXPECT_EQ(rows_of_lf, "a\r:f\r:1 2\n");
    const std::string rows_of_cr_lf =
        rows(read("version: 1\r\ncreator: cgtools 1\r\nevents: Ir\r\nfl=a\r\nfn=f\r\n1 2\r\n"
                  "\r\ntotals: 2\r\n"));
    EXPECT_EQ(rows_of_cr_lf, "a:f:1 2\n");
}

TEST(Callgrind, ReadsCrLf) {
    EXPECT_EQ(rows(read("version: 1\r\nevents: Ir\r\nfl=a.c\r\nfn=main\r\n1 2\r\n\r\ntotals: "
                        "2\r\n")),
              "a.c:main:1 2\n");
}

TEST(Callgrind, KeepsATree) {
    const std::string written = "# callgrind format\n"
                                "version: 1\n"
                                "creator: cgtools " CGTOOLS_VERSION "\n"
                                "cmd: ./prog\n"
                                "part: 1\n"
                                "positions: line\n"
                                "events: Ir Dr\n"
                                "summary: 66 6\n"
                                "\n"
                                "ob=(1) prog\n"
                                "fl=(1) a.c\n"
                                "fn=(1) f\n"
                                "5 40 2\n"
                                "fi=(2) inl.h\n"
                                "1 5 0\n"
                                "fe=(1)\n"
                                "cfn=(1)\n"
                                "calls=4 5\n"
                                "0 0 0\n"
                                "\n"
                                "fl=(1)\n"
                                "fn=(2) main\n"
                                "9 20 4\n"
                                "cfn=(1)\n"
                                "calls=2 5\n"
                                "0 45 2\n"
                                "\n"
                                "#name (3)\n"
                                "ob=(2) ???\n"
                                "fl=(3) ???\n"
                                "fn=(3) (start of program and threads)\n"
                                "#lines ???\n"
                                "0 1 0\n"
                                "cob=(1)\n"
                                "cfl=(1)\n"
                                "cfn=(2)\n"
                                "calls=1 9\n"
                                "0 65 6\n"
                                "\n"
                                "#tree 1 nodes 3 functions 2 recursion 1 folded 0\n"
                                "#fn 1 1 1 5\n"
                                "#fn 1 1 2 9\n"
                                "#root thread 1\n"
                                "#0 2 1 20 4\n"
                                "#0 1 2 30 2\n"
                                "#0 1 4 15\n"
                                "#root signal\n"
                                "#root missing\n"
                                "\n"
                                "totals: 66 6\n";
    const Profile profile = read(written);
    ASSERT_TRUE(profile.calls->tree());
    const CallTree& tree = *profile.calls->tree();
    EXPECT_EQ(tree.size(), 6U);
    EXPECT_EQ(profile.calls->functions.name(tree.function(2)), "f");
    EXPECT_EQ(tree.calls(3), 4);
    EXPECT_EQ(tree.inclusive()[0][0], 66);
    EXPECT_EQ(text(profile), written);
}

// main calls f from two lines of its file and one of another; it was running before counting began.
const std::string with_lines_of_calls = "# callgrind format\n"
                                        "version: 1\n"
                                        "creator: cgtools " CGTOOLS_VERSION "\n"
                                        "cmd: ./prog\n"
                                        "part: 1\n"
                                        "positions: line\n"
                                        "events: Ir\n"
                                        "summary: 65\n"
                                        "\n"
                                        "ob=(1) prog\n"
                                        "fl=(1) a.c\n"
                                        "fn=(1) f\n"
                                        "5 45\n"
                                        "\n"
                                        "fl=(1)\n"
                                        "fn=(2) main\n"
                                        "9 20\n"
                                        "cfn=(1)\n"
                                        "calls=2 5\n"
                                        "10 15\n"
                                        "cfn=(1)\n"
                                        "calls=1 5\n"
                                        "11 9\n"
                                        "fi=(2) inl.h\n"
                                        "cfl=(1)\n"
                                        "cfn=(1)\n"
                                        "calls=4 5\n"
                                        "3 21\n"
                                        "fe=(1)\n"
                                        "\n"
                                        "#name (3)\n"
                                        "ob=(2) ???\n"
                                        "fl=(3) ???\n"
                                        "fn=(3) (before counting began)\n"
                                        "cob=(1)\n"
                                        "cfl=(1)\n"
                                        "cfn=(2)\n"
                                        "#calls 0\n"
                                        "calls=1 9\n"
                                        "0 65\n"
                                        "\n"
                                        "#tree 1 nodes 2 functions 2 recursion 1 folded 0\n"
                                        "#fn 1 1 1 5\n"
                                        "#fn 1 1 2 9\n"
                                        "#root thread\n"
                                        "#root signal\n"
                                        "#root missing\n"
                                        "#0 2 0 20\n"
                                        "#0 1 7 45\n"
                                        "\n"
                                        "totals: 65\n";

TEST(Callgrind, KeepsLinesOfCallsOfATree) {
    const Profile profile = read(with_lines_of_calls);
    ASSERT_TRUE(profile.calls->tree());
    EXPECT_EQ(arcs(profile), "main a.c:10 f[prog] 2 15\n"
                             "main a.c:11 f[prog] 1 9\n"
                             "main inl.h:3 f[prog] 4 21\n"
                             "root a.c:0 main[prog] 0 65\n"
                             "f 45\nmain 20\n");
    EXPECT_EQ(text(profile), with_lines_of_calls);
}

TEST(Callgrind, LinesOfCallsThatAreNotThoseOfTheTreeAreLeftOut) {
    const auto changed = [](std::string_view from, std::string_view to) {
        std::string text = with_lines_of_calls;
        return text.replace(text.find(from), from.size(), to);
    };
    const std::string of_tree =
        "main a.c:0 f[prog] 7 45\nroot a.c:0 main[prog] 0 65\nf 45\nmain 20\n";
    EXPECT_EQ(arcs(read(changed("11 9\n", "11 8\n"))), of_tree);
    EXPECT_EQ(arcs(read(changed("calls=2 5", "calls=3 5"))), of_tree);
    EXPECT_EQ(arcs(read(changed("cfn=(1)\ncalls=2", "cfn=(2)\ncalls=2"))), of_tree);
    EXPECT_EQ(arcs(read(changed("#calls 0\n", ""))), of_tree);
    EXPECT_EQ(arcs(read(changed("cfn=(1)\ncalls=2", "cfn=(4) g\ncalls=2"))), of_tree);
    // Without any lines, the tree alone counts.
    std::string none = changed("10 15\n", "0 15\n");
    none = none.replace(none.find("11 9\n"), 5, "0 7\n");
    none = none.replace(none.find("\n3 21\n"), 6, "\n0 9\n");
    EXPECT_EQ(arcs(read(none)), of_tree);
}

TEST(Callgrind, SumsUpTreesOfParts) {
    const std::string part = "events: Ir\nob=(1) p\nfl=(1) a.c\nfn=(1) main\n1 2\n"
                             "#tree 1 nodes 1 functions 1\n#fn 1 1 1 1\n#root thread\n#0 1 1 2\n"
                             "totals: 2\n";
    const Profile profile = read("version: 1\n" + part + part);
    EXPECT_EQ(profile.calls->tree()->size(), 4U);
    EXPECT_EQ(profile.calls->tree()->calls(1), 2);
    EXPECT_EQ(profile.calls->tree()->counts(1)[0], 4);
}

TEST(Callgrind, PassesOverTreesOfAnotherVersion) {
    const Profile profile = read("version: 1\nevents: Ir\nfl=a.c\nfn=main\n1 2\n#tree 2\n#what\n");
    EXPECT_FALSE(profile.calls->tree());
}

// Rows of one function are counted for the other of its name, but the sum of both is right.
TEST(Callgrind, KeepsOwnCostOfFunctionsOfOneName) {
    const std::string text_of_two =
        "version: 1\nevents: Ir\nfl=a.c\nfn=f\n1 2\nfi=x.h\n1 3\nfe=a.c\n"
        "fl=b.c\nfn=f\n1 4\nfi=x.h\n1 5\nfe=b.c\n";
    const Profile profile = read(text_of_two);
    EXPECT_EQ(arcs(profile), "f 5\nf 9\n");
    EXPECT_EQ(arcs(read(text(profile))), "f 5\nf 9\n");
}

// Rows of one function, counts of the other, and the rest of both: some sums of these do not
// fit in 64 bits, but none of the results.
TEST(Callgrind, OwnCostMayBeASumOfLargeCounts) {
    const std::string most = "9223372036854775807";
    const std::string large = "version: 1\nevents: Ir\nfl=a.c\nfn=f\n1 1\n2 " + most + "\n3 -" +
                              most + "\nob=p\nfl=a.c\nfn=f\n4 " + most + "\n5 -1\n";
    const Profile profile = read(large);
    EXPECT_EQ(arcs(profile), "f 1\nf 9223372036854775806\n");
    EXPECT_EQ(arcs(read(text(profile))), "f 1\nf 9223372036854775806\n");
    const Profile by_function = read_profile(large, "f", {.detail = Detail::functions});
    EXPECT_EQ(rows(by_function), "a.c:f:0 " + most + "\n");
}

TEST(Callgrind, DeepTreesAndManyChildren) {
    std::string deep = "version: 1\nevents: Ir\nob=(1) p\nfl=(1) a.c\nfn=(1) f\n1 200000\n"
                       "#tree 1\n#fn 1 1 1 1\n#root thread\n";
    for (int i = 0; i < 200000; ++i)
        deep += "#0 1 1 1\n";
    const Profile profile = read(deep + "totals: 200000\n");
    EXPECT_EQ(profile.calls->tree()->inclusive()[0][0], 200000);
    EXPECT_EQ(text(read(text(profile))), text(profile));

    std::string wide = "version: 1\nevents: Ir\nob=(1) p\nfl=(1) a.c\nfn=(1) f\n1 200000\n"
                       "#tree 1\n#fn 1 1 1 1\n#root thread\n#0 1 1\n";
    for (int i = 0; i < 200000; ++i)
        wide += std::string(i == 0 ? "#0" : "#1") + " 1 1 1\n"; // all one function, and so one node
    const Profile folded = read(wide + "totals: 200000\n");
    EXPECT_EQ(folded.calls->tree()->size(), 5U);
    EXPECT_EQ(folded.calls->tree()->calls(2), 200000);
}

// Whatever is cut off, there is an error or a result.
TEST(Callgrind, CutAnywhere) {
    const std::string whole = text(read(plain));
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_NE(message(whole.substr(0, size)), "") << size;
    const Salvaged salvaged = salvage_profile(plain.substr(0, plain.find("fe=")), "f");
    EXPECT_TRUE(salvaged.damage);
    EXPECT_EQ(salvaged.profile.summary, (std::vector<Count>{25, 4}));
    EXPECT_FALSE(salvaged.profile.calls);
}

// Cycles are nothing special: arcs are only listed. A call of a function by itself costs nothing.
TEST(Callgrind, CyclesOfArcs) {
    const Profile profile =
        read("version: 1\nevents: Ir\nfl=a\nfn=f\n1 2\ncfn=g\ncalls=1 1\n1 5\ncfn=f\ncalls=3 1\n"
             "1 9\nfn=g\n1 3\ncfn=f\ncalls=1 1\n1 4\n");
    EXPECT_EQ(arcs(profile), "f a:1 f[???] 3 0\nf a:1 g[???] 1 5\ng a:1 f[???] 1 4\nf 2\ng 3\n");
    EXPECT_EQ(arcs(read(text(profile))), arcs(profile));
}

// The cost of f beyond main's calls of it was not called, in one part as in another. Of our own
// files, arcs are as they are.
TEST(Callgrind, TheRestOfACalledFunctionRanUncalled) {
    const std::string body = "events: Ir\nfl=a\nfn=main\n1 2\ncfn=f\ncalls=1 1\n1 5\nfn=f\n1 9\n";
    const Profile profile = read("version: 1\n" + body);
    EXPECT_EQ(arcs(profile), "main a:1 f[\?\?\?] 1 5\nroot a:0 f[\?\?\?] 0 4\nf 9\nmain 2\n");
    EXPECT_EQ(arcs(read(text(profile))), arcs(profile));
    EXPECT_EQ(arcs(read("version: 1\ncreator: cgtools 0.1.0\n" + body + "totals: 11\n")),
              "main a:1 f[\?\?\?] 1 5\nf 9\nmain 2\n");
}

} // namespace
} // namespace cg
