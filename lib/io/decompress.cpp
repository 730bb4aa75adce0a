// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/decompress.hpp"

#include "error/error.hpp"
#include "error/expansion.hpp"
#include "io/zstd_frames.hpp"

#include <algorithm>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cstdint>
#include <cstring>
#include <endian.h>
#include <libdeflate.h>
#include <memory>

namespace cg {
namespace {

// Doubles the size, up to max. Throws Error if the size is max already.
void grow(Buffer& text, std::size_t max, std::string_view bytes, const std::string& source) {
    if (text.capacity() >= max)
        throw_decompresses_too_far(source, bytes.size());
    constexpr std::size_t min = 1 << 16;
    text.reserve(std::clamp(2 * text.capacity(), min, max));
}

// Guesses the size of the text, from the size modulo 2^32 that gzip writes last. This is wrong if
// there are several members or padding, or if the end is missing. So the guess is limited to the
// largest size that deflate can reach.
std::size_t guessed_gzip_size(std::string_view bytes) {
    constexpr std::size_t max_ratio = 1032;
    std::uint32_t size = 0;
    if (bytes.size() < sizeof size)
        return 0;
    std::memcpy(&size, bytes.data() + bytes.size() - sizeof size, sizeof size);
    return std::min(std::size_t{le32toh(size)}, max_ratio * bytes.size());
}

Buffer gunzip(const std::string_view bytes, const std::string& source) {
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> gzip(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (gzip == nullptr)
        throw std::bad_alloc();
    const std::size_t max = max_expanded_size(bytes.size());
    Buffer text;
    text.reserve(std::clamp(guessed_gzip_size(bytes), std::size_t{1}, max));
    std::string_view left = bytes;
    while (left.find_first_not_of('\0') != left.npos) { // a member, not padding
        std::size_t taken = 0;
        std::size_t filled = 0;
        const libdeflate_result result = libdeflate_gzip_decompress_ex(
            gzip.get(), left.data(), left.size(), text.room(), text.room_size(), &taken, &filled);
        if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
            grow(text, max, bytes, source); // and begin the member again
            continue;
        }
        if (result != LIBDEFLATE_SUCCESS)
            throw Error(source, "damaged gzip data");
        text.add(filled);
        left.remove_prefix(taken);
    }
    return text;
}

Buffer unzstd(const std::string_view bytes, const std::string& source) {
    namespace bio = boost::iostreams;
    const std::size_t max = max_expanded_size(bytes.size());
    Buffer text;
    try {
        bio::filtering_streambuf<bio::input> stream;
        constexpr std::streamsize buffer_size = 1 << 16;
        stream.push(bio::zstd_decompressor(), buffer_size);
        stream.push(bio::array_source(bytes.data(), bytes.size()));
        for (;;) {
            if (text.room_size() == 0)
                grow(text, max, bytes, source);
            const std::streamsize got =
                stream.sgetn(text.room(), static_cast<std::streamsize>(text.room_size()));
            if (got == 0)
                break;
            text.add(static_cast<std::size_t>(got));
        }
    } catch (const std::ios_base::failure&) { // zstd_error is one
        throw Error(source, "damaged zstd data");
    }
    if (!are_whole_zstd_frames(bytes))
        throw Error(source, "the zstd data is cut short");
    return text;
}

} // namespace

Buffer decompress(Compression compression, std::string_view bytes, const std::string& source) {
    return compression == Compression::gzip ? gunzip(bytes, source) : unzstd(bytes, source);
}

} // namespace cg
