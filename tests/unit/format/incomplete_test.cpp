// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/incomplete.hpp"

#include "format/read.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace cg {
namespace {

const std::string counts = "cmd: c\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n";

std::vector<std::string> warnings_of(const std::string& text) {
    std::vector<std::string> warnings;
    read_profile(text, "FILE",
                 {.warn = [&](const std::string& what) { warnings.push_back(what); }});
    return warnings;
}

TEST(Incomplete, IsSaidOnceWithTheReason) {
    EXPECT_EQ(warnings_of("desc: Incomplete: no memory\n" + counts),
              std::vector<std::string>{"FILE: is incomplete: no memory"});
    EXPECT_EQ(warnings_of("desc: Incomplete: one\ndesc: Incomplete: two\n" + counts),
              std::vector<std::string>{"FILE: is incomplete: one"});
}

TEST(Incomplete, NothingIsSaidOfOthers) {
    EXPECT_EQ(warnings_of(counts), std::vector<std::string>());
    EXPECT_EQ(warnings_of("desc: This is not Incomplete: at all\n" + counts),
              std::vector<std::string>());
}

TEST(Incomplete, BytesThatATerminalWouldObeyAreEscaped) {
    EXPECT_EQ(warnings_of("desc: Incomplete:\n" + counts),
              std::vector<std::string>{"FILE: is incomplete: "});
    ASSERT_EQ(warnings_of("desc: Incomplete: \x1b[31m\n" + counts).size(), 1u);
    EXPECT_EQ(warnings_of("desc: Incomplete: \x1b[31m\n" + counts)[0].find('\x1b'),
              std::string::npos);
}

TEST(Incomplete, ADamagedFileSaysItToo) {
    std::vector<std::string> warnings;
    salvage_profile("desc: Incomplete: no memory\n" + counts + "junk\n", "FILE",
                    {.warn = [&](const std::string& what) { warnings.push_back(what); }});
    EXPECT_EQ(warnings, std::vector<std::string>{"FILE: is incomplete: no memory"});
}

} // namespace
} // namespace cg
