// SPDX-License-Identifier: GPL-2.0-or-later
// Streams that are whole: from libdeflate, and made bit by bit.
#include "reading/inflate.hpp"

#include "made_data.hpp"
#include "made_streams.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

TEST(Inflate, DataOfEachKindAtEachLevel) {
    for (const Data& data : data_of_each_kind(20'000)) {
        for (int level = 0; level <= 12; ++level)
            ASSERT_EQ(inflated(compressed(data.bytes, level), data.bytes.size()), data.bytes)
                << data.kind << ", level " << level;
    }
}

TEST(Inflate, DataOfEachSmallSize) {
    const Bytes text = words(1, 80);
    for (size_t size = 0; size <= text.size(); ++size) {
        const Bytes data(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
        for (const int level : {0, 1, 9})
            ASSERT_EQ(inflated(compressed(data, level), size), data) << size << ", level " << level;
    }
}

TEST(Inflate, DataOfSeveralBlocks) {
    Bytes data = random_bytes(2, 150'000); // more than a stored block can have
    EXPECT_EQ(inflated(compressed(data, 0), data.size()), data);
    for (size_t i = 0; i < data.size(); i += i / 8 + 1)
        std::fill_n(data.begin() + static_cast<std::ptrdiff_t>(i),
                    std::min(i / 16, data.size() - i), uint8_t{0});
    EXPECT_EQ(inflated(compressed(data, 6), data.size()), data);
}

TEST(Inflate, IntoRoomThatIsTooSmallFails) {
    for (const Data& data : data_of_each_kind(3000)) {
        for (const int level : {0, 1, 6, 12}) {
            const Bytes stream = compressed(data.bytes, level);
            for (size_t less = 1; less <= std::min<size_t>(data.bytes.size(), 20); ++less)
                ASSERT_EQ(inflated(stream, data.bytes.size() - less), std::nullopt)
                    << data.kind << ", level " << level;
            ASSERT_EQ(inflated(stream, 0),
                      data.bytes.empty() ? std::optional(Bytes()) : std::nullopt);
        }
    }
}

TEST(Inflate, IntoRoomThatIsLargerReturnsTheSize) {
    for (const Data& data : data_of_each_kind(3000)) {
        for (const size_t more : {1, 7, 16, 300})
            ASSERT_EQ(inflated(compressed(data.bytes, 6), data.bytes.size() + more), data.bytes)
                << data.kind;
    }
}

// Without a sanitizer too: long words are copied, up to the last byte and no further.
TEST(Inflate, WritesNothingAfterItsRoom) {
    const auto inflater = std::make_unique<Inflater>();
    constexpr size_t guards = 64;
    for (const Data& data : data_of_each_kind(2000)) {
        const Bytes stream = compressed(data.bytes, 6);
        for (size_t room = 0; room <= data.bytes.size(); room += 13) {
            Bytes out(room + guards, 0xa5);
            inflater->run(out.data(), room, stream.data(), stream.size());
            ASSERT_EQ(std::count(out.end() - guards, out.end(), 0xa5), guards) << data.kind << room;
        }
    }
}

TEST(Inflate, IgnoresBytesAfterTheStream) {
    const Bytes data = words(3, 500);
    for (const int level : {0, 1, 9}) {
        Bytes stream = compressed(data, level);
        for (int i = 0; i < 20; ++i) {
            stream.push_back(0xff);
            ASSERT_EQ(inflated(stream, data.size()), data);
        }
    }
}

// A stored block begins at a whole byte, most of which the reader has already when it meets it.
TEST(Inflate, StoredBlocksBetweenOthersAtAnyBit) {
    const Lengths literals = fixed_literals();
    const Bytes text = words(4, 70);
    for (size_t before = 0; before < 20; ++before) {
        for (size_t stored = 0; stored < 40; stored += 1 + stored / 12) {
            BitWriter out;
            out.bits(0, 1).bits(1, 2);
            for (size_t i = 0; i < before; ++i)
                out.symbol(literals, i % 2 != 0 ? 200 : 'x');
            out.symbol(literals, 256);
            const Bytes part(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(stored));
            out.stored(part, false).stored({}, false).stored(part, false);
            out.fixed().symbol(literals, 'y').symbol(literals, 256);

            Bytes data;
            for (size_t i = 0; i < before; ++i)
                data.push_back(i % 2 != 0 ? 200 : 'x');
            for (int i = 0; i < 2; ++i)
                data.insert(data.end(), part.begin(), part.end());
            data.push_back('y');
            const Bytes stream = as_zlib(out.bytes(), data);
            ASSERT_EQ(judged(stream, data.size()), data);
            ASSERT_EQ(inflated(stream, data.size()), data) << before << " and " << stored;
        }
    }
}

// Matches may repeat what they copy themselves.
TEST(Inflate, MatchesOfEachDistanceAndLength) {
    const Lengths literals = fixed_literals(), distances = fixed_distances();
    for (unsigned distance = 1; distance <= 4; ++distance) {
        for (unsigned length = 3; length <= 10; ++length) {
            // These have a symbol each.
            for (const size_t more : {0, 1, 15, 16, 17, 40}) {
                BitWriter out;
                out.fixed();
                Bytes data;
                for (unsigned i = 0; i < distance; ++i) {
                    out.symbol(literals, 'a' + i);
                    data.push_back(static_cast<uint8_t>('a' + i));
                }
                out.symbol(literals, 257 + length - 3).symbol(distances, distance - 1);
                for (unsigned i = 0; i < length; ++i)
                    data.push_back(data[data.size() - distance]);
                out.symbol(literals, 256);
                const Bytes stream = as_zlib(out.bytes(), data);
                ASSERT_EQ(inflated(stream, data.size() + more), data) << distance << ' ' << length;
            }
        }
    }
}

} // namespace
} // namespace cg::reading
