// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/colours.hpp"

#include <cmath>

namespace cg {

std::string_view colour_of(Colours colours, std::int64_t count, std::int64_t percent_base) {
    if (colours == Colours::none || count == 0)
        return {};
    if (colours == Colours::diff)
        return count < 0 ? colour_removed : colour_added;
    const double share = std::fabs(static_cast<double>(count) / static_cast<double>(percent_base));
    if (share >= 0.10)
        return colour_hot;
    if (share >= 0.01)
        return colour_warm;
    return {};
}

} // namespace cg
