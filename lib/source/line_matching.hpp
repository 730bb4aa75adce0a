// SPDX-License-Identifier: GPL-2.0-or-later
// The lines of texts, and the lines of two versions of a text that match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cg {

// A text, line by line.
class SourceLines {
  public:
    // Lines end in LF or CR LF; the last line may lack it. The bytes must outlive the object.
    explicit SourceLines(std::string_view bytes);

    std::size_t size() const { return starts_.size() - 1; }
    // Returns a line, from 1 to size(), without its end.
    std::string_view operator[](std::size_t line) const;

  private:
    std::string_view bytes_;
    std::vector<std::size_t> starts_; // and the end of the last
};

// Matches the lines of two versions of a text.

// Returns, for each line of the second text (indexed by its number from 1), the matching line of
// the first text, or 0 for a new line; index 0 holds 0. Matched lines are equal but for white space
// at both ends, and in the same order in both texts.
//
// Finds a longest common subsequence if the texts differ in at most a few thousand lines. For more
// differences (a text that was replaced rather than edited), first matches lines that are unique in
// both texts, and then finds subsequences between them.
std::vector<std::uint32_t> match_lines(const SourceLines& first, const SourceLines& second);

// Returns the inverse: for each line of the first text (indexed from 1), the matching line of the
// second text, or 0. Here lines that moved are matched too, so the order may differ.
std::vector<std::uint32_t> lines_in_second(const SourceLines& first, const SourceLines& second);

} // namespace cg
