// SPDX-License-Identifier: GPL-2.0-or-later
// A ProfileLayout in the making: what the actions of the grammar call.
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
    // Known from the events: line on.
    bool lines_end_in_cr_lf() const { return lines_end_in_cr_lf_; }

    // Throws ParseError for one that is there already.
    void add_event(std::string_view event);
    // Called at the end of the events: line if it ends in CR LF. An event holds no CR, so this
    // line alone tells for sure.
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

    // Where counts belong.
    std::optional<NameId> file_;
    std::string_view function_; // without data: not named yet
    bool is_uncounted_ = false; // file and function were named, and no counts came since
    // Reading spends most time on looking up names of functions in a large table. Several hundred
    // are looked up at once. These belong to the last blocks.
    std::vector<std::string_view> pending_functions_;
};

} // namespace cg
