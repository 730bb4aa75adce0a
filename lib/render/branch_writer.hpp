// SPDX-License-Identifier: GPL-2.0-or-later
// A line of a tree as text: count, percent, branch and name. Private to this room.
#pragma once

#include "render/renderers.hpp"
#include "text/utf8.hpp"

#include <cstddef>
#include <string>

namespace cg::render {

// Counts are of the event that the view is sorted by. Call widen() for each count before the first
// write().
class BranchWriter {
  public:
    BranchWriter(const ProfileView& view, const Options& options, Writer& out);

    void widen(Count count);
    void write(Count count, const std::string& branch, const std::string& name, Cut cut = Cut::end);
    // Writes a line without a count.
    void write(const std::string& branch, const std::string& text);

  private:
    std::string count_text(Count count) const;

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    std::size_t count_width_;
    std::size_t percent_width_; // with the gap before it; 0: no percentages
};

} // namespace cg::render
