// SPDX-License-Identifier: GPL-2.0-or-later
// The part of the HTML report's data about calls: inclusive cost for its table, callers and
// callees, and the tree that its flame graph draws.
#pragma once

#include "forms/web/page_tables.hpp"
#include "model/calls.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cg::web {

// A function goes by a number: its place in "functions" or, after these, in "names". Functions of
// one name are one, as in the table.
class PageCalls {
  public:
    PageCalls(const ProfileView& view, const PageTables& tables);

    // {"tree": whether there is one, "names": [...], "inclusive": [[counts...]...],
    // "calls": [number of calls...]}, the last two by function; null without calls.
    void write_functions(Writer& out) const;
    // {"arcs": [caller, callee, calls, counts..., ...], "tree": {"depth": [...], "function": [...],
    // "calls": [...], "own": [[of the first event...]...]}}, nodes before their children. The
    // numbers of roots are negative: what began with a thread, a signal, no known caller. Null
    // without calls, the tree without a tree.
    void write_graph(Writer& out) const;

  private:
    void number_functions(const PageTables& tables);
    void write_arcs(Writer& out) const;
    void write_tree(Writer& out, const CallTree& tree) const;

    std::optional<Calls> calls_;          // each name once
    std::vector<std::size_t> numbers_;    // of the functions of calls_
    std::vector<CalledNumber> by_number_; // not_called: only in the table
    std::size_t listed_ = 0;              // functions of the table
};

} // namespace cg::web
