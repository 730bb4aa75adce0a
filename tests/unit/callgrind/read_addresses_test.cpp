// SPDX-License-Identifier: GPL-2.0-or-later
// Addresses of cost lines: positions: instr.
#include "format/read.hpp"
#include "made_callgrind.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

using namespace made_callgrind;

// "object file:function:line address counts" of each range.
std::string ranges(const Profile& profile) {
    if (!profile.addresses)
        return "none";
    const CodeRanges& all = *profile.addresses;
    std::string text;
    for (const auto& [range, counts] : all.ranges.rows()) {
        EXPECT_EQ(range.bytes, 0U);
        EXPECT_EQ(range.instructions, 1U);
        EXPECT_TRUE(all.objects[range.object].is_any_build);
        text +=
            fmt::format("{} {}:{}:{} {:x}", all.objects[range.object].path, all.names[range.file],
                        all.names[range.function], range.line, range.address);
        for (const Count count : counts)
            text += fmt::format(" {}", count);
        text += "\n";
    }
    return text;
}

std::string file(const std::string& positions, const std::string& lines) {
    return "creator: other\npositions: " + positions + "\nevents: Ir Dr\n" + lines;
}

TEST(CallgrindAddresses, AreCostsByAddress) {
    const Profile p = read(file("instr line", "ob=/bin/p\nfl=a.c\nfn=main\n0x10 3 5 1\n+4 +1 6\n"
                                              "cfn=f\ncalls=1 0x40 9\n* * 100 50\n"
                                              "fi=b.h\n+2 7 1\n* 8 2\n-2 1 3\n"
                                              "ob=/lib/l.so\nfl=c.c\nfn=f\n0x10 9 100 50\n"
                                              "0x10 9 1\n"));
    EXPECT_EQ(ranges(p), "/bin/p a.c:main:3 10 5 1\n/bin/p a.c:main:4 14 6 0\n"
                         "/bin/p b.h:main:7 16 1 0\n/bin/p b.h:main:8 16 2 0\n"
                         "/bin/p b.h:main:1 14 3 0\n/lib/l.so c.c:f:9 10 101 50\n");
    EXPECT_EQ(p.addresses->ranges.total(), p.summary);
    EXPECT_EQ(rows(p), "a.c:main:3 5 1\na.c:main:4 6 0\nb.h:main:7 1 0\nb.h:main:8 2 0\n"
                       "b.h:main:1 3 0\nc.c:f:9 101 50\n");
}

TEST(CallgrindAddresses, AreAmongOtherPositions) {
    const std::string one = "/bin/p a:f:3 10 5 1\n", place = "ob=/bin/p\nfl=a\nfn=f\n";
    EXPECT_EQ(ranges(read(file("instr bb line", place + "0x10 0x8 3 5 1\n"))), one);
    EXPECT_EQ(ranges(read(file("line instr", place + "16 3 5 1\n"))), one);
    EXPECT_EQ(ranges(read(file("instr", place + "0x10 5 1\n"))), "/bin/p a:f:0 10 5 1\n");
    EXPECT_EQ(ranges(read(file("column instr line", place + "7 0x10 3 5 1\n"))), one);
    EXPECT_EQ(ranges(read(file("column instr line", place + "0x10 3 5 1\n"))), one);
    EXPECT_EQ(ranges(read(file("bb line", place + "0x10 3 5 1\n"))), "none");
    EXPECT_EQ(ranges(read(file("line", place + "3 5 1\n"))), "none");
}

TEST(CallgrindAddresses, NeedAnObject) {
    EXPECT_EQ(ranges(read(file("instr line", "fl=a\nfn=f\n0x10 3 5 1\n"))), "none");
    EXPECT_EQ(ranges(read(file("instr line", "ob=???\nfl=a\nfn=f\n0x10 3 5 1\n"
                                             "ob=/bin/p\nfn=f\n0x10 3 6 1\n"))),
              "/bin/p a:f:3 10 6 1\n");
}

TEST(CallgrindAddresses, OfPartsAreSummed) {
    const std::string part = "events: Ir\nob=(1) /bin/p\nfl=(1) a\nfn=(1) f\n0x10 3 5\n";
    EXPECT_EQ(ranges(read("positions: instr line\n" + part + part)), "/bin/p a:f:3 10 10\n");
    // Lines of a part without them are rows only.
    EXPECT_EQ(ranges(read("positions: instr line\n" + part + "positions: line\n" +
                          "events: Ir\nob=(1)\nfl=(1)\nfn=(1)\n3 5\n")),
              "/bin/p a:f:3 10 5\n");
    EXPECT_EQ(ranges(read("positions: instr line\n" + part + "positions: line\n4 5\n")),
              "/bin/p a:f:3 10 5\n");
}

TEST(CallgrindAddresses, HaveComputedEvents) {
    const Profile p =
        read("event: Twice = 2 Ir\n" + file("instr line", "ob=/bin/p\nfl=a\nfn=f\n0x10 3 5 1\n"));
    EXPECT_EQ(ranges(p), "/bin/p a:f:3 10 5 1 10\n");
}

TEST(CallgrindAddresses, AreNotReadTwice) {
    const std::string lines = "creator: cachegrind 0.1.0\npositions: instr line\nevents: Ir\n"
                              "ob=/bin/p\nfl=a\nfn=f\n0x10 3 5\ntotals: 5\n";
    EXPECT_EQ(ranges(read(lines)), "/bin/p a:f:3 10 5\n");
    const Profile p = read(lines + "#addresses 1\n#object 1 ab /bin/p\n#fl=a\n#fn=f\n"
                                   "#a 1 0x10 4 1 3 5\n");
    ASSERT_EQ(p.addresses->ranges.size(), 1U);
    EXPECT_EQ(p.addresses->ranges[0].bytes, 4U);
    EXPECT_EQ(p.addresses->ranges.total(), p.summary);
}

TEST(CallgrindAddresses, AreReadByLineOnly) {
    const std::string lines = file("instr line", "ob=/bin/p\nfl=a\nfn=f\n0x10 3 5 1\n");
    EXPECT_FALSE(read_profile(lines, "f", {.detail = Detail::functions}).addresses);
}

TEST(CallgrindAddresses, AreWrittenWithoutSizes) {
    const Profile p = read(file("instr line", "ob=/bin/p\nfl=a\nfn=f\n0x10 3 5 1\n"));
    EXPECT_NE(text(p).find("#addresses 1\n#object 1 ? /bin/p\n#fl=a\n#fn=f\n#a 1 0x10 0 1 3 5 1\n"),
              std::string::npos)
        << text(p);
    EXPECT_EQ(ranges(read(text(p))), ranges(p));
}

} // namespace
} // namespace cg
