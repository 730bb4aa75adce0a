// SPDX-License-Identifier: GPL-2.0-or-later
// A text, line by line.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cg {

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

} // namespace cg
