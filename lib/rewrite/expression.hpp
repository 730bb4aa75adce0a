// SPDX-License-Identifier: GPL-2.0-or-later
// A compiled regular expression. Private to this room.
#pragma once

#include "rewrite/character_set.hpp"
#include "rewrite/translate.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cg {

// Matches a name that is valid UTF-8 by characters and any other by bytes. An expression that is
// not UTF-8 itself matches all names by bytes. A value; copies share what was compiled.
class Expression {
  public:
    // The pattern is a part of the text, which errors quote. Throws UsageError with the column of
    // the error.
    Expression(std::string_view text, Range pattern, SyntaxFlags flags);

    const std::string& text() const { return text_; }
    std::size_t group_count() const;
    const GroupNames& group_names() const;

    // Both functions throw Error if the expression backtracks too much.
    bool is_in(std::string_view name) const;
    // Calls `found` for the first match, or for all matches. `groups` are ranges of the name, the
    // complete match first; groups that did not participate are empty.
    using Found = std::function<void(std::span<const Range> groups)>;
    void find(std::string_view name, bool all, const Found& found) const;

  private:
    struct Compiled;
    std::string text_;
    std::shared_ptr<const Compiled> compiled_;
};

} // namespace cg
