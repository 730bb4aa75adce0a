// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/count_lines.hpp"

#include "format/digits.hpp"
#include "format/parse_error.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

namespace cg {
namespace {

bool is_digit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}
// A CR only before the line's end, but to look for that costs more than it is worth.
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

const char* skip_blanks(const char* at, const char* end) {
    while (at != end && is_blank(*at))
        ++at;
    return at;
}

// A number of the given type, whose first character is there. Behind it a blank or the line's
// end must stand, so that 1_0 or 1.5 is no number.
template <typename Number>
const char* parse_number(const char* at, const char* end, Number& number, const char* what) {
    const auto [behind, error] = std::from_chars(at, end, number);
    if (error == std::errc::result_out_of_range)
        throw ParseError{at, std::string(what) + " " +
                                 text_for(Destination::message, {at, behind}) + " is too large"};
    if (error != std::errc() || (behind != end && *behind != '\n' && !is_blank(*behind)))
        throw ParseError{at, std::string("expected ") + what};
    return behind;
}

const char* parse_count(const char* at, const char* end, Count& count) {
    if (*at == '.' && (at + 1 == end || at[1] == '\n' || is_blank(at[1])))
        return at + 1; // older versions: a count that cannot occur
    return parse_number(at, end, count, "a count");
}

} // namespace

const char* parse_counts(const char* at, const char* end, std::span<Count> counts) {
    auto next = counts.begin();
    for (;;) {
        at = skip_blanks(at, end);
        if (at == end)
            return at;
        if (*at == '\n')
            return at + 1;
        if (next == counts.end())
            throw ParseError{at, "more counts than events (" + std::to_string(counts.size()) + ")"};
        at = parse_count(at, end, *next++);
    }
}

// Parses lines as nearly all are: a number for each column, without a sign and of 16 digits at
// most, one space between two. Stops at the first other line, and after `enough`. Nothing is
// decided before a line is whole.
const char* CountLineParser::parse_plain(const char* at, const char* end, Line*& line,
                                         const Line* last_line, Count*& counts) {
    constexpr std::ptrdiff_t ahead = 64 + 8; // a block, and a number that begins behind it
    constexpr std::ptrdiff_t enough = 512;   // so many counts of 16 digits have a sum
    if (end_of_bytes_ - at < ahead)
        return at;
    const char* const last_block = end_of_bytes_ - ahead;
    const Line* const stop_line = line + std::min(enough, last_line - line);
    const std::size_t event_count = event_count_;

    // Where numbers end, found for 64 bytes at a time. A new block begins where a line does that
    // this one may not hold: where a block ends inside of a line, no processor foresees it.
    const auto line_size = static_cast<std::ptrdiff_t>(std::min<std::size_t>(
        5 * (event_count + 1), 64)); // numbers have four digits or less in the mean
    const char* block = at;
    std::uint64_t ends = digits::others_among_64(block);
    const auto next_end = [&]() -> const char* {
        while (ends == 0)
            [[unlikely]] {
                if (last_block - block < 64)
                    return block; // a number of less than no digits: such a line is odd
                block += 64;
                ends = digits::others_among_64(block);
            }
        const char* const next = block + static_cast<unsigned>(std::countr_zero(ends));
        ends &= ends - 1;
        return next;
    };
    std::uint64_t odd = 0; // whether anything is not as it should be
    const auto number = [&](const char* begin, const char* behind) {
        const auto length = static_cast<std::size_t>(behind - begin);
        if (length - 1 < 8) [[likely]]
            return digits::number_at(begin, length);
        if (length - 1 < 16)
            return digits::number_at(begin, length - 8) * digits::below +
                   digits::number_at(behind - 8, 8);
        odd = 1;
        return std::uint64_t{0};
    };

    while (at < end && line != stop_line) {
        if (at - block > 64 - line_size && at <= last_block) {
            block = at;
            ends = digits::others_among_64(block);
        }
        const char* behind = next_end();
        odd |= static_cast<std::uint64_t>(behind - at > 8); // perhaps too large for a line
        *line = static_cast<Line>(number(at, behind));
        for (std::size_t i = 0; i < event_count; ++i) {
            odd |= static_cast<std::uint64_t>(*behind ^ ' ');
            const char* const begin = behind + 1;
            behind = next_end();
            counts[i] = static_cast<Count>(number(begin, behind));
        }
        if (odd != 0 || *behind != '\n')
            return at;
        for (std::size_t i = 0; i < event_count; ++i)
            sums_[i] += counts[i];
        at = behind + 1;
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
        at = parse_plain(at, block.end, line, last_line, counts);
        add_sums();
        if (at != begin)
            continue;
        at = parse_number(at, block.end, *line++, "a line number");
        std::fill_n(counts, event_count_, 0);
        at = parse_counts(at, block.end, {counts, event_count_});
        for (std::size_t i = 0; i < event_count_; ++i)
            totals_[i] += counts[i];
        counts += event_count_;
    }
    if (at != block.end || line != last_line)
        throw ParseError{block.begin, "the file changed while it was read"};
}

CountBlock skip_count_lines(const char* begin, const char* end) {
    // Sixteen bytes at once: mostly digits, and sometimes a newline.
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
    bool is_last = false; // whether a line ends here and the next begins with no digit
    while (!is_last && static_cast<std::size_t>(end - at) > 255 * sizeof(Bytes)) {
        Bytes newlines{}; // counted in each byte
        for (int i = 0; i < 255 && !is_last; ++i, at += sizeof(Bytes)) {
            const Bytes is_newline = load(at) == '\n';
            const Bytes behind = load(at + 1) - '0';
            const auto last =
                std::bit_cast<std::array<std::uint64_t, 2>>(is_newline & (behind > 9));
            is_last = (last[0] | last[1]) != 0;
            if (is_last)
                break;
            newlines -= is_newline;
        }
        for (std::size_t i = 0; i < sizeof newlines; ++i)
            found.line_count += newlines[i];
    }
    // The line that `at` is in, and what follows.
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
