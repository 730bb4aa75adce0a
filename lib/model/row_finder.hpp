// SPDX-License-Identifier: GPL-2.0-or-later
// Finds rows of a table by file, function and line.
#pragma once

#include "model/code_ranges.hpp"
#include "model/cost_table.hpp"
#include "model/cost_table_builder.hpp"
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

// Finds them by names that have other ids than the table's.
class ForeignRowFinder {
  public:
    // `own` are the names that the caller has ids of.
    ForeignRowFinder(const Names& own, const CostTable& costs, const Names& names);

    std::optional<std::size_t> operator()(NameId file, NameId function, Line line) {
        const auto in_file = ids_[index_of(file)];
        const auto of_function = ids_[index_of(function)];
        return in_file && of_function ? find_(*in_file, *of_function, line) : std::nullopt;
    }
    // Returns the row of each place: a range, or a cell of a data object.
    template <typename Places>
    std::vector<std::optional<std::size_t>> rows_of(const Places& places) {
        std::vector<std::optional<std::size_t>> rows;
        rows.reserve(places.size());
        for (const auto& place : places)
            rows.push_back((*this)(place.file, place.function, place.line));
        return rows;
    }

  private:
    std::vector<std::optional<NameId>> ids_; // of the own names in the table
    RowFinder find_;
};

// Returns, for each range, the row of the table that it belongs to; nothing if there is none.
std::vector<std::optional<std::size_t>> rows_of(const CodeRanges& ranges, const CostTable& costs,
                                                const Names& names);

} // namespace cg
