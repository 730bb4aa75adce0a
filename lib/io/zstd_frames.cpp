// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/zstd_frames.hpp"

#include <cstddef>
#include <cstdint>

namespace cg {
namespace {

// Takes bytes from the front. Fails, and stays failed, if there are too few.
class Taking {
  public:
    explicit Taking(std::string_view bytes) : left_(bytes) {}

    std::uint32_t number(std::size_t size) { // little-endian, 4 bytes at most
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size && i < left_.size(); ++i)
            value |= std::uint32_t{static_cast<unsigned char>(left_[i])} << (8 * i);
        skip(size);
        return value;
    }
    void skip(std::size_t size) {
        has_failed_ = has_failed_ || size > left_.size();
        left_.remove_prefix(has_failed_ ? left_.size() : size);
    }
    bool is_at_end() const { return left_.empty(); }
    bool has_failed() const { return has_failed_; }

  private:
    std::string_view left_;
    bool has_failed_ = false;
};

void skip_frame(Taking& from) {
    const std::uint32_t magic = from.number(4);
    if ((magic & 0xfffffff0) == 0x184d2a50) // a skippable frame
        return from.skip(from.number(4));
    const std::uint32_t descriptor = from.number(1);
    const bool is_single_segment = descriptor >> 5 & 1;
    const bool has_checksum = descriptor >> 2 & 1;
    static constexpr std::size_t dictionary_sizes[] = {0, 1, 2, 4};
    static constexpr std::size_t content_sizes[] = {0, 2, 4, 8};
    const std::size_t content_size = content_sizes[descriptor >> 6 & 3];
    from.skip((is_single_segment ? 0 : 1) + dictionary_sizes[descriptor & 3] +
              (is_single_segment && content_size == 0 ? 1 : content_size));
    for (bool is_last = false; !is_last && !from.has_failed();) {
        const std::uint32_t block = from.number(3);
        is_last = block & 1;
        const bool is_repeated_byte = (block >> 1 & 3) == 1;
        from.skip(is_repeated_byte ? 1 : block >> 3);
    }
    from.skip(has_checksum ? 4 : 0);
}

} // namespace

bool are_whole_zstd_frames(std::string_view bytes) {
    Taking from(bytes);
    do
        skip_frame(from);
    while (!from.is_at_end());
    return !from.has_failed();
}

} // namespace cg
