// SPDX-License-Identifier: GPL-2.0-or-later
// Finds rows of a table by file, function and line.
#pragma once

#include "model/code_ranges.hpp"
#include "model/cost_table.hpp"
#include "model/cost_table_builder.hpp"
#include "model/data_objects.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace cg {

class RowFinder {
  public:
    // The table must outlive the object. The names are those of its ids.
    RowFinder(const CostTable& costs, const Names& names);

    // `function` may be the id of "???" for a function without a name. Fastest if lines come in
    // their order.
    std::optional<std::size_t> operator()(NameId file, NameId function, Line line);

  private:
    const CostTable& costs_;
    std::optional<NameId> unnamed_; // the id of "???"
    FunctionIndex index_;
    std::map<std::size_t, LineFinder> lines_; // by function
};

// Return, for each range or cell, the row of the table that it belongs to, or for each object that
// of the line which allocates its blocks; nothing if there is none.
std::vector<std::optional<std::size_t>> rows_of(const CodeRanges& ranges, const CostTable& costs,
                                                const Names& names);
std::vector<std::optional<std::size_t>> rows_of(const DataObjects& data, const CostTable& costs,
                                                const Names& names);

std::vector<std::optional<std::size_t>>
allocating_rows_of(const DataObjects& data, const CostTable& costs, const Names& names);

} // namespace cg
