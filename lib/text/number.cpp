// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/number.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace cg {

Number::Number(std::int64_t count) : begin_(text_.size()) {
    auto rest = static_cast<std::uint64_t>(count);
    if (count < 0)
        rest = 0 - rest; // also right for the smallest count, whose negative is no 64-bit number
    int digits = 0;
    do {
        if (digits > 0 && digits % 3 == 0)
            text_[--begin_] = ',';
        text_[--begin_] = static_cast<char>('0' + rest % 10);
        rest /= 10;
        ++digits;
    } while (rest > 0);
    if (count < 0)
        text_[--begin_] = '-';
}

std::string with_sign(std::int64_t change) {
    return (change > 0 ? "+" : "") + std::string(Number(change).text());
}

std::string count_of(std::uint64_t n, std::string_view noun) {
    return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

Percentage::Percentage(std::int64_t part, std::int64_t base) {
    char* at = text_.data();
    if (base == 0) {
        size_ = std::string_view("n/a").copy(at, 3);
        return;
    }
    // Counts above 2^53 / 100 need the longer product for a quotient that is right to the bit.
    const auto percent =
        static_cast<double>(static_cast<long double>(part) * 100 / static_cast<long double>(base));
    // Formatting an integer is several times as fast as formatting a double. Close to the middle
    // between two tenths it might round otherwise, so there the double is formatted.
    const double tenths = std::fabs(percent) * 10;
    const double below = std::floor(tenths);
    const double fraction = tenths - below;
    if (tenths < 1e6 && std::fabs(fraction - 0.5) > 1e-6) {
        const auto rounded = static_cast<unsigned>(below) + (fraction > 0.5 ? 1U : 0U);
        if (std::signbit(percent))
            *at++ = '-';
        at = std::to_chars(at, text_.data() + text_.size(), rounded / 10).ptr;
        *at++ = '.';
        *at++ = static_cast<char>('0' + rounded % 10);
    } else {
        at = fmt::format_to(at, "{:.1f}", percent);
    }
    *at++ = '%';
    size_ = static_cast<std::size_t>(at - text_.data());
}

} // namespace cg
