// SPDX-License-Identifier: GPL-2.0-or-later
// Makes FunctionLines, and tables of costs of them.
#pragma once

#include "model/containers.hpp"
#include "model/cost_table_builder.hpp"
#include "model/function_lines.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace cg {

// Makes FunctionLines from rows in any order.
class FunctionLinesBuilder {
  public:
    explicit FunctionLinesBuilder(std::size_t event_count) : rows_(event_count) {}

    // Starts a block, which may have been started before. Must be called before the first row.
    void enter(FunctionId function, NameId file, NameId name);
    // Adds a row of zeros and returns it. The span is valid until the next call.
    std::span<Count> add_row(Line line) { return rows_.add_row(line); }
    // Adds the rows of a block of another table with the same columns.
    void add_rows(const FunctionLines& from, const FunctionLines::Block& block) {
        rows_.add_rows(from.lines(block), from.counts(block));
    }

    // Sums rows of the same line. Throws std::overflow_error. The builder is empty afterwards.
    FunctionLines finish() &&;

  private:
    CostTableBuilder rows_; // with functions for files, and names for functions
    std::vector<FunctionKey> names_;
    FunctionIndex index_; // of names_
};

// Returns the table of costs, without the functions that ran the rows, each block under its name,
// or name_of() it. Its ids are those of the functions' names, or id() of them.
template <typename Id = std::identity, typename Name = NameId FunctionLines::Block::*>
CostTable by_line(const FunctionLines& lines, const Id& id = {},
                  const Name& name_of = &FunctionLines::Block::name) {
    CostTableBuilder table(lines.event_count());
    table.reserve(lines.row_count(), lines.blocks().size());
    for (const FunctionLines::Block& block : lines.blocks()) {
        table.enter(id(block.file), id(std::invoke(name_of, block)));
        table.add_rows(lines.lines(block), lines.counts(block));
    }
    return std::move(table).finish();
}

} // namespace cg
