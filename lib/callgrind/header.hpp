// SPDX-License-Identifier: GPL-2.0-or-later
// Collects the header lines of Callgrind's format. Functions throw ParseError.
#pragma once

#include "callgrind/cost_lines.hpp"
#include "model/profile.hpp"

#include <string_view>

namespace cg {

class CallgrindHeader {
  public:
    // Arguments are the text after the colon, as views into the file.
    // Throws for another version than 1, or than those before it that Xdebug names, 0.9.6.
    static void check_version(std::string_view text);
    void set_creator(std::string_view text);
    void add_desc(std::string_view text);
    void set_cmd(std::string_view text);
    static void set_positions(std::string_view names, CostLineParser& lines);
    // Begins a part. Returns true if it is the first.
    bool set_events(std::string_view names);

    bool has_events() const { return !is_first_part_; }
    const EventSet& events() const { return header_.events; }
    // Returns true if the writer ends each part with totals:, like Valgrind's tools and ours.
    bool must_have_totals() const { return must_have_totals_; }
    // Keeps what the complete run cost, for an event whose counts add up to something else.
    void set_total_of_run(std::size_t event, Count total) {
        header_.totals_of_run.insert_or_assign(header_.events[event], total);
    }
    // Returns true if the writer is our tool or one of our commands.
    bool is_ours() const { return is_ours_; }
    Header take() { return std::move(header_); }

  private:
    Header header_;
    bool is_first_part_ = true;
    bool must_have_totals_ = false;
    bool is_ours_ = false;
};

} // namespace cg
