// SPDX-License-Identifier: GPL-2.0-or-later
// Any bytes after the magic number are data or an Error.
#include "../targets.hpp"
#include "error/error.hpp"
#include "io/compression.hpp"

#include <string>

namespace cg::fuzz {
namespace {

void check(Compression compression, std::string_view magic, std::string_view bytes) {
    const bool has_magic = compression_of_bytes(bytes) == compression;
    try {
        decompress(compression, std::string(has_magic ? "" : magic).append(bytes), "fuzz");
    } catch (const Error&) {
    }
}

} // namespace

void gzip(std::string_view bytes) {
    check(Compression::gzip, "\x1f\x8b", bytes);
}

void zstd(std::string_view bytes) {
    check(Compression::zstd, "\x28\xb5\x2f\xfd", bytes);
}

} // namespace cg::fuzz
