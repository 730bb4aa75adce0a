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

} // namespace
} // namespace cg
