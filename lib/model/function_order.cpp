// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/function_order.hpp"

#include <algorithm>
#include <stdexcept>

namespace cg {
namespace {

// Vectors by id that grow as ids come.
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
    if (!has(file_numbers_, static_cast<std::size_t>(file)) || !has(last_files_, after(function)))
        return true;
    return is_settled_ && functions_.back().file == file &&
           last_files_[after(function)] != after(file);
}

FunctionOrder::Number FunctionOrder::add_function(NameId file, NameId function) {
    const auto number = static_cast<Number>(functions_.size());
    Number& file_number = at(file_numbers_, static_cast<std::size_t>(file));
    if (file_number == 0) {
        files_.push_back({number, number});
        file_number = static_cast<Number>(files_.size());
    } else {
        if (functions_.back().file != file)
            is_settled_ = false; // another file's functions stand between
        Number& last = files_[file_number - 1].last;
        functions_[last].next = number;
        last = number;
    }
    at(last_files_, after(function)) = after(file);
    functions_.push_back({file, function, none, none, none});
    if (is_indexed_)
        index_.insert(file, function, number);
    return number;
}

void FunctionOrder::make_index() {
    index_.reserve(functions_.size());
    for (std::size_t i = 0; i < functions_.size(); ++i)
        index_.insert(functions_[i].file, functions_[i].function, i);
    is_indexed_ = true;
}

FunctionOrder::Number FunctionOrder::number_of(NameId file, NameId function) {
    if (functions_.empty() || functions_[current_].file != file)
        guess_ = has(file_numbers_, static_cast<std::size_t>(file))
                     ? files_[file_numbers_[static_cast<std::size_t>(file)] - 1].first
                     : none;
    Number number = guess_;
    constexpr int few = 8; // functions that the other profile has not
    for (int i = 0; i < few && number != none; ++i, number = functions_[number].next)
        if (functions_[number].function == function) {
            guess_ = functions_[number].next;
            return number;
        }
    if (!is_indexed_) {
        if (is_surely_new(file, function))
            return add_function(file, function);
        make_index();
    }
    const auto found = index_.find(file, function);
    if (!found)
        return add_function(file, function);
    guess_ = functions_[*found].next;
    return static_cast<Number>(*found);
}

void FunctionOrder::enter(NameId file, NameId function) {
    const auto stretch = static_cast<Number>(next_stretches_.size());
    if (next_stretches_.size() >= none)
        throw std::length_error("too many places that rows belong to");
    if (!is_in(file, function))
        current_ = number_of(file, function);
    Place& place = functions_[current_];
    if (place.first_stretch == none) {
        place.first_stretch = stretch;
    } else {
        if (place.last_stretch + 1 != stretch)
            is_settled_ = false; // another function's rows stand between
        next_stretches_[place.last_stretch] = stretch;
    }
    place.last_stretch = stretch;
    next_stretches_.push_back(none);
}

FunctionOrder::Order FunctionOrder::order() const {
    Order order;
    order.functions.reserve(functions_.size());
    order.stretches.reserve(next_stretches_.size());
    for (const File& file : files_)
        for (Number f = file.first; f != none; f = functions_[f].next) {
            const Place& place = functions_[f];
            const auto begin = static_cast<Number>(order.stretches.size());
            for (Number i = place.first_stretch; i != none; i = next_stretches_[i])
                order.stretches.push_back(i);
            order.functions.push_back(
                {place.file, place.function, begin, static_cast<Number>(order.stretches.size())});
        }
    return order;
}

} // namespace cg
