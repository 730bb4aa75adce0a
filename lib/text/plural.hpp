// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace cg {

// Returns "functions" for "function", and "libraries" for "library".
inline std::string plural_of(std::string_view noun) {
    return noun.ends_with('y') ? std::string(noun.substr(0, noun.size() - 1)) + "ies"
                               : std::string(noun) + "s";
}

} // namespace cg
