// SPDX-License-Identifier: GPL-2.0-or-later
// gzip and zstd: recognised, written and read.
#pragma once

#include "model/containers.hpp"
#include "text/writer.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace cg {

// gzip and zstd, recognised and written: by libdeflate, in half of zlib's time, and by
// Boost.Iostreams.

enum class Compression { none, gzip, zstd };

// Returns the compression by the magic number at the beginning.
Compression compression_of_bytes(std::string_view bytes);
// Returns the compression by the suffix, .gz or .zst, in any case.
Compression compression_of_name(std::string_view path);

// Compresses bytes and passes the result to a sink; gzip passes all of it at the end.
class Compressor {
  public:
    virtual ~Compressor() = default;
    virtual void write(std::string_view bytes) = 0;
    // Passes on pending bytes and the end mark.
    virtual void finish() = 0;
};

// Returns one for gzip or zstd.
std::unique_ptr<Compressor> make_compressor(Compression compression, Sink sink);

// Finds the end of data in zstd's format.

// Returns true if the bytes are complete frames. Boost's decompressor does not detect truncated
// data. Reads sizes only (RFC 8878, section 3.1).
bool are_whole_zstd_frames(std::string_view bytes);

// gzip by libdeflate, in half of zlib's time, and zstd by Boost.Iostreams.

// Throws Error(source, ...) if the bytes are damaged or incomplete, or if the text is longer than
// error/expansion.hpp allows. Adjacent gzip members or zstd frames are one text. NUL bytes after
// gzip are ignored, because tapes and block devices pad with them.
GrowingArray<char> decompress(Compression, std::string_view bytes, const std::string& source);

} // namespace cg
