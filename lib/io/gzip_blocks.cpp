// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/gzip_blocks.hpp"

#include "io/deflate.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>
#include <zlib.h>

namespace cg {
namespace {

// Twice as large a block saves half a percent of the size; half as large a one costs a percent.
constexpr std::size_t block_size = std::size_t{1} << 19;

std::string_view header() {
    using namespace std::string_view_literals;
    return "\x1f\x8b\x08\0\0\0\0\0\x04\x03"sv; // deflate, no name, no time, fastest, Unix
}

std::array<char, 4> little_endian(std::uint32_t value) {
    std::array<char, 4> bytes;
    for (char& byte : bytes) {
        byte = static_cast<char>(value & 0xFF);
        value >>= 8;
    }
    return bytes;
}

} // namespace

GzipBlocks::GzipBlocks(Sink sink)
    : sink_(std::move(sink)), window_(std::max(1U, std::thread::hardware_concurrency())) {
    sink_(header());
}

void GzipBlocks::write(std::string_view bytes) {
    while (!bytes.empty()) {
        if (block_.size() == block_size)
            start(false);
        const std::string_view part = bytes.substr(0, block_size - block_.size());
        block_ += part;
        bytes.remove_prefix(part.size());
    }
}

void GzipBlocks::finish() {
    start(true);
    while (!under_way_.empty())
        take();
    for (const std::uint32_t number : {crc_, size_}) {
        const auto bytes = little_endian(number);
        sink_({bytes.data(), bytes.size()});
    }
}

void GzipBlocks::start(bool is_last) {
    if (under_way_.size() == window_)
        take();
    // A single block is not worth a thread.
    const auto policy = is_last && under_way_.empty() ? std::launch::deferred : std::launch::async;
    under_way_.push_back(std::async(policy, compress, std::exchange(block_, {}), is_last));
    block_.reserve(is_last ? 0 : block_size);
}

void GzipBlocks::take() {
    const Deflated next = under_way_.front().get();
    under_way_.pop_front();
    crc_ =
        static_cast<std::uint32_t>(crc32_combine(crc_, next.crc, static_cast<z_off_t>(next.size)));
    size_ += static_cast<std::uint32_t>(next.size);
    sink_(next.bytes);
}

GzipBlocks::Deflated GzipBlocks::compress(const std::string& block, bool is_last) {
    const auto* const bytes = reinterpret_cast<const Bytef*>(block.data());
    const auto crc = crc32(0, bytes, static_cast<uInt>(block.size()));
    return {cg::deflate(block, is_last), static_cast<std::uint32_t>(crc), block.size()};
}

} // namespace cg
