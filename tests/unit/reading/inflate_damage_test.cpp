// SPDX-License-Identifier: GPL-2.0-or-later
// Streams that are cut short or damaged, with libdeflate as the judge.
#include "reading/inflate.hpp"

#include "made_data.hpp"
#include "made_streams.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

// Stored, fixed and dynamic blocks.
std::vector<Bytes> short_streams() {
    std::vector<Bytes> streams = {compressed(words(1, 60), 0), compressed(words(2, 25), 6)};
    for (const Data& data : data_of_each_kind(400))
        streams.push_back(compressed(data.bytes, 9));
    return streams;
}
constexpr size_t room = 1000;

TEST(InflateDamage, NothingFails) {
    EXPECT_EQ(inflated({}, room), std::nullopt);
    const auto inflater = std::make_unique<Inflater>();
    EXPECT_EQ(inflater->run(nullptr, 0, nullptr, 0), Inflater::failed);
}

TEST(InflateDamage, AStreamCutAnywhereFails) {
    for (const Bytes& stream : short_streams()) {
        ASSERT_TRUE(inflated(stream, room).has_value());
        for (size_t size = 0; size < stream.size(); ++size) {
            const Bytes cut(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(size));
            ASSERT_EQ(inflated(cut, room), std::nullopt) << size << " of " << stream.size();
        }
    }
}

// The last bits are the end of the block and the check sum, all of them zeros, as the reader has
// after the end of its input.
TEST(InflateDamage, AStreamWithoutTheZerosAtItsEndFails) {
    Bytes data(256, 0xff);
    data.push_back(
        240); // the lower half of the sum is 0, and a zero before all adds 1 to the upper
    const uint32_t upper = libdeflate_adler32(1, data.data(), data.size()) >> 16;
    Bytes zeros(65521 - upper);
    BitWriter out;
    out.stored(zeros, false).stored(data, false).fixed().bits(0, 7);
    data.insert(data.begin(), zeros.begin(), zeros.end());
    Bytes stream = as_zlib(out.bytes(), data);
    ASSERT_EQ(Bytes(stream.end() - 5, stream.end()), Bytes(5));
    EXPECT_EQ(inflated(stream, data.size()), data);
    for (int bytes = 1; bytes <= 5; ++bytes) {
        stream.pop_back();
        EXPECT_EQ(inflated(stream, data.size()), std::nullopt) << bytes;
    }
}

TEST(InflateDamage, OfEachPossibleHeader) {
    const Bytes data = {'x'};
    Bytes stream = compressed(data, 0);
    unsigned accepted = 0;
    for (unsigned header = 0; header <= 0xffff; ++header) {
        stream[0] = static_cast<uint8_t>(header >> 8);
        stream[1] = static_cast<uint8_t>(header);
        const auto judgement = judged(stream, data.size());
        ASSERT_EQ(inflated(stream, data.size()), judgement) << header;
        accepted += judgement.has_value() ? 1 : 0;
    }
    EXPECT_GT(accepted, 0U);
}

TEST(InflateDamage, OfEachBit) {
    for (Bytes stream : {compressed(words(1, 60), 0), compressed(words(2, 25), 6),
                         compressed(skewed(3, 200), 9)}) {
        for (size_t bit = 0; bit < 8 * stream.size(); ++bit) {
            stream[bit / 8] ^= static_cast<uint8_t>(1U << bit % 8);
            ASSERT_EQ(inflated(stream, room), judged(stream, room)) << bit;
            stream[bit / 8] ^= static_cast<uint8_t>(1U << bit % 8);
        }
    }
}

// The check sum finds nearly all damage. Here damaged streams get the one that fits, if libdeflate
// can read them.
class Repair {
  public:
    // Replaces what follows the deflated data. Returns its data, or nothing if it has none.
    std::optional<Bytes> mend(Bytes& stream) {
        Bytes data(room);
        size_t read = 0, written = 0;
        if (libdeflate_deflate_decompress_ex(judge_.get(), stream.data() + 2, stream.size() - 2,
                                             data.data(), room, &read,
                                             &written) != LIBDEFLATE_SUCCESS)
            return std::nullopt;
        data.resize(written);
        const auto deflated = stream.begin() + 2;
        stream = as_zlib(Bytes(deflated, deflated + static_cast<std::ptrdiff_t>(read)), data);
        return data;
    }

  private:
    std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> judge_{
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor};
};

TEST(InflateDamage, ThatTheCheckSumDoesNotFind) {
    Repair repair;
    std::mt19937 random(1);
    unsigned same = 0, refused = 0, failed = 0;
    for (const Bytes& stream : short_streams()) {
        for (unsigned i = 0; i < 100; ++i) {
            Bytes damaged = stream;
            for (unsigned changes = 1 + i % 3; changes > 0; --changes) {
                const size_t at = 2 + random() % (stream.size() - 2);
                damaged[at] ^= static_cast<uint8_t>(1U << random() % 8);
            }
            const auto data = repair.mend(damaged);
            const auto ours = inflated(damaged, room);
            if (!data) {
                ASSERT_EQ(ours, std::nullopt);
                ++failed;
            } else if (ours) {
                ASSERT_EQ(ours, data);
                ++same;
            } else {
                ++refused;
            }
        }
    }
    // Or the damage was too small, or too great, to prove anything.
    EXPECT_GT(same, 300U);
    EXPECT_GT(failed, 300U);
    // libdeflate accepts symbols that RFC 1951 reserves, and more of them than it allows.
    EXPECT_LT(refused, 100U);
}

TEST(InflateDamage, RandomBytes) {
    Repair repair;
    for (unsigned seed = 0; seed < 600; ++seed) {
        Bytes stream = random_bytes(seed, 200);
        stream[0] = 0x78;
        stream[1] = 0x01;
        const auto data = repair.mend(stream);
        const auto ours = inflated(stream, room);
        if (ours || !data) {
            ASSERT_EQ(ours, data) << seed;
        }
    }
}

} // namespace
} // namespace cg::reading
