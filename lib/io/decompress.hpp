// SPDX-License-Identifier: GPL-2.0-or-later
// gzip by libdeflate, in half of zlib's time, and zstd by Boost.Iostreams.
#pragma once

#include "io/buffer.hpp"
#include "io/compression.hpp"

#include <string>
#include <string_view>

namespace cg {

// Throws Error(source, ...) if the bytes are damaged or incomplete, or if the text is longer than
// error/expansion.hpp allows. Adjacent gzip members or zstd frames are one text. NUL bytes after
// gzip are ignored, because tapes and block devices pad with them.
Buffer decompress(Compression, std::string_view bytes, const std::string& source);

} // namespace cg
