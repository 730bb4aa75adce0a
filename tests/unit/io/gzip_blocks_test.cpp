// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/gzip_blocks.hpp"

#include "io/compression.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <zlib.h>

namespace cg {
namespace {

std::string numbers_up_to(std::size_t size) {
    std::string bytes;
    for (int number = 0; bytes.size() < size; ++number)
        bytes += std::to_string(number * 7919) + ' ';
    bytes.resize(size);
    return bytes;
}

std::string compressed(std::string_view bytes, std::size_t piece) {
    std::string out;
    GzipBlocks blocks([&](std::string_view part) { out += part; });
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
        blocks.write(bytes.substr(0, piece));
    blocks.finish();
    return out;
}

// zlib stops after the first member, as simple readers do.
std::string first_member(std::string gzip, std::size_t size) {
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    std::string bytes(size + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(gzip.data());
    stream.avail_in = static_cast<uInt>(gzip.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    const int status = inflate(&stream, Z_FINISH); // checks the checksum and the length
    bytes.resize(stream.total_out);
    const bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
    inflateEnd(&stream);
    return is_whole ? bytes : "<damaged>";
}

constexpr std::size_t block = std::size_t{1} << 19;

TEST(GzipBlocks, AreOneMember) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, block - 1, block, block + 1, 2 * block, 5 * block + 77}) {
        const std::string bytes = numbers_up_to(size);
        const std::string gzip = compressed(bytes, 1 << 16);
        EXPECT_TRUE(first_member(gzip, size) == bytes) << size;
        EXPECT_TRUE(decompress(Compression::gzip, gzip, "x") == bytes) << size;
    }
}

TEST(GzipBlocks, DoNotDependOnThePieces) {
    const std::string bytes = numbers_up_to(3 * block + 5);
    const std::string whole = compressed(bytes, bytes.size());
    for (const std::size_t piece : {std::size_t{1000}, block, block + 1})
        EXPECT_TRUE(compressed(bytes, piece) == whole) << piece;
}

TEST(GzipBlocks, LetThroughWhatTheSinkThrows) {
    const std::string bytes = numbers_up_to(20 * block);
    std::size_t room = 100;
    GzipBlocks blocks([&](std::string_view part) {
        if (part.size() > room)
            throw std::runtime_error("full");
        room -= part.size();
    });
    EXPECT_THROW(blocks.write(bytes), std::runtime_error);
}

} // namespace
} // namespace cg
