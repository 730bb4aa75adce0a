// SPDX-License-Identifier: GPL-2.0-or-later
// Limits the memory that an input may need, because a few bytes of compressed zeros, or of an
// events: line, could require any amount.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace cg {

// The environment variable that sets the limit, and the limit without it.
inline constexpr const char* expansion_variable = "CGTOOLS_MAX_EXPANSION";
inline constexpr const char* default_expansion = "1G";

// Returns the limit in bytes. Throws UsageError if the variable is not a size (like 512M or 4G).
std::size_t expansion_limit();

// Returns the largest allowed size of the decompressed text, or of the table of counts, of an
// input: the limit, or 64 times `input_size` if that is more. Normal profiles are far below: gzip
// and zstd compress them to a third or a sixth, and a row with all counts needs at most six times
// the size of its text.
std::size_t max_expanded_size(std::size_t input_size);

// Throws the Error for an input whose decompressed text is longer than max_expanded_size().
[[noreturn]] void throw_decompresses_too_far(const std::string& source, std::size_t input_size);

// The limit of the table of counts that an input may need: max_expanded_size().
class TableLimit {
  public:
    TableLimit(std::string source, std::size_t input_size)
        : source_(std::move(source)), max_size_(max_expanded_size(input_size)) {}

    const std::string& source() const { return source_; }
    // Throws Error if a table of this size needs more.
    void check(std::size_t rows, std::size_t events) const;

  private:
    std::string source_;
    std::size_t max_size_;
};

} // namespace cg
