// SPDX-License-Identifier: GPL-2.0-or-later
// gzip and zstd: recognised, written and read.
#pragma once

#include "text/writer.hpp"

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace cg {

// A buffer that grows without copying or clearing bytes.

// Uses malloc(), so that growing can move pages instead of copying them. Pages that are not written
// to cost nothing.
class Buffer {
  public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept { *this = std::move(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        return *this;
    }
    ~Buffer() { std::free(data_); }

    std::string_view bytes() const { return {data_, size_}; }
    std::size_t size() const { return size_; }
    std::size_t capacity() const { return capacity_; }

    // Reserves memory for this many bytes in total. Throws std::bad_alloc.
    void reserve(std::size_t capacity) {
        if (capacity <= capacity_)
            return;
        void* const larger = std::realloc(data_, capacity);
        if (!larger)
            throw std::bad_alloc();
        data_ = static_cast<char*>(larger);
        capacity_ = capacity;
    }
    // Returns the unused memory after the bytes. After it is filled, add() makes it part of the
    // bytes.
    char* room() { return data_ + size_; }
    std::size_t room_size() const { return capacity_ - size_; }
    void add(std::size_t filled) { size_ += filled; }

  private:
    char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// gzip and zstd, recognised and written: by libdeflate, in half of zlib's time, and by
// Boost.Iostreams.

enum class Compression { none, gzip, zstd };

// Returns the compression by the magic number at the beginning.
Compression compression_of_bytes(std::string_view bytes);
// Returns the compression by the suffix, .gz or .zst, in any case.
Compression compression_of_name(std::string_view path);

// Compresses bytes with gzip or zstd and passes the result to `sink`; gzip passes all of it at the
// end.
class Compressor {
  public:
    Compressor(Compression, Sink sink);
    ~Compressor();
    void write(std::string_view bytes);
    // Passes on pending bytes and the end mark.
    void finish();

  private:
    struct Chain;
    struct Gzip;
    struct Zstd;
    std::unique_ptr<Chain> chain_;
};

// Finds the end of data in zstd's format.

// Returns true if the bytes are complete frames. Boost's decompressor does not detect truncated
// data. Reads sizes only (RFC 8878, section 3.1).
bool are_whole_zstd_frames(std::string_view bytes);

// gzip by libdeflate, in half of zlib's time, and zstd by Boost.Iostreams.

// Throws Error(source, ...) if the bytes are damaged or incomplete, or if the text is longer than
// error/expansion.hpp allows. Adjacent gzip members or zstd frames are one text. NUL bytes after
// gzip are ignored, because tapes and block devices pad with them.
Buffer decompress(Compression, std::string_view bytes, const std::string& source);

} // namespace cg
