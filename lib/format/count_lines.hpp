// SPDX-License-Identifier: GPL-2.0-or-later
// Parses count lines without the grammar, because they are most of a profile's bytes and of the
// time to read it.
#pragma once

#include "model/fwd.hpp"

#include <span>
#include <vector>

namespace cg {

// Adjacent count lines of a file.
struct CountBlock {
    const char* begin;
    const char* end;
    std::size_t line_count;
};

class CountLineParser {
  public:
    // May read bytes up to `end_of_bytes`, also after the block that is parsed.
    CountLineParser(std::size_t event_count, const char* end_of_bytes)
        : event_count_(event_count),
          end_of_bytes_(end_of_bytes),
          sums_(event_count),
          totals_(event_count) {}

    // Writes a line number and event_count counts for each line. Throws ParseError.
    void parse(const CountBlock& block, Line* lines, Count* counts);

    // Returns the sums of all counts parsed so far, by event.
    std::span<const WideCount> totals() const { return totals_; }

  private:
    const char* parse_fast(const char* at, const char* end, Line*& line, const Line* last_line,
                           Count*& counts);

    std::size_t event_count_;
    const char* end_of_bytes_;
    std::vector<Count> sums_; // of the lines that one call of parse_fast parses
    std::vector<WideCount> totals_;
};

// Returns the adjacent lines from `begin` on that begin with a digit. `end` is the end of the file.
CountBlock skip_count_lines(const char* begin, const char* end);

} // namespace cg
