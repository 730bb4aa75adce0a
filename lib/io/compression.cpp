// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/compression.hpp"

#include "error/error.hpp"
#include "error/expansion.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <endian.h>
#include <libdeflate.h>
#include <memory>
#include <new>

namespace cg {

namespace bio = boost::iostreams;

Compression compression_of_bytes(std::string_view bytes) {
    if (bytes.starts_with("\x1f\x8b"))
        return Compression::gzip;
    if (bytes.starts_with("\x28\xb5\x2f\xfd"))
        return Compression::zstd;
    return Compression::none;
}

Compression compression_of_name(std::string_view path) {
    if (ends_ignoring_case(path, ".gz"))
        return Compression::gzip;
    if (ends_ignoring_case(path, ".zst"))
        return Compression::zstd;
    return Compression::none;
}

namespace {

// Compresses all bytes at once, because libdeflate has no streams. It takes half of zlib's time.
// Writes one member, because some readers (in browsers) read only the first.
class Gzip : public Compressor {
  public:
    explicit Gzip(Sink sink) : sink_(std::move(sink)) {
        constexpr std::size_t address_space = 1 << 26; // no memory yet; growing would copy
        pending_.reserve(address_space);
    }
    void write(std::string_view bytes) override { pending_ += bytes; }
    void finish() override {
        constexpr int fastest = 1; // the next level takes a third more time for 6 % less
        const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> gzip(
            libdeflate_alloc_compressor(fastest), libdeflate_free_compressor);
        if (gzip == nullptr)
            throw std::bad_alloc();
        const std::size_t room = libdeflate_gzip_compress_bound(gzip.get(), pending_.size());
        // Not a string, which would clear pages that nothing is written to.
        const auto out = std::make_unique_for_overwrite<char[]>(room);
        const std::size_t size =
            libdeflate_gzip_compress(gzip.get(), pending_.data(), pending_.size(), out.get(), room);
        pending_.clear();
        sink_({out.get(), size});
    }

  private:
    Sink sink_;
    std::string pending_;
};

// Boost's chain ends in a string: of a device that throws, it would drop the exception.
class Zstd : public Compressor {
  public:
    explicit Zstd(Sink sink) : sink_(std::move(sink)) {
        constexpr std::streamsize buffer_size = 1 << 16;
        chain_.push(bio::zstd_compressor(), buffer_size);
        chain_.push(bio::back_inserter(compressed_), buffer_size);
    }
    void write(std::string_view bytes) override {
        chain_.sputn(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        pass_on();
    }
    void finish() override {
        chain_.reset();
        pass_on();
    }

  private:
    void pass_on() {
        if (!compressed_.empty())
            sink_(compressed_);
        compressed_.clear();
    }

    Sink sink_;
    std::string compressed_; // before the chain, which writes to it when it is closed
    bio::filtering_streambuf<bio::output> chain_;
};

} // namespace

std::unique_ptr<Compressor> make_compressor(Compression compression, Sink sink) {
    if (compression == Compression::gzip)
        return std::make_unique<Gzip>(std::move(sink));
    return std::make_unique<Zstd>(std::move(sink));
}

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

namespace {

// Doubles the size, up to max. Throws Error if the size is max already.
void grow(GrowingArray<char>& text, std::size_t max, std::string_view bytes,
          const std::string& source) {
    if (text.size() >= max)
        throw_decompresses_too_far(source, bytes.size());
    constexpr std::size_t min = 1 << 16;
    text.extend(std::clamp(2 * text.size(), min, max) - text.size());
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

GrowingArray<char> gunzip(const std::string_view bytes, const std::string& source) {
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> gzip(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    if (gzip == nullptr)
        throw std::bad_alloc();
    const std::size_t max = max_expanded_size(bytes.size());
    GrowingArray<char> text;
    text.extend(std::clamp(guessed_gzip_size(bytes), std::size_t{1}, max));
    std::size_t filled = 0;
    std::string_view left = bytes;
    while (left.find_first_not_of('\0') != left.npos) { // a member, not padding
        std::size_t taken = 0, added = 0;
        const libdeflate_result result = libdeflate_gzip_decompress_ex(
            gzip.get(), left.data(), left.size(), text.data() + filled, text.size() - filled,
            &taken, &added);
        if (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
            grow(text, max, bytes, source); // and begin the member again
            continue;
        }
        if (result != LIBDEFLATE_SUCCESS)
            throw Error(source, "damaged gzip data");
        filled += added;
        left.remove_prefix(taken);
    }
    text.truncate(filled);
    return text;
}

GrowingArray<char> unzstd(const std::string_view bytes, const std::string& source) {
    const std::size_t max = max_expanded_size(bytes.size());
    GrowingArray<char> text;
    std::size_t filled = 0;
    try {
        bio::filtering_streambuf<bio::input> stream;
        constexpr std::streamsize buffer_size = 1 << 16;
        stream.push(bio::zstd_decompressor(), buffer_size);
        stream.push(bio::array_source(bytes.data(), bytes.size()));
        for (;;) {
            if (filled == text.size())
                grow(text, max, bytes, source);
            const std::streamsize got = stream.sgetn(
                text.data() + filled, static_cast<std::streamsize>(text.size() - filled));
            if (got == 0)
                break;
            filled += static_cast<std::size_t>(got);
        }
    } catch (const std::ios_base::failure&) { // zstd_error is one
        throw Error(source, "damaged zstd data");
    }
    if (!are_whole_zstd_frames(bytes))
        throw Error(source, "the zstd data is cut short");
    text.truncate(filled);
    return text;
}

} // namespace

GrowingArray<char> decompress(Compression compression, std::string_view bytes,
                              const std::string& source) {
    return compression == Compression::gzip ? gunzip(bytes, source) : unzstd(bytes, source);
}

} // namespace cg
