// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of a file in Callgrind's format (callgrind/read.hpp), as --combine-dumps=yes writes
// them: what was counted between two dumps of a run, or by one of its threads. A part begins with
// header lines after costs, and has an events: line. Any other profile is one part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

struct FilePart {
    std::uint64_t number;                // of its part: line, else its place in the file, from 1
    std::optional<std::uint64_t> thread; // of its thread: line
    std::string trigger;                 // of its "desc: Trigger:", the reason why it ended
    std::size_t begin, end;              // its bytes
};

// Returns the parts in their order. Looks at each line.
std::vector<FilePart> parts_of(std::string_view bytes);

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
    // Chooses one of the parts by its place in the file, from 0.
    void set_only(std::size_t index) { only_ = index; }

    bool is_empty() const { return text_.empty() && !only_; }
    // Returns the options that it was made of: "--part=2-4 --thread=1".
    const std::string& text() const { return text_; }
    bool has(const FilePart& part, std::size_t index) const;

  private:
    struct Range {
        std::uint64_t first, last;
    };
    static std::optional<Range> range_of(std::string_view text);

    std::vector<Range> numbers_, threads_;
    std::vector<std::string> triggers_;
    std::optional<std::size_t> only_;
    std::string text_;
};

// Throws the Error of a file of which no part is chosen.
[[noreturn]] void throw_no_part(const std::string& source, const PartSelection& selection,
                                std::size_t parts);

// Returns the file with the chosen parts only, and with as many lines. Names that other parts
// define stay. Throws Error if no part is chosen.
std::string with_parts(std::string_view bytes, const std::string& source,
                       const PartSelection& selection);

} // namespace cg
