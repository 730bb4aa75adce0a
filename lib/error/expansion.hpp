// SPDX-License-Identifier: GPL-2.0-or-later
// How much more memory than its own size an input may take: a few bytes of compressed zeros, or
// of an events: line, can ask for any amount.
#pragma once

#include <cstddef>
#include <string>

namespace cg {

// The environment variable that sets the limit, and the limit without it.
inline constexpr const char* expansion_variable = "CGTOOLS_MAX_EXPANSION";
inline constexpr const char* default_expansion = "1G";

// The limit in bytes. Throws UsageError when the variable holds no size (like 512M or 4G).
std::size_t expansion_limit();

// What an input of this size may be decompressed to, or have as a table of counts: the limit, or
// 64 times the input's size if that is more. What a tool wrote stays far below: gzip and zstd
// shrink profiles to a third or a sixth, and a row whose counts are all there takes at most six
// times its text.
std::size_t max_expanded_size(std::size_t input_size);

// Throws Error when the text of an input is longer than that once it is decompressed.
[[noreturn]] void throw_decompresses_too_far(const std::string& source, std::size_t input_size);

// Throws Error when the counts of an input take more than that.
void check_table_size(const std::string& source, std::size_t input_size, std::size_t rows,
                      std::size_t events);

} // namespace cg
