// SPDX-License-Identifier: GPL-2.0-or-later
// Compares names without regard to the case of ASCII letters.
#pragma once

#include <algorithm>
#include <string_view>

namespace cg {

inline char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

inline bool ends_ignoring_case(std::string_view text, std::string_view end) {
    return text.size() >= end.size() &&
           equal_ignoring_case(text.substr(text.size() - end.size()), end);
}

} // namespace cg
