// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/sections.hpp"

#include "text/escaping.hpp"

#include <algorithm>
#include <cstring>

namespace cg {
namespace {

constexpr std::string_view tree_words = "#tree 1";

// If a section of this kind begins here, returns its version; else an empty text.
std::string_view version_of(std::string_view rest, std::string_view words) {
    const std::string_view name = words.substr(0, words.size() - 1);
    if (!rest.starts_with(name))
        return {};
    rest.remove_prefix(name.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const bool is_word = digits == rest.size() || rest[digits] == ' ' || rest[digits] == '\n' ||
                         rest[digits] == '\r';
    return is_word ? rest.substr(0, digits) : std::string_view();
}

} // namespace

SectionPositions find_sections(std::string_view bytes) {
    SectionPositions found{bytes, {}, {}, std::nullopt};
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
        for (const std::string_view words :
             {SectionPositions::addresses_words, SectionPositions::data_words, tree_words}) {
            const std::string_view version = version_of(rest, words);
            if (version.empty())
                continue;
            if (version != words.substr(words.size() - 1)) {
                if (!found.other_version)
                    found.other_version =
                        ParseError{at, in_quotes({at, version.data() + version.size()}) +
                                           " is of another version of the format, and is left out"};
            } else if (words == SectionPositions::addresses_words) {
                found.addresses.push_back(at);
            } else if (words == SectionPositions::data_words) {
                found.data.push_back(at);
            }
        }
    }
    return found;
}

} // namespace cg
