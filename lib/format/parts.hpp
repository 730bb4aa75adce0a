// SPDX-License-Identifier: GPL-2.0-or-later
// The choice of parts of a file (callgrind/file_part.hpp), and what they are called.
#pragma once

#include "callgrind/file_part.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Returns "2, thread 1: Program termination".
std::string label_of(const FilePart& part);

// A choice of parts.
class PartSelection {
  public:
    // Takes a list of numbers, ranges and texts: 2, 2-4, 5-; a text is part of a trigger, such as
    // the name that a program gives to a dump. Throw UsageError for an empty item.
    void add_parts(const std::string& list);
    // Takes a list of numbers and ranges.
    void add_threads(const std::string& list);
    bool is_empty() const { return text_.empty(); }
    // Returns the options that it was made of: "--part=2-4 --thread=1".
    const std::string& text() const { return text_; }
    bool has(const FilePart& part) const;

  private:
    struct Range {
        std::uint64_t first, last;
    };
    static std::optional<Range> range_of(std::string_view text);

    std::vector<Range> numbers_, threads_;
    std::vector<std::string> triggers_;
    std::string text_;
};

// Throws the Error of a file of which no part is chosen.
[[noreturn]] void throw_no_part(const std::string& source, const PartSelection& selection,
                                std::size_t parts);

} // namespace cg
