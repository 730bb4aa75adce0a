// SPDX-License-Identifier: GPL-2.0-or-later
// The replacement of a match: text and groups. Private to this room.
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
    // Removes the backslash before a delimiter. Throws UsageError with the column of the error, for
    // example of a group that is not in the pattern.
    Replacement(std::string_view text, Range replacement, std::string_view delimiters,
                std::size_t group_count, const GroupNames& group_names);

    // Appends the replacement. `groups` are the ranges of the name that matched, the complete match
    // first.
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
