// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/header.hpp"

#include "made_callgrind.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using namespace made_callgrind;

TEST(Formulas, AreComputedForLinesAndCalls) {
    std::string with_formulas = plain;
    const std::size_t events = plain.find("events:");
    with_formulas.insert(events, "event: Sum = Ir + 10 Dr : Both\n"
                                 "event: Rest =  -Sum+2*Ir - 0Dr\n"
                                 "event: Ir : Instructions\n");
    const Profile profile = read(with_formulas);
    EXPECT_EQ(profile.header.events.names(), (std::vector<std::string>{"Ir", "Dr", "Sum", "Rest"}));
    EXPECT_EQ(profile.summary, (std::vector<Count>{60, 6, 120, 0}));
    EXPECT_EQ(rows(profile), "a.c:main:10 20 4 60 -20\n"
                             "a.c:f:5 25 1 35 15\n"
                             "inl.h:main:3 5 0 5 5\n"
                             "s.c:strlen:7 10 1 20 0\n");
    EXPECT_EQ(arcs(profile), "main a.c:12 f[prog] 2 30 1 40 20\n"
                             "main a.c:12 strlen[libc.so] 1 10 1 20 0\n"
                             "f 25 1 35 15\n"
                             "main 25 4 65 -15\n"
                             "strlen 10 1 20 0\n");
}

TEST(Formulas, AreComputedForEachNode) {
    const std::string tree = "version: 1\ncreator: cachegrind 1\nevents: A\nevent: B = 3 A\n"
                             "ob=(1) p\nfl=(1) a\nfn=(1) f\n1 5\n"
                             "#name (2)\nfn=(2) (start of program and threads)\n1 2\n"
                             "#tree 1\n#fn 1 1 1 1\n#root thread 2\n#0 1 1 5\ntotals: 7\n";
    const Profile profile = read(tree);
    const CallTree& nodes = *profile.calls->tree();
    ASSERT_EQ(nodes.size(), 4U); // each kind of root, and f
    EXPECT_EQ(nodes.counts(0)[1], 6);
    EXPECT_EQ(nodes.counts(1)[1], 15);
    EXPECT_EQ(nodes.calls(1), 1);
    EXPECT_EQ(profile.summary, (std::vector<Count>{7, 21}));
}

TEST(Formulas, MayBeRepeatedInParts) {
    const std::string part = "event: B = 2 A\nevents: A\nfl=a\nfn=f\n1 7\ntotals: 7\n";
    EXPECT_EQ(read("version: 1\n" + part + part).summary, (std::vector<Count>{14, 28}));
}

} // namespace

} // namespace cg
