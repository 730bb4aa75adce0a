// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/terminal.hpp"

#include "text/escaping.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

namespace {

// Returns the length of the colour that the text begins with, 0 if it begins with none, or npos if
// the text is the beginning of a colour.
std::size_t colour_length(std::string_view text) {
    for (const std::string_view colour : all_colours)
        if (text.starts_with(colour))
            return colour.size();
    const bool may_be = std::ranges::any_of(
        all_colours, [&](std::string_view colour) { return colour.starts_with(text); });
    return may_be ? text.npos : 0;
}

} // namespace

std::string TerminalFilter::filter(std::string_view bytes) {
    pending_ += bytes;
    std::string_view left = pending_;
    std::string out;
    const auto take = [&](std::size_t size) {
        const std::string_view sequence = left.substr(0, size);
        left.remove_prefix(size);
        return sequence;
    };
    while (!left.empty()) {
        const std::size_t special = left.find_first_of("\n\t\r\x1b");
        if (special == left.npos) {
            out += page_text(take(left.size() - unfinished_length(left)));
            break;
        }
        out += page_text(take(special));
        if (left[0] == '\n' || left[0] == '\t') {
            out += take(1);
        } else if (left[0] == '\r') {
            if (left.size() == 1)
                break;
            const std::string_view cr = take(1);
            out += left[0] == '\n' ? "" : page_text(cr);
        } else {
            const std::size_t length = colour_length(left);
            if (length == left.npos)
                break;
            out += length == 0 ? page_text(take(1)) : take(length);
        }
    }
    pending_.erase(0, pending_.size() - left.size());
    return out;
}

std::string TerminalFilter::finish() {
    return page_text(std::exchange(pending_, {}));
}

} // namespace cg
