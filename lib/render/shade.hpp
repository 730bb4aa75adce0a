// SPDX-License-Identifier: GPL-2.0-or-later
// Colours of pictures, as "#rrggbb". A strength is from 0 to 1.
#pragma once

#include "model/fwd.hpp"

#include <cmath>
#include <fmt/format.h>
#include <string>

namespace cg::render {

struct Rgb {
    double red, green, blue;
};

inline std::string mixed(Rgb a, Rgb b, double part) {
    const auto channel = [&](double x, double y) {
        return static_cast<int>(std::lround(x + (y - x) * part));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(a.red, b.red), channel(a.green, b.green),
                       channel(a.blue, b.blue));
}

// Returns the colour of a cost.
inline std::string shade_of_heat(double strength) {
    return mixed({252, 211, 119}, {240, 84, 40}, strength);
}

// Returns the colour of a change: orange if it is positive, blue if negative, grey if 0.
inline std::string shade_of_change(Count change, double strength) {
    if (change == 0)
        return "#d5dae2";
    return change > 0 ? mixed({253, 226, 206}, {234, 88, 12}, strength)
                      : mixed({214, 228, 252}, {59, 120, 246}, strength);
}

} // namespace cg::render
