// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/function_order.hpp"

#include <algorithm>
#include <stdexcept>

namespace cg {
namespace {

// Returns the element of an id; makes the vector longer if necessary.
template <typename T>
bool has(const std::vector<T>& by_id, std::size_t i) {
    return i < by_id.size() && by_id[i] != 0;
}
template <typename T>
T& at(std::vector<T>& by_id, std::size_t i) {
    if (i >= by_id.size())
        by_id.resize(std::max(i + 1, by_id.size() * 2));
    return by_id[i];
}

std::uint32_t after(NameId id) {
    return static_cast<std::uint32_t>(id) + 1; // 0 for unspecified_function
}

} // namespace

bool FunctionOrder::is_surely_new(NameId file, NameId function) const {
    if (!has(last_files_, after(function)))
        return true;
    return is_in_order_ && functions_.back().file == file &&
           last_files_[after(function)] != after(file);
}

FunctionOrder::File* FunctionOrder::find_file(NameId file) {
    const auto i = index_of(file);
    return has(file_numbers_, i) ? &files_[file_numbers_[i] - 1] : nullptr;
}

FunctionOrder::Number FunctionOrder::add_function(NameId file, NameId function) {
    const auto number = static_cast<Number>(functions_.size());
    if (File* const known = find_file(file)) {
        if (functions_.back().file != file)
            is_in_order_ = false; // functions of another file are between
        functions_[known->last].next = number;
        known->last = number;
        ++known->size;
    } else {
        files_.push_back({number, number, 1});
        at(file_numbers_, index_of(file)) = static_cast<Number>(files_.size());
    }
    at(last_files_, after(function)) = after(file);
    functions_.push_back({file, function, none, none, none});
    if (is_indexed_)
        index_.insert({file, function}, number);
    return number;
}

void FunctionOrder::make_index() {
    index_.reserve(functions_.size());
    for (std::size_t i = 0; i < functions_.size(); ++i)
        index_.insert({functions_[i].file, functions_[i].function}, i);
    is_indexed_ = true;
}

FunctionOrder::Number FunctionOrder::find_among(Number from, std::size_t few,
                                                NameId function) const {
    while (few > 0 && from != none && functions_[from].function != function) {
        from = functions_[from].next;
        --few;
    }
    return few > 0 ? from : none;
}

FunctionOrder::Number FunctionOrder::number_of(NameId file, NameId function) {
    const File* const known = find_file(file);
    if (functions_.empty() || functions_[current_].file != file)
        guess_ = known ? known->first : none;
    constexpr std::size_t few = 8; // functions of this profile that the one before does not have
    constexpr std::size_t small = 64;
    Number number = find_among(guess_, few, function);
    if (number == none && known && !is_surely_new(file, function)) {
        if (known->size <= small) {
            number = find_among(known->first, small, function);
        } else {
            if (!is_indexed_)
                make_index();
            if (const auto found = index_.find({file, function}))
                number = *found;
        }
    }
    if (number == none)
        return add_function(file, function);
    guess_ = functions_[number].next;
    return number;
}

void FunctionOrder::enter(NameId file, NameId function) {
    const auto block = static_cast<Number>(next_blocks_.size());
    if (next_blocks_.size() >= none)
        throw std::length_error("too many places that rows belong to");
    if (!is_in(file, function))
        current_ = number_of(file, function);
    Place& place = functions_[current_];
    if (place.first_block == none) {
        place.first_block = block;
    } else {
        if (place.last_block + 1 != block)
            is_in_order_ = false; // rows of another function are between
        next_blocks_[place.last_block] = block;
    }
    place.last_block = block;
    next_blocks_.push_back(none);
}

FunctionOrder::Order FunctionOrder::order() const {
    Order order;
    order.functions.reserve(functions_.size());
    order.blocks.reserve(next_blocks_.size());
    for (const File& file : files_)
        for (Number f = file.first; f != none; f = functions_[f].next) {
            const Place& place = functions_[f];
            const auto begin = static_cast<Number>(order.blocks.size());
            for (Number i = place.first_block; i != none; i = next_blocks_[i])
                order.blocks.push_back(i);
            order.functions.push_back(
                {place.file, place.function, begin, static_cast<Number>(order.blocks.size())});
        }
    return order;
}

} // namespace cg
