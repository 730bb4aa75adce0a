// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/count_lines.hpp"

#include "error/error.hpp"
#include "lines/numbers.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace cg {
// Parses regular lines, as nearly all are: a number of at most 16 digits for each column, without a
// sign, and one space between two numbers. Stops before the first irregular line, and after
// max_lines. Accepts a line only if the complete line is regular.
const char* CountLineParser::parse_fast(const char* at, const char* end, Line*& line,
                                        const Line* last_line, Count*& counts) {
    constexpr std::ptrdiff_t read_ahead = 64 + 8; // a window, and a number that begins after it
    // The sum of 512 counts of 16 digits fits in 64 bits.
    constexpr std::ptrdiff_t max_lines = 512;
    if (end_of_bytes_ - at < read_ahead)
        return at;
    const char* const last_window = end_of_bytes_ - read_ahead;
    const Line* const stop_line = line + std::min(max_lines, last_line - line);
    const std::size_t event_count = event_count_;

    // The ends of numbers are found in a window of 64 bytes at a time. A new window starts at a
    // line that might not fit in the current one: the end of a window inside a line is a branch
    // that processors do not predict.
    const auto line_size = static_cast<std::ptrdiff_t>(
        std::min<std::size_t>(5 * (event_count + 1), 64)); // numbers have on average four digits
    const char* window = at;
    std::uint64_t ends = digits::others_among_64(window);
    const auto next_end = [&]() -> const char* {
        while (ends == 0)
            [[unlikely]] {
                if (last_window - window < 64)
                    return window; // not after the number's beginning: the line is irregular
                window += 64;
                ends = digits::others_among_64(window);
            }
        const char* const next = window + static_cast<unsigned>(std::countr_zero(ends));
        ends &= ends - 1;
        return next;
    };
    std::uint64_t irregular = 0; // not 0: the line is not as above
    const auto number = [&](const char* first, const char* last) {
        const auto length = static_cast<std::size_t>(last - first);
        if (length - 1 < 8) [[likely]]
            return digits::number_at(first, length);
        if (length - 1 < 16)
            return digits::number_at(first, length - 8) * digits::below +
                   digits::number_at(last - 8, 8);
        irregular = 1;
        return std::uint64_t{0};
    };

    while (at < end && line != stop_line) {
        if (at - window > 64 - line_size && at <= last_window) {
            window = at;
            ends = digits::others_among_64(window);
        }
        const char* number_end = next_end();
        irregular |= static_cast<std::uint64_t>(number_end - at > 8); // may not fit in a Line
        *line = static_cast<Line>(number(at, number_end));
        for (std::size_t i = 0; i < event_count; ++i) {
            irregular |= static_cast<std::uint64_t>(*number_end ^ ' ');
            const char* const begin = number_end + 1;
            number_end = next_end();
            counts[i] = static_cast<Count>(number(begin, number_end));
        }
        if (irregular != 0 || *number_end != '\n')
            return at;
        for (std::size_t i = 0; i < event_count; ++i)
            sums_[i] += counts[i];
        at = number_end + 1;
        ++line;
        counts += event_count;
    }
    return at;
}

void CountLineParser::parse(const CountBlock& block, Line* line, Count* counts) {
    const char* at = block.begin;
    const auto add_sums = [&] {
        for (std::size_t i = 0; i < event_count_; ++i)
            totals_[i] += std::exchange(sums_[i], 0);
    };
    const Line* const last_line = line + block.line_count;
    while (at < block.end && line != last_line) {
        const char* const begin = at;
        at = parse_fast(at, block.end, line, last_line, counts);
        add_sums();
        if (at != begin)
            continue;
        at = parse_number(at, block.end, *line++, "a line number");
        std::fill_n(counts, event_count_, 0);
        at = parse_counts(at, block.end, {counts, event_count_}, Radix::decimal);
        for (std::size_t i = 0; i < event_count_; ++i)
            totals_[i] += counts[i];
        counts += event_count_;
    }
    if (at != block.end || line != last_line)
        throw ParseError{block.begin, "the file changed while it was read"};
}

CountBlock skip_count_lines(const char* begin, const char* end) {
    // Sixteen bytes at a time: mostly digits, and sometimes a newline.
    using Bytes = unsigned char __attribute__((vector_size(16)));
    const auto load = [](const char* at) {
        Bytes bytes;
        std::memcpy(&bytes, at, sizeof bytes);
        return bytes;
    };
    CountBlock found{begin, begin, 0};
    if (begin == end || !is_digit(*begin))
        return found;
    const char* at = begin;
    bool is_last = false; // the last line of counts ends in these bytes
    while (!is_last && static_cast<std::size_t>(end - at) > 255 * sizeof(Bytes)) {
        Bytes newlines{}; // a counter in each byte; 255 steps do not overflow it
        for (int i = 0; i < 255 && !is_last; ++i, at += sizeof(Bytes)) {
            const Bytes is_newline = load(at) == '\n';
            const Bytes next = load(at + 1) - '0';
            const auto last = std::bit_cast<std::array<std::uint64_t, 2>>(is_newline & (next > 9));
            is_last = (last[0] | last[1]) != 0;
            if (is_last)
                break;
            newlines -= is_newline;
        }
        for (std::size_t i = 0; i < sizeof newlines; ++i)
            found.line_count += newlines[i];
    }
    // Skips the rest of the current line, and the lines of counts after it.
    do {
        const auto left = static_cast<std::size_t>(end - at);
        const void* const newline = left == 0 ? nullptr : std::memchr(at, '\n', left);
        at = newline ? static_cast<const char*>(newline) + 1 : end;
        ++found.line_count;
    } while (at != end && is_digit(*at));
    found.end = at;
    return found;
}

} // namespace cg
