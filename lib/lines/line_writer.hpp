// SPDX-License-Identifier: GPL-2.0-or-later
// Writes lines of both file formats: counts, names, and the places in sections.
#pragma once

#include "model/fwd.hpp"
#include "model/names.hpp"
#include "text/writer.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace cg {

class LineWriter : public Writer {
  public:
    using Writer::Writer;

    // Adds a space and a count for each, and the end of the line.
    void add_counts(std::span<const Count> counts);
    // Omits zeros at the end.
    void add_counts_without_trailing_zeros(std::span<const Count> counts);
    // Adds a name and the end of the line. Throws Error for a name with a newline.
    void add_line(std::string_view name);
    // Adds the lines "#fl=FILE" and "#fn=FUNCTION" of a section in comments, unless both are the
    // latest ones.
    void add_place(const Names& names, NameId file, NameId function);

  private:
    std::optional<NameId> file_, function_; // of the latest add_place()
};

} // namespace cg
