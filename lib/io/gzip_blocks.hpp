// SPDX-License-Identifier: GPL-2.0-or-later
// gzip in parallel: the bytes are cut into blocks that threads deflate apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <string>
#include <string_view>

namespace cg {

// What it writes is one member, as any gzip has it (RFC 1952): each block but the last ends at
// a byte with an empty stored block, so that the next can follow, and the checksums of the
// blocks make up that of the whole. The blocks, and so the bytes, are the same however many
// processors there are.
class GzipBlocks {
  public:
    using Sink = std::function<void(std::string_view)>;
    explicit GzipBlocks(Sink sink);

    // Both call sink from the calling thread, and let through what it throws.
    void write(std::string_view bytes);
    void finish();

  private:
    struct Deflated {
        std::string bytes;
        std::uint32_t crc;
        std::size_t size; // before
    };
    static Deflated compress(const std::string& block, bool is_last);
    void start(bool is_last);
    void take();

    Sink sink_;
    std::size_t window_; // how many blocks may be under way
    std::string block_;
    std::deque<std::future<Deflated>> under_way_;
    std::uint32_t crc_ = 0;
    std::uint32_t size_ = 0; // modulo 2^32, as the format has it
};

} // namespace cg
