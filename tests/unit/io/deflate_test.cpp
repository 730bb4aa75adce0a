// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/deflate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <zlib.h>

namespace cg {
namespace {

// zlib's view: what the bytes say, or why they are no deflate data.
std::string inflated(std::string deflated, std::size_t size) {
    z_stream stream{};
    inflateInit2(&stream, -15);
    std::string bytes(size + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(deflated.data());
    stream.avail_in = static_cast<uInt>(deflated.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    const int status = inflate(&stream, Z_FINISH);
    const bool all_read = stream.avail_in == 0;
    const std::string message = stream.msg ? stream.msg : "no message";
    bytes.resize(stream.total_out);
    inflateEnd(&stream);
    if (status != Z_STREAM_END || !all_read)
        return "<" + std::to_string(status) + ": " + message + ">";
    return bytes;
}

void expect_round_trip(const std::string& bytes, const std::string& what) {
    EXPECT_TRUE(inflated(deflate(bytes, true), bytes.size()) == bytes) << what;
    // In two parts, the first of which ends at a byte without an end mark.
    const std::size_t half = bytes.size() / 2;
    const std::string parts =
        deflate(bytes.substr(0, half), false) + deflate(bytes.substr(half), true);
    EXPECT_TRUE(inflated(parts, bytes.size()) == bytes) << what << ", in two parts";
}

class Random {
  public:
    std::uint32_t operator()(std::uint32_t below) {
        state_ = state_ * 6364136223846793005 + 1442695040888963407;
        return static_cast<std::uint32_t>(state_ >> 33) % below;
    }

  private:
    std::uint64_t state_ = 1;
};

TEST(Deflate, ShortTexts) {
    for (const std::string text :
         {"", "a", "ab", "abc", "aaaa", "abcabcabcabc", "aaaaaaaaaaaaaaaa"})
        expect_round_trip(text, text);
    expect_round_trip(std::string(1, '\0'), "a zero");
}

// Matches of each length, behind literals that keep them apart.
TEST(Deflate, EachLength) {
    std::string bytes;
    for (std::size_t length = 1; length < 600; ++length)
        bytes += std::string(length, static_cast<char>(length)) + '/';
    expect_round_trip(bytes, "runs");
    for (const std::size_t size : {257, 258, 259, 260, 516, 517, 518, 100000})
        expect_round_trip(std::string(size, 'x'), std::to_string(size));
}

// A word comes again at just the farthest distance, and one byte beyond it.
TEST(Deflate, EachDistance) {
    for (const std::size_t distance :
         {4,  5,  6,  7,    8,    9,     12,    13,    16,    17,    24,
          25, 32, 33, 1024, 1025, 24576, 24577, 32767, 32768, 32769, 40000}) {
        Random random;
        std::string filler;
        while (filler.size() < distance - 4)
            filler += static_cast<char>(128 + random(128));
        expect_round_trip("word" + filler + "word", std::to_string(distance));
    }
}

TEST(Deflate, BytesOfAnyKind) {
    Random random;
    for (const std::uint32_t kinds : {1, 2, 3, 17, 256})
        for (const std::size_t size : {10, 1000, 32767, 32768, 32769, 200000, 600000}) {
            std::string bytes;
            while (bytes.size() < size)
                bytes += static_cast<char>(random(kinds));
            expect_round_trip(bytes, std::to_string(kinds) + " kinds, " + std::to_string(size));
        }
}

// Frequencies so different that Huffman's own tree would be deeper than 15.
TEST(Deflate, SkewedFrequencies) {
    std::string bytes;
    Random random;
    for (std::size_t byte = 0, times = 1; byte < 25; ++byte, times = times * 17 / 10 + 1)
        for (std::size_t i = 0; i < times && bytes.size() < 400000; ++i) {
            bytes += static_cast<char>(byte);
            bytes += static_cast<char>(100 + random(100));
        }
    expect_round_trip(bytes, "skewed");
}

TEST(Deflate, MakesTextShort) {
    std::string text;
    for (int line = 0; line < 20000; ++line)
        text +=
            "fn=parse_token_" + std::to_string(line % 977) + "\n" + std::to_string(line) + " 17\n";
    const std::string ours = deflate(text, true);
    std::string theirs(compressBound(text.size()), '\0');
    uLongf size = theirs.size();
    compress2(reinterpret_cast<Bytef*>(theirs.data()), &size,
              reinterpret_cast<const Bytef*>(text.data()), text.size(), 1);
    EXPECT_LT(ours.size(), size * 5 / 4); // zlib's fastest level
    EXPECT_TRUE(inflated(ours, text.size()) == text);
}

} // namespace
} // namespace cg
