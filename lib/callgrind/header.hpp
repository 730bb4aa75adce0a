// SPDX-License-Identifier: GPL-2.0-or-later
// The header lines of Callgrind's format, as they come. Throws ParseError.
#pragma once

#include "callgrind/cost_lines.hpp"
#include "model/profile.hpp"

#include <string_view>

namespace cg {

class CallgrindHeader {
  public:
    // What stands behind the colon: views into the file.
    void set_creator(std::string_view text);
    void add_desc(std::string_view text);
    void set_cmd(std::string_view text);
    static void set_positions(std::string_view names, CostLineParser& lines);
    // A part begins. Whether it is the first.
    bool set_events(std::string_view names);

    bool has_events() const { return !is_first_part_; }
    const EventSet& events() const { return header_.events; }
    // Whether the writer is one that ends each part with totals:, as Valgrind's tools and ours do.
    bool must_have_totals() const { return must_have_totals_; }
    Header take() { return std::move(header_); }

  private:
    Header header_;
    bool is_first_part_ = true;
    bool must_have_totals_ = false;
};

} // namespace cg
