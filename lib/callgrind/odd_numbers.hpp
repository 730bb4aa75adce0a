// SPDX-License-Identifier: GPL-2.0-or-later
// Numbers that other writers have, but not Callgrind's format:
//
//   number ::= ("+" | "-")? (hexadecimal | decimal) rest
//   decimal ::= (digits ("." digit*)? | "." digits) (("e" | "E") ("+" | "-")? digits)?
//   rest    ::= any characters but blanks        they are passed over: 10ms, 10;
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cg {

struct OddNumber {
    char sign = ' ';             // or + or -
    std::uint64_t magnitude = 0; // rounded towards 0
    bool is_whole = true;        // it had no fraction
    bool is_too_large = false;   // for 64 bits; then there is no magnitude
    std::string_view rest{};
};

// Returns the number that the word begins with, or nothing.
std::optional<OddNumber> odd_number(std::string_view word);

} // namespace cg
