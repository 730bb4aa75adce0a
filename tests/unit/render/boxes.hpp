// SPDX-License-Identifier: GPL-2.0-or-later
// The boxes of an SVG picture, for tests.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace cg {

// Returns "title fill width" of each box.
inline std::vector<std::string> boxes(const std::string& picture) {
    static const std::regex box("<title>([^<]*)</title><rect x=\"[^\"]*\" y=\"[^\"]*\" "
                                "width=\"([^\"]*)\" height=\"21\" fill=\"([^\"]*)\"/>");
    std::vector<std::string> out;
    for (std::sregex_iterator at(picture.begin(), picture.end(), box), end; at != end; ++at)
        out.push_back((*at)[1].str() + " " + (*at)[3].str() + " " + (*at)[2].str());
    return out;
}

} // namespace cg
