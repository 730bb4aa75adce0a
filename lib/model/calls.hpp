// SPDX-License-Identifier: GPL-2.0-or-later
// Calls: functions, a tree or arcs, and the rows by the function that ran them.
#pragma once

#include "model/call_arcs.hpp"
#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/containers.hpp"
#include "model/cost_table_builder.hpp"

#include <functional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace cg {

// The rows of a profile by the function that ran them. A table of costs does not know that: it has
// the rows of all functions of one file and name together, and names some by other names than the
// tree of calls, such as "???" for code without a name.
//
//   function       file   name        rows
//   main           a.c    main        10, 11
//   main           h.h    main        3           inlined code
//   0x1129         ???    ???         0
//   main           a.c    main.cold   14
//
// Without the functions, these rows are the table: by_line().
class FunctionLines {
  public:
    // Rows of a file and name that one function ran. There is one block for each of these.
    struct Block {
        FunctionId function; // or root_number()
        NameId file;         // ids of the functions' names
        NameId name;         // in reports by line
        std::size_t first_row;
        std::size_t end_row;

        IndexRange rows() const { return IndexRange(first_row, end_row); }
    };

    // Makes an empty table.
    FunctionLines() : rows_(CostTableBuilder(0).finish()) {}

    // Blocks of a function are adjacent, and functions in first-seen order.
    std::span<const Block> blocks() const { return blocks_; }
    std::size_t event_count() const { return rows_.event_count(); }
    std::size_t row_count() const { return rows_.row_count(); }
    Line line(std::size_t row) const { return rows_.line(row); }
    std::span<const Count> counts(std::size_t row) const { return rows_.counts(row); }
    std::span<Count> counts(std::size_t row) { return rows_.counts(row); }

    // Replaces the function number n by new_numbers[n].
    void renumber(std::span<const FunctionId> new_numbers);
    // Returns the table of costs, without the functions that ran the rows. Its ids are those of the
    // functions' names, or id() of them.
    template <typename Id = std::identity>
    CostTable by_line(const Id& id = {}) const {
        CostTableBuilder table(event_count());
        table.reserve(row_count(), blocks_.size());
        for (const Block& block : blocks_) {
            table.enter(id(block.file), id(block.name));
            table.add_rows(rows_, block.first_row, block.end_row);
        }
        return std::move(table).finish();
    }

  private:
    friend class FunctionLinesBuilder;
    explicit FunctionLines(CostTable rows) : rows_(std::move(rows)) {}

    std::vector<Block> blocks_;
    CostTable rows_; // its functions are the blocks
};

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
        rows_.add_rows(from.rows_, block.first_row, block.end_row);
    }

    // Sums rows of the same line. Throws std::overflow_error. The builder is empty afterwards.
    FunctionLines finish() &&;

  private:
    struct Place {
        NameId file{};
        NameId name{};
        bool operator==(const Place&) const = default;
        friend std::size_t hash_of(const Place& place) {
            return hash_of_pair(place.name, place.file);
        }
    };
    CostTableBuilder rows_; // with functions for files, and places for functions
    std::vector<Place> places_;
    FlatIndex<Place> index_; // of places_
};

// The calls of a run: a tree, or only arcs. A value of its own, with its own names.
struct Calls {
    // Functions are sorted, and the tree is canonical, so equal calls have equal values except for
    // the ids of names.
    CalledFunctions functions;
    std::variant<CallTree, CallArcs> tree_or_arcs;
    // Of a tree: how often a function may be on a path (0: no limit), and the number of nodes that
    // were folded into their callers to save memory.
    std::uint64_t recursion = 0;
    std::uint64_t folded = 0;
    // The rows of the profile by the function that ran them: they add up to its costs, and the
    // rows of a function to its own cost. Empty in calls that are only to be shown.
    FunctionLines lines = {};

    const CallTree* tree() const { return std::get_if<CallTree>(&tree_or_arcs); }
    // Returns the arcs of the tree, or the arcs if there is no tree.
    CallArcs arcs() const {
        return tree() ? arcs_of(*tree(), functions) : std::get<CallArcs>(tree_or_arcs);
    }
    std::size_t event_count() const {
        return tree() ? tree()->event_count() : std::get<CallArcs>(tree_or_arcs).event_count();
    }
};

// Gives rows to the functions that ran them, when a tree of calls knows each function's cost,
// but the rows only say where the code is.

// Returns a row for each function of a tree, its cost without its callees, then one for each root.
// Throws std::overflow_error.
CountRows own_costs(const CallTree& tree, std::size_t functions);
// Returns the same sums of rows.
CountRows own_costs(const FunctionLines& lines, std::size_t functions);

// Returns the rows shared out anew, so that those of each function add up to its own cost `wanted`,
// which is done for each event by itself: a function keeps its rows up to that cost, and what is
// over goes to the functions and roots that cost more than their rows. So the sum of each line
// stays the same, and no count becomes negative if no row and no own cost is. The sums of rows and
// of `wanted` must be equal.
FunctionLines settled(const FunctionLines& lines, const CountRows& wanted, std::size_t functions);

// Returns the rows of a table by function: rows of a file and name belong to the function of that
// file and name, or to the first one of that name, and are settled.
FunctionLines lines_of(const CostTable& costs, const Names& names, Calls& calls);

} // namespace cg
