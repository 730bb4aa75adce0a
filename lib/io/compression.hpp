// SPDX-License-Identifier: GPL-2.0-or-later
// gzip and zstd, recognised and written: by libdeflate, in half of zlib's time, and by
// Boost.Iostreams.
#pragma once

#include "text/writer.hpp"

#include <memory>
#include <string_view>

namespace cg {

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

} // namespace cg
