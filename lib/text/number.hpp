// SPDX-License-Identifier: GPL-2.0-or-later
// Counts and percentages as a report writes them.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace cg {

// "-1,234,567". Not formatted by a library, because a report of a large program has millions.
class Number {
  public:
    explicit Number(std::int64_t count);
    std::string_view text() const { return {text_.data() + begin_, text_.size() - begin_}; }

  private:
    std::array<char, 26> text_{}; // "-9,223,372,036,854,775,808"
    std::size_t begin_;
};

// Returns the number that the text is, or nothing for any other text. There is no plus sign.
template <typename Value>
std::optional<Value> number_of(std::string_view text) {
    Value value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number ? std::optional(value) : std::nullopt;
}

// "+1,234", "-1,234", "0": a change.
std::string with_sign(std::int64_t change);

// "1 byte", "2 bytes".
std::string count_of(std::uint64_t n, std::string_view noun);

// "12.3%": part as a percentage of base, rounded as printf's %.1f does. "-0.0%" for zero of a
// negative base, "n/a" if the base is zero.
class Percentage {
  public:
    Percentage(std::int64_t part, std::int64_t base);
    std::string_view text() const { return {text_.data(), size_}; }

  private:
    std::array<char, 32> text_{}; // at most 2^63 * 100 / 1
    std::size_t size_;
};

} // namespace cg
