// SPDX-License-Identifier: GPL-2.0-or-later
#include "data/fields.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::data {
namespace {

std::vector<Field> all_of(const Fields& fields) {
    std::vector<Field> all;
    fields.for_each([&](uint32_t word, const Field& f) {
        EXPECT_EQ(word, all.size());
        all.push_back(f);
    });
    return all;
}

// Counts of bytes by their whole offset, which are folded at the end only.
struct Bytes {
    std::vector<std::array<uint64_t, 2>> loaded_and_touched;
    std::vector<uint64_t> missed;

    explicit Bytes(size_t count) : loaded_and_touched(count), missed(count) {}
};

void expect_folded(const Fields& fields, uint64_t period, const Bytes& bytes) {
    std::vector<Field> folded(Fields::count_for(period));
    for (uint64_t i = 0; i < bytes.missed.size(); ++i) {
        Field& to = folded[i % period / word_bytes];
        to.loaded += bytes.loaded_and_touched[i][0];
        to.touched += bytes.loaded_and_touched[i][1];
        to.missed += bytes.missed[i];
    }
    const std::vector<Field> found = all_of(fields);
    ASSERT_EQ(found.size(), folded.size());
    for (uint32_t i = 0; i < folded.size(); ++i) {
        ASSERT_EQ(found[i].loaded, folded[i].loaded) << i;
        ASSERT_EQ(found[i].touched, folded[i].touched) << i;
        ASSERT_EQ(found[i].missed, folded[i].missed) << i;
    }
}

TEST(Fields, AreThoseOfTheNaiveFolding) {
    constexpr uint64_t length = 20'160;
    std::vector<uint64_t> memory(Fields::bytes_for(length) / sizeof(uint64_t));
    Fields fields;
    fields.begin(memory.data(), length);
    Bytes bytes(length);
    std::mt19937_64 random(1);
    for (const uint64_t period : {length, length / 4, length / 12, uint64_t{840}, uint64_t{120},
                                  uint64_t{40}, uint64_t{8}, uint64_t{4}}) {
        fields.fold(period);
        for (int i = 0; i < 3000; ++i) {
            const uint64_t at = random() % length;
            const auto count =
                static_cast<unsigned>(random() % std::min<uint64_t>(65, length - at));
            const uint64_t used = random();
            fields.add_load(at, count, used);
            for (unsigned n = 0; n < count; ++n) {
                ++bytes.loaded_and_touched[at + n][0];
                bytes.loaded_and_touched[at + n][1] += used >> n & 1;
            }
            fields.add_miss(at);
            ++bytes.missed[at];
        }
        expect_folded(fields, period, bytes);
    }
}

TEST(Fields, OfSmallElementsInALineAreThoseOfTheNaiveFolding) {
    constexpr uint64_t length = 1024;
    for (const uint64_t period : {64, 32, 24, 16, 12, 8, 4}) {
        std::vector<uint64_t> memory(Fields::bytes_for(period) / sizeof(uint64_t));
        Fields fields;
        fields.begin(memory.data(), period);
        Bytes bytes(length);
        std::mt19937_64 random(period);
        for (int i = 0; i < 1000; ++i) {
            // A line of a block, or a granule of one, whose last may be shorter.
            const unsigned count = 64 >> random() % 3;
            const uint64_t at = random() % (length / 64) * 64;
            const unsigned end =
                random() % 8 == 0 ? static_cast<unsigned>(random() % count) : count;
            const uint64_t used = random();
            fields.add_load(at, end, used);
            for (unsigned n = 0; n < end; ++n) {
                ++bytes.loaded_and_touched[at + n][0];
                bytes.loaded_and_touched[at + n][1] += used >> n & 1;
            }
        }
        expect_folded(fields, period, bytes);
    }
}

TEST(Fields, EndAtTheLargestOffset) {
    constexpr uint64_t period = 3 * most_field_bytes;
    std::vector<uint64_t> memory(Fields::bytes_for(period) / sizeof(uint64_t));
    constexpr uint32_t last = most_field_bytes / word_bytes - 1;
    Fields fields;
    fields.begin(memory.data(), period);
    fields.add_load(most_field_bytes - 4, 64, ~uint64_t{0});
    fields.add_load(period - 8, 16, 0b11); // of an element and the next one
    fields.add_miss(most_field_bytes - 1);
    fields.add_miss(most_field_bytes);
    const std::vector<Field> all = all_of(fields);
    ASSERT_EQ(all.size(), last + 1);
    EXPECT_EQ(all[last].loaded, 4U);
    EXPECT_EQ(all[last].touched, 4U);
    EXPECT_EQ(all[last].missed, 1U);
    EXPECT_EQ(all[0].loaded, 4U);
    EXPECT_EQ(all[0].touched, 0U);
    EXPECT_EQ(all[1].loaded, 4U);
    EXPECT_EQ(all[2].loaded, 0U);
}

} // namespace
} // namespace cg::data
