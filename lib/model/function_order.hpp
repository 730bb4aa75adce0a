// SPDX-License-Identifier: GPL-2.0-or-later
// The order that a CostTable has its functions in, of stretches of rows that come in any order.
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
    // The stretches of one function, in the order in which they came.
    struct Function {
        NameId file;
        NameId function;
        std::size_t begin; // in Order::stretches
        std::size_t end;
    };
    struct Order {
        GrowingArray<Function> functions;
        GrowingArray<std::size_t> stretches; // by their numbers
    };

    void reserve(std::size_t functions) {
        functions_.reserve(functions);
        stretches_.reserve(functions);
    }
    // The next stretch, from 0, belongs to this function of this file.
    void enter(NameId file, NameId function);
    // Whether the last stretch does.
    bool is_in(NameId file, NameId function) const {
        return !stretches_.empty() && functions_[stretches_.back()].file == file &&
               functions_[stretches_.back()].function == function;
    }
    // Whether the stretches came in this order, as in every file that the tool wrote.
    bool is_settled() const { return is_settled_; }
    Order order() const;

  private:
    struct Place {
        NameId file;
        NameId function;
    };
    bool is_surely_new(NameId file, NameId function) const;
    void add_function(NameId file, NameId function);
    void make_index();

    GrowingArray<Place> functions_;       // as they came
    GrowingArray<std::size_t> stretches_; // the function of each
    // By file: its place in first-seen order, from 1; 0: not seen.
    std::vector<std::size_t> ranks_;
    std::size_t file_count_ = 0;
    // By function and one more (0 is for what was not named): the last file that it was seen in
    // and one more. As long as the functions of each file come together and once, as in every
    // file that the tool wrote, this tells what is new, and nothing needs to be looked up.
    std::vector<std::uint32_t> last_files_;
    FunctionIndex index_; // into functions_; made when that does not do
    bool is_indexed_ = false;
    bool is_settled_ = true;
};

} // namespace cg
