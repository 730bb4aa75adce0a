// SPDX-License-Identifier: GPL-2.0-or-later
// The fuzz targets: each takes any bytes, and throws when something is not as it should be.
// To refuse bytes is as it should be.
#pragma once

#include <stdexcept>
#include <string_view>

namespace cg::fuzz {

using Target = void(std::string_view bytes);

Target binary;
Target calls;
Target condition;
Target derivation;
Target expression;
Target gzip;
Target json;
Target text;
Target zstd;

struct NamedTarget {
    const char* name; // of its directories in corpus/ and regressions/ too
    Target* run;
    bool has_lines = false; // its format is one of lines
};

inline constexpr NamedTarget targets[] = {
    {"binary", binary},
    {"calls", calls, true},
    {"condition", condition},
    {"derivation", derivation},
    {"expression", expression},
    {"gzip", gzip},
    {"json", json},
    {"text", text, true},
    {"zstd", zstd},
};

inline void require(bool holds, const char* law) {
    if (!holds)
        throw std::logic_error(law);
}

} // namespace cg::fuzz
