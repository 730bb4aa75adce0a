// SPDX-License-Identifier: GPL-2.0-or-later
// Writes calls in the data of the HTML report: inclusive cost, callers and callees, and the tree
// that the flame graph draws.
#pragma once

#include "model/calls.hpp"
#include "render/web/page_tables.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cg::web {

// No two functions may have one name, as the table has no other key.
class PageCalls {
  public:
    PageCalls(const ProfileView& view, const PageTables& tables);

    // Writes "calls" (lib/render/web/data.js).
    void write_functions(Writer& out) const;
    // Writes the element "graph".
    void write_graph(Writer& out) const;

  private:
    void number_functions(const PageTables& tables);
    void write_arcs(Writer& out) const;
    void write_tree(Writer& out, const CallTree& tree) const;

    const Calls* calls_;                                 // nullptr: the profile has none
    std::vector<std::size_t> numbers_;                   // of the functions of calls_
    std::vector<std::optional<CalledNumber>> by_number_; // nothing: only in the table
    std::size_t listed_ = 0;                             // functions of the table
};

} // namespace cg::web
