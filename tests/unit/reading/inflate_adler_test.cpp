// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/inflate.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <libdeflate.h>

namespace cg::reading {
namespace {

TEST(Adler, OfAKnownText) {
    const std::vector<uint8_t> text = {'W', 'i', 'k', 'i', 'p', 'e', 'd', 'i', 'a'};
    EXPECT_EQ(adler32(text.data(), text.size()), 0x11e60398U);
}

TEST(Adler, OfNothingIsOne) {
    EXPECT_EQ(adler32(nullptr, 0), 1U);
}

TEST(Adler, OfTheHighestBytesOfAnyCount) {
    const std::vector<uint8_t> bytes(600'000, 0xff);
    // 5552 bytes are added before a division, to sums that are nearly as large as they can be.
    for (const size_t count : {1, 7, 8, 9, 5551, 5552, 5553, 5560, 11104, 11105, 600'000})
        EXPECT_EQ(adler32(bytes.data(), count), libdeflate_adler32(1, bytes.data(), count))
            << count;
}

TEST(Adler, OfRandomBytesAtAnyAddress) {
    std::mt19937 random(1);
    for (size_t count = 0; count < 300; ++count) {
        const size_t offset = count % 9;
        std::vector<uint8_t> bytes(offset + count);
        for (uint8_t& byte : bytes)
            byte = static_cast<uint8_t>(random());
        EXPECT_EQ(adler32(bytes.data() + offset, count),
                  libdeflate_adler32(1, bytes.data() + offset, count))
            << count;
    }
}

// The weights of the eight places of a word.
TEST(Adler, OfOneByteAtEachPlace) {
    for (size_t place = 0; place < 24; ++place) {
        std::vector<uint8_t> bytes(24);
        bytes[place] = 0xff;
        EXPECT_EQ(adler32(bytes.data(), bytes.size()),
                  libdeflate_adler32(1, bytes.data(), bytes.size()))
            << place;
    }
}

} // namespace
} // namespace cg::reading
