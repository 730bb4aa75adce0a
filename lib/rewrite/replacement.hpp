// SPDX-License-Identifier: GPL-2.0-or-later
// What takes the place of a match: text and groups. Private to this room.
#pragma once

#include "rewrite/pattern_reader.hpp"
#include "rewrite/translate.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Of Python: \1, \g<1>, \g<name>, \n and other escapes of characters; a backslash before other
// punctuation is a backslash. Of Perl: $1, ${1}, ${name}, $+{name}, $& for the whole match, $$ or
// \$ for a dollar, \U and \L up to \E, \u and \l for a letter.
class Replacement {
  public:
    // A backslash before one of the delimiters goes. Throws UsageError that points at the column,
    // also for a group that the pattern does not have.
    Replacement(std::string_view text, Range replacement, std::string_view delimiters,
                std::size_t group_count, const GroupNames& group_names);

    // Appends what it makes of a match: groups of the name, the whole match first.
    void append_to(std::string& result, std::string_view name, std::span<const Range> groups) const;

  private:
    enum class Kind { text, group, upper, lower, next_upper, next_lower, end_of_case };
    struct Part {
        Kind kind;
        std::string text = {};
        std::size_t group = 0;
    };
    class Parser;

    std::vector<Part> parts_;
};

} // namespace cg
