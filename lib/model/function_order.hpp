// SPDX-License-Identifier: GPL-2.0-or-later
// The order that a CostTable has its functions in, of blocks of rows that come in any order.
#pragma once

#include "model/function_index.hpp"
#include "model/growing_array.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cg {

// Functions of a file stand together, files and functions in first-seen order.
class FunctionOrder {
  public:
    // Blocks, functions and files are numbered from 0 as they come. 32 bits: a large profile
    // has half a million, and to touch less memory is most of what can be saved here.
    using Number = std::uint32_t;
    // The blocks of one function, in the order in which they came.
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
    // The next block belongs to this function of this file. Throws std::length_error past
    // 2^32 - 1 blocks.
    void enter(NameId file, NameId function);
    // Whether the last block does.
    bool is_in(NameId file, NameId function) const {
        return !functions_.empty() && functions_[current_].file == file &&
               functions_[current_].function == function;
    }
    // Whether the blocks came in this order, as in every file that the tool wrote.
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
    // The number of this function, if it is one of the first few from there on, or none.
    Number find_among(Number from, std::size_t few, NameId function) const;
    bool is_surely_new(NameId file, NameId function) const;
    Number add_function(NameId file, NameId function);
    void make_index();

    GrowingArray<Place> functions_;
    GrowingArray<Number> next_blocks_; // for each block the next of its function
    GrowingArray<File> files_;
    std::vector<Number> file_numbers_; // by file, and one more; 0: not seen
    Number current_ = 0;               // the function of the last block
    // Where the next function is looked for first, in the current file. Profiles of one program
    // name the same functions in the same order, but for a few.
    Number guess_ = none;
    // By function and one more (0 is for what was not named): the last file that it was seen in
    // and one more. As long as the functions of each file come together and once, as in every
    // file that the tool wrote, this tells what is new, and nothing needs to be looked up.
    std::vector<std::uint32_t> last_files_;
    FunctionIndex index_; // into functions_; made when that does not do
    bool is_indexed_ = false;
    bool is_in_order_ = true;
};

} // namespace cg
