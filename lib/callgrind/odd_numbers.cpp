// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/odd_numbers.hpp"

#include "error/grammar.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;

struct Digits {
    std::string_view whole, fraction;
    std::int64_t exponent = 0;
};

// Writes the digits of the whole number into `text`, and returns whether nothing is left of it.
bool shift(const Digits& digits, std::string& text) {
    constexpr std::int64_t enough = 100; // digits: more than 64 bits have
    text = std::string(digits.whole) + std::string(digits.fraction);
    const auto point = static_cast<std::int64_t>(digits.whole.size());
    const auto end = std::clamp<std::int64_t>(point + digits.exponent, 0,
                                              static_cast<std::int64_t>(text.size()) + enough);
    const auto length = static_cast<std::size_t>(end);
    const bool is_whole = length >= text.size() || text.find_first_not_of('0', length) == text.npos;
    text.resize(length, '0');
    return is_whole;
}

} // namespace

std::optional<OddNumber> odd_number(std::string_view word) {
    OddNumber number;
    Digits decimal;
    std::string_view hexadecimal;
    const auto text_of = [](std::string_view& text) {
        return [&text](auto& context) { text = {_attr(context).begin(), _attr(context).end()}; };
    };
    const auto set_sign = [&](auto& context) { number.sign = _attr(context); };
    // An exponent that is too large for its type is part of what follows the number.
    const auto set_exponent = [&](auto& context) { decimal.exponent = _attr(context); };
    const auto hex_digit = x3::char_("0-9a-fA-F");
    const auto exponent = x3::omit[x3::char_("eE")] >> x3::int32[set_exponent];
    const auto hex = (x3::lit("0x") | "0X") >> x3::raw[+hex_digit][text_of(hexadecimal)];
    const auto fraction = '.' >> x3::raw[*ascii_digit][text_of(decimal.fraction)];
    const auto dec = ((x3::raw[+ascii_digit][text_of(decimal.whole)] >> -fraction) |
                      (&(x3::lit('.') >> ascii_digit) >> fraction)) >>
                     -exponent;
    const auto grammar = -x3::char_("+-")[set_sign] >> (hex | dec);

    const char* at = word.data();
    const char* const end = at + word.size();
    if (!x3::parse(at, end, grammar))
        return std::nullopt;
    number.rest = {at, static_cast<std::size_t>(end - at)};
    std::string digits(hexadecimal);
    if (hexadecimal.empty())
        number.is_whole = shift(decimal, digits);
    if (digits.empty())
        return number;
    const auto [next, error] = std::from_chars(digits.data(), digits.data() + digits.size(),
                                               number.magnitude, hexadecimal.empty() ? 10 : 16);
    number.is_too_large = error == std::errc::result_out_of_range;
    return number;
}

} // namespace cg
