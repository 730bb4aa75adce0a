// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/zstd_frames.hpp"

#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

TEST(ZstdFrames, AreFollowedByTheirSizes) {
    using namespace std::string_literals;
    const std::string magic = "\x28\xb5\x2f\xfd";
    const std::string one_segment = magic + "\x20\x03"s; // and a byte for the size
    const std::string raw = "\x18\x00\x00"s + "abc";     // a block of 3 bytes
    const std::string last_raw = "\x19\x00\x00"s + "abc";
    const std::string last_repeated = "\x0b\x80\x00"s + "a"; // 4096 times
    const std::string skippable = "\x53\x2a\x4d\x18\x02\x00\x00\x00xy"s;
    for (const std::string& frame :
         {one_segment + last_raw, one_segment + raw + last_raw, one_segment + last_repeated,
          skippable,
          magic + "\x04W"s + last_raw + "csum", // a window and a checksum
          magic + "\xc3W"s + "dict" + "12345678" + last_raw}) {
        EXPECT_TRUE(are_whole_zstd_frames(frame));
        EXPECT_TRUE(are_whole_zstd_frames(frame + skippable));
        EXPECT_TRUE(are_whole_zstd_frames(skippable + frame));
        for (std::size_t size = 0; size < frame.size(); ++size)
            EXPECT_FALSE(are_whole_zstd_frames(frame.substr(0, size)));
    }
}

} // namespace
} // namespace cg
