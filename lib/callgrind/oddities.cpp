// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/oddities.hpp"

#include <algorithm>
#include <vector>

namespace cg {

void Oddities::be_strict() {
    is_strict_ = true;
    const ParseError* first = nullptr;
    for (Noted& noted : noted_) {
        if (noted.remedy && (!first || noted.first->position < first->position))
            first = &*noted.first;
        if (!noted.remedy)
            noted = {};
    }
    if (first)
        throw ParseError{*first};
}

void Oddities::tell(const std::function<void(const ParseError&)>& warn) const {
    if (!warn)
        return;
    std::vector<const Noted*> all;
    for (const Noted& noted : noted_)
        if (noted.times > 0)
            all.push_back(&noted);
    std::ranges::sort(all, {}, [](const Noted* noted) { return noted->first->position; });
    for (const Noted* const noted : all) {
        std::string text = noted->first->what();
        if (noted->remedy)
            text += ": " + *noted->remedy;
        if (noted->times > 1)
            text += " (" + std::to_string(noted->times) + " times)";
        warn(ParseError{noted->first->position, text});
    }
}

} // namespace cg
