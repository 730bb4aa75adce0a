// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/sections.hpp"

#include <cstring>

namespace cg {

SectionPositions find_sections(std::string_view bytes) {
    SectionPositions found{bytes, {}, {}};
    const char* const begin = bytes.data();
    const char* const end = begin + bytes.size();
    // Few lines but those of a tree and of these sections have a #.
    for (const char* at = begin; at != end; ++at) {
        at = static_cast<const char*>(std::memchr(at, '#', static_cast<std::size_t>(end - at)));
        if (at == nullptr)
            break;
        if (at != begin && at[-1] != '\n')
            continue;
        const std::string_view rest(at, static_cast<std::size_t>(end - at));
        const auto begins_with = [rest](std::string_view words) {
            return rest.starts_with(words) &&
                   (rest.size() == words.size() || rest[words.size()] == ' ' ||
                    rest[words.size()] == '\n' || rest[words.size()] == '\r');
        };
        if (begins_with(SectionPositions::addresses_words))
            found.addresses.push_back(at);
        else if (begins_with(SectionPositions::data_words))
            found.data.push_back(at);
    }
    return found;
}

} // namespace cg
