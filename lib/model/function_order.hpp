// SPDX-License-Identifier: GPL-2.0-or-later
// Brings blocks of rows that come in any order into the order of functions in a CostTable.
#pragma once

#include "model/function_index.hpp"
#include "model/growing_array.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cg {

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
    struct Place {
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

    GrowingArray<Place> functions_;
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

} // namespace cg
