// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of counts: the hot path of reading, in plain C++ below the grammar. Most bytes of a
// profile are these digits.
#pragma once

#include "model/cost_table.hpp"
#include "model/wide_count.hpp"

#include <span>
#include <vector>

namespace cg {

// Some that follow each other in a file.
struct CountBlock {
    const char* begin;
    const char* end;
    std::size_t line_count;
};

class CountLineParser {
  public:
    // end_of_bytes: up to there may be read, whatever lines are parsed.
    CountLineParser(std::size_t event_count, const char* end_of_bytes)
        : event_count_(event_count),
          end_of_bytes_(end_of_bytes),
          sums_(event_count),
          totals_(event_count) {}

    // Fills a line number and event_count counts for each line. Throws ParseError.
    void parse(const CountBlock& block, Line* lines, Count* counts);

    // The sums of all counts so far.
    std::span<const WideCount> totals() const { return totals_; }

  private:
    const char* parse_plain(const char* at, const char* end, Line*& line, const Line* last_line,
                            Count*& counts);

    std::size_t event_count_;
    const char* end_of_bytes_;
    std::vector<Count> sums_; // of the lines that are parsed at the moment
    std::vector<WideCount> totals_;
};

// Passes over all lines that begin with a digit. end is the end of the file.
CountBlock skip_count_lines(const char* begin, const char* end);

// Counts up to the end of the line, which is passed too. counts are zeros before. Throws
// ParseError.
const char* parse_counts(const char* at, const char* end, std::span<Count> counts);

} // namespace cg
