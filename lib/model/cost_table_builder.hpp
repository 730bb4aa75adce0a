// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a CostTable from rows in any order, or in place.
#pragma once

#include "model/containers.hpp"
#include "model/cost_table.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cg {

// Maps (file, function) to a number. A large profile has half a million functions, and a node for
// each, as std::unordered_map makes it, took a third of the time of reading.
struct FunctionKey {
    NameId file{};
    NameId function{};
    bool operator==(const FunctionKey&) const = default;
    friend std::size_t hash_of(const FunctionKey& f) { return hash_of_pair(f.file, f.function); }
};

using FunctionIndex = FlatIndex<FunctionKey>;

// Brings blocks of rows that come in any order into the order of functions in a CostTable.

// Functions of a file are adjacent; files and functions are in first-seen order.
class FunctionOrder {
  public:
    // Blocks, functions and files are numbered from 0 in the order of calls. 32 bits, because a
    // large profile has half a million functions and the time is spent on memory accesses.
    using Number = std::uint32_t;
    // The blocks of one function, in the order of calls.
    struct Function {
        NameId file;
        NameId function;
        Number begin; // in Order::blocks
        Number end;
    };
    struct Order {
        GrowingArray<Function> functions;
        GrowingArray<Number> blocks;
    };

    void reserve(std::size_t blocks) {
        functions_.reserve(blocks);
        next_blocks_.reserve(blocks);
    }
    // Adds a block that belongs to this function of this file. Throws std::length_error after
    // 2^32 - 1 blocks.
    void enter(NameId file, NameId function);
    // Returns true if the last block belongs to this function of this file.
    bool is_in(NameId file, NameId function) const {
        return !functions_.empty() && functions_[current_].file == file &&
               functions_[current_].function == function;
    }
    // Returns true if the blocks are in this order already, as in all files of the tool.
    bool is_in_order() const { return is_in_order_; }
    Order order() const;

  private:
    static constexpr Number none = 0xffffffff;
    // Chains, so that nothing needs to be sorted.
    struct ChainedFunction {
        NameId file;
        NameId function;
        Number next; // function of this file
        Number first_block;
        Number last_block;
    };
    struct File {
        Number first; // function
        Number last;
        Number size;
    };
    File* find_file(NameId file);
    Number number_of(NameId file, NameId function);
    // Returns the number of this function if it is one of the next few, or `none`.
    Number find_among(Number from, std::size_t few, NameId function) const;
    bool is_surely_new(NameId file, NameId function) const;
    Number add_function(NameId file, NameId function);
    void make_index();

    GrowingArray<ChainedFunction> functions_;
    GrowingArray<Number> next_blocks_; // for each block the next of its function
    GrowingArray<File> files_;
    std::vector<Number> file_numbers_; // by file, and one more; 0: not seen
    Number current_ = 0;               // the function of the last block
    // The function of the current file at which the next search starts. Profiles of one program
    // have nearly the same functions in nearly the same order.
    Number guess_ = none;
    // Indexed by function id + 1 (0: unnamed). Value: number of the last file it appeared in, + 1;
    // 0: never seen. As long as the functions of each file are adjacent and occur once, as in all
    // files of the tool, a function is new in a file if the value differs; no lookup is needed.
    std::vector<std::uint32_t> last_files_;
    FunctionIndex index_; // into functions_; made if last_files_ does not suffice
    bool is_indexed_ = false;
    bool is_in_order_ = true;
};

// Makes a CostTable from rows in any order.
class CostTableBuilder {
  public:
    explicit CostTableBuilder(std::size_t event_count) : table_(event_count) {}

    // Reserves memory for about this many rows and functions.
    void reserve(std::size_t rows, std::size_t functions) {
        order_.reserve(functions);
        first_rows_.reserve(functions);
        table_.rows_.reserve(rows);
    }

    // Starts a block: the following rows belong to this function of this file. Must be called
    // before the first row.
    void enter(NameId file, NameId function) {
        if (order_.is_in(file, function))
            return;
        order_.enter(file, function);
        first_rows_.push_back(table_.row_count());
    }
    // Adds a row of zeros and returns it. The span is valid until the next call.
    std::span<Count> add_row(Line line) { return table_.rows_.append(line); }
    // Adds rows of another table with the same columns.
    void add_rows(std::span<const Line> lines, std::span<const Count> counts) {
        table_.rows_.append(lines, counts);
    }

    // Sums rows of the same line. Throws std::overflow_error. The builder is empty afterwards.
    CostTable finish() &&;
    // For rows of which no line occurs twice in a function.
    CostTable finish_distinct() &&;

  private:
    std::size_t end_of(std::size_t block) const {
        return block + 1 < first_rows_.size() ? first_rows_[block + 1] : table_.row_count();
    }
    bool has_ascending_lines() const;
    CostTable reordered() const;

    CostTable table_; // its rows in the order of calls
    FunctionOrder order_;
    GrowingArray<std::size_t> first_rows_; // of each block
};

// Makes a CostTable whose functions and maximal number of rows are known. Several threads may
// fill parts of it in place.
class CostTableInPlace {
  public:
    // Allocates memory without clearing it.
    CostTableInPlace(std::size_t event_count, std::size_t rows, std::size_t functions)
        : table_(event_count) {
        table_.rows_.extend(rows);
        table_.functions_.extend(functions);
    }

    // Returns memory to fill.
    Line* lines(std::size_t row) { return table_.rows_.begin() + row; }
    Count* counts(std::size_t row) { return table_.counts(row).data(); }
    FunctionCosts& function(std::size_t i) { return table_.functions_[i]; }

    // Appends functions whose adjacent rows are filled, and closes a gap before them. Must be
    // called for all functions, in order.
    void keep(std::size_t begin, std::size_t end);
    CostTable finish() && {
        table_.rows_.truncate(kept_);
        return std::move(table_);
    }

  private:
    CostTable table_;
    std::size_t kept_ = 0; // rows
};

// Sums the rows of one function that have the same line.

// Rows in parallel arrays: a line and event_count counts for each row.
struct RowSpan {
    Line* lines;
    Count* counts;
    std::size_t event_count;
};

// Adds each row to the first row with the same line, and closes the gaps. Lines of the rows before
// `merged_end` are distinct. Returns the number of remaining rows. Throws std::overflow_error.
std::size_t sum_equal_lines(RowSpan rows, std::size_t merged_end, std::size_t end);

} // namespace cg
