// SPDX-License-Identifier: GPL-2.0-or-later
// gzip by libdeflate, in half of zlib's time, and zstd by Boost.Iostreams.
#pragma once

#include "io/buffer.hpp"
#include "io/compression.hpp"

#include <string>
#include <string_view>

namespace cg {

// Throws Error(source, ...) when the bytes are damaged or end too early, or when the text is
// longer than error/expansion.hpp allows. Several gzip members or zstd frames in a row are one
// text. NUL bytes after gzip are left out: tapes and block devices pad with them.
Buffer decompress(Compression, std::string_view bytes, const std::string& source);

} // namespace cg
