// SPDX-License-Identifier: GPL-2.0-or-later
// Accepted profiles, written again.
#include "error/error.hpp"
#include "format/cachegrind.hpp"
#include "format/read.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

std::string text(const Profile& profile) {
    std::string bytes;
    write_profile(profile, [&](std::string_view more) { bytes += more; });
    return bytes;
}

// Returns the profile that was read, without its header of one event.
std::string data(const std::string& bytes) {
    const std::string all = text(read_profile("cmd: c\nevents: Ir Dr\n" + bytes, "f"));
    return all.substr(all.find("Dr\n") + 3);
}

TEST(Read, Header) {
    EXPECT_EQ(text(read_profile("desc: one\ndesc:\t two \ndesc:\ncmd:  ./a 'b\tc'\n"
                                "events:  Ir\tDr \nsummary: 0 0\n",
                                "f")),
              "desc: one\ndesc: two \ndesc: \ncmd: ./a 'b\tc'\nevents: Ir Dr\nsummary: 0 0\n");
}

TEST(Read, RowsInAnyForm) {
    EXPECT_EQ(
        data("fl=a\nfn=f\n1 1 2\n\n \t\n# a comment\n2\t3\n3\n0004 00005 \t 6  \nsummary: 9 8\n"),
        "fl=a\nfn=f\n1 1 2\n2 3 0\n3 0 0\n4 5 6\nsummary: 9 8\n");
    EXPECT_EQ(data("fl=a\nfn=f\n1 -1 .\n1 . -9223372036854775808\n"
                   "summary: -1 -9223372036854775808\n"),
              "fl=a\nfn=f\n1 -1 -9223372036854775808\nsummary: -1 -9223372036854775808\n");
    // numbers of every length, up to the very end of the file
    EXPECT_EQ(data("fl=a\nfn=f\n1 1 12\n123456 1234567 12345678\n1234567 123456789 1234567890\n"
                   "4294967295 9223372036730084450 1\nsummary: 9223372036854775807 1246913581"),
              "fl=a\nfn=f\n1 1 12\n123456 1234567 12345678\n1234567 123456789 1234567890\n"
              "4294967295 9223372036730084450 1\nsummary: 9223372036854775807 1246913581\n");
}

TEST(Read, PlacesInAnyOrder) {
    EXPECT_EQ(
        data("fl=a\nfn=f\n1 1\nfl=b\n1 1\nfn=g\n1 1\nfl=a\nfn=f\n1 1\nfl=b\n2 1\nsummary: 5\n"),
        "fl=a\nfn=f\n1 2 0\nfl=b\nfn=???\n1 1 0\n2 1 0\nfn=g\n1 1 0\nsummary: 5 0\n");
}

TEST(Read, UnspecifiedIsNotANameOfThreeMarks) {
    const Profile p = read_profile("cmd: c\nevents: Ir\nfl=a\n1 1\nfn=???\n1 2\nsummary: 3\n", "f");
    ASSERT_EQ(p.costs.functions().size(), 2u);
    EXPECT_EQ(p.costs.functions()[0].function, unspecified_function);
    EXPECT_EQ(p.names[p.costs.functions()[1].function], "???");
}

// Functions as file:function, with the number of their rows where a file holds them.
std::string functions(const Profile& profile) {
    std::string text;
    for (const FunctionCosts& f : profile.costs.functions()) {
        text += std::string(profile.names[f.file]) + ":";
        text += f.function == unspecified_function ? "-" : profile.names[f.function];
        text += "=" + std::to_string(f.end_row - f.first_row) + " ";
    }
    return text;
}

TEST(Read, FunctionsWithoutCountsAreKeptOnRequest) {
    const std::string bytes = "cmd: c\nevents: Ir\nfl=a\nfn=g\nfn=f\n1 1\nfl=b\nfl=c\nfn=h\nfl=a\n"
                              "fn=f\nfn=g\n2 2\nfl=d\nfn=i\nfi=e\n3 3\nfn=j\nsummary: 6\n";
    EXPECT_EQ(functions(read_profile(bytes, "f")), "a:f=1 a:g=1 e:i=1 ");
    const Profile all = read_profile(bytes, "f", {.with_uncounted = true});
    EXPECT_EQ(functions(all), "a:g=1 a:f=1 b:-=0 c:h=0 d:i=0 e:i=1 e:j=0 ");
    EXPECT_EQ(all.summary, std::vector<Count>{6});
    EXPECT_EQ(functions(read_profile("cmd: c\nevents: Ir\nfl=a\nsummary: 0\n", "f",
                                     {.with_uncounted = true})),
              "a:-=0 ");
    EXPECT_EQ(functions(salvage_profile("cmd: c\nevents: Ir\nfl=a\n1 1\nfl=b\n", "f",
                                        {.with_uncounted = true})
                            .profile),
              "a:-=1 b:-=0 ");
}

TEST(Read, FilesThatChangeInsideAFunction) {
    EXPECT_EQ(data("fl=a\nfn=f\n1 1\nfi=b\n2 2\nfe=a\n3 3\nsummary: 6\n"),
              "fl=a\nfn=f\n1 1 0\n3 3 0\nfl=b\nfn=f\n2 2 0\nsummary: 6 0\n");
}

TEST(Read, NamesOfAnyBytes) {
    const std::string bytes = "fl=\xff a\t\nfn=fl=\r\x01\n1 1 1\nsummary: 1 1\n";
    EXPECT_EQ(data(bytes), bytes);
}

TEST(Read, LinesThatEndInCrLf) {
    EXPECT_EQ(text(read_profile("desc: d\r\ncmd: c\r\nevents: Ir\r\n\r\nfl=a\r\nfn=f\r\n1 1\r\n"
                                "summary: 1\r\n",
                                "f")),
              "desc: d\ncmd: c\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1\n");
}

TEST(Read, MoreBlocksThanAreLookedUpAtOnce) {
    std::string bytes;
    for (int i = 0; i < 3000; ++i) {
        const std::string n = std::to_string(i);
        bytes += "fl=a" + n + "\nfn=f" + std::to_string(i % 700) + "\n1 1 0\n";
    }
    bytes += "summary: 3000 0\n";
    EXPECT_EQ(data(bytes), bytes);
}

const std::string good = "cmd: c\nevents: Ir\nfl=a\nfn=f\n1 10\n";

TEST(Read, ByFunctionSumsOfLinesMayLeave64BitsOnTheWay) {
    const std::string large = "cmd: c\nevents: Ir\nfl=a\nfn=f\n1 1\n2 9223372036854775807\n3 -1\n"
                              "summary: 9223372036854775807\n";
    EXPECT_EQ(
        text(read_profile(large, "f", {.detail = Detail::functions})),
        "cmd: c\nevents: Ir\nfl=a\nfn=f\n0 9223372036854775807\nsummary: 9223372036854775807\n");
}

TEST(Salvage, DropsALineThatIsCutOff) {
    const Salvaged cut = salvage_profile(good + "2 2", "f");
    EXPECT_EQ(text(cut.profile), good + "summary: 10\n");
    ASSERT_TRUE(cut.damage);
    EXPECT_EQ(cut.damage->line, 6u);
    EXPECT_EQ(cut.damage->reason, "the \"summary:\" line is missing");
    EXPECT_EQ(cut.damage->dropped_bytes, 3u);
}

TEST(Salvage, DropsEverythingFromABadLineOn) {
    const Salvaged garbage = salvage_profile(good + "\xff\n3 3\nsummary: 13\n", "f");
    EXPECT_EQ(text(garbage.profile), good + "summary: 10\n");
    ASSERT_TRUE(garbage.damage);
    EXPECT_EQ(garbage.damage->line, 6u);
}

TEST(Salvage, DropsASummaryThatIsWrong) {
    const Salvaged wrong = salvage_profile(good + "summary: 11\n", "f");
    EXPECT_EQ(text(wrong.profile), good + "summary: 10\n");
    ASSERT_TRUE(wrong.damage);
    EXPECT_EQ(wrong.damage->reason, "the summary says 11 Ir, but the counts add up to 10");
}

TEST(Salvage, DropsNothingOfACompleteProfile) {
    EXPECT_FALSE(salvage_profile(good + "summary: 10\n", "f").damage);
}

TEST(Salvage, NeedsACompleteHeader) {
    EXPECT_THROW(salvage_profile("cmd: c\nev", "f"), Error);
}

} // namespace
} // namespace cg
