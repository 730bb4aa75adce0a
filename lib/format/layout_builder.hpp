// SPDX-License-Identifier: GPL-2.0-or-later
// Builds a ProfileLayout: the actions of the grammar call it.
#pragma once

#include "format/profile_layout.hpp"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace cg {

class LayoutBuilder {
  public:
    LayoutBuilder(ProfileLayout& layout, bool with_uncounted)
        : layout_(layout), with_uncounted_(with_uncounted) {}

    ProfileLayout& layout() { return layout_; }
    // Valid after the events: line.
    bool lines_end_in_cr_lf() const { return lines_end_in_cr_lf_; }

    // Throws ParseError for an event that occurs twice.
    void add_event(std::string_view event);
    // Must be called at the end of the events: line if it ends in CR LF. Only this line is
    // unambiguous, because an event contains no CR.
    void note_cr_lf();
    void finish_header();

    void start_file(std::string_view name);
    void change_file(std::string_view name);
    // Throws ParseError before the first file.
    void change_function(std::string_view name);
    // Throws ParseError before the first file.
    void add_block(const CountBlock& block);
    // Must be called once, at the end.
    void finish();

  private:
    void note_uncounted();
    void intern_pending_functions();

    ProfileLayout& layout_;
    const bool with_uncounted_;
    bool lines_end_in_cr_lf_ = false;
    std::vector<std::string> events_;
    std::unordered_set<std::string> known_events_;

    // The file and function of the next counts.
    std::optional<NameId> file_;
    std::string_view function_; // null data: no name yet
    bool is_uncounted_ = false; // no counts since the last name
    // The names of the functions of the last blocks. Looking up names in a large table takes most
    // of the time, so several hundred are looked up at once.
    std::vector<std::string_view> pending_functions_;
};

} // namespace cg
