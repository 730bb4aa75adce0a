// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/function_order.hpp"

#include <algorithm>
#include <numeric>

namespace cg {
namespace {

// The numbers 0 to keys.size(), sorted by their keys, equal ones in order. Counting sort: keys
// are below key_count.
GrowingArray<std::size_t> sorted_by(const std::vector<std::size_t>& keys, std::size_t key_count) {
    std::vector<std::size_t> begin(key_count + 1);
    for (const std::size_t key : keys)
        ++begin[key + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    GrowingArray<std::size_t> sorted;
    sorted.extend(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        sorted[begin[keys[i]]++] = i;
    return sorted;
}

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
    if (functions_.empty() || functions_.back().file != file)
        return !has(ranks_, static_cast<std::size_t>(file));
    return !has(last_files_, after(function)) || last_files_[after(function)] != after(file);
}

void FunctionOrder::add_function(NameId file, NameId function) {
    auto& rank = at(ranks_, static_cast<std::size_t>(file));
    if (rank == 0)
        rank = ++file_count_;
    else if (functions_.back().file != file)
        is_settled_ = false; // another file's functions stand between
    at(last_files_, after(function)) = after(file);
    stretches_.push_back(functions_.size());
    functions_.push_back({file, function});
}

void FunctionOrder::make_index() {
    for (std::size_t i = 0; i < functions_.size(); ++i)
        index_.insert(functions_[i].file, functions_[i].function, i);
    is_indexed_ = true;
}

void FunctionOrder::enter(NameId file, NameId function) {
    if (is_in(file, function))
        return stretches_.push_back(stretches_.back());
    if (!is_indexed_) {
        if (is_surely_new(file, function))
            return add_function(file, function);
        make_index();
    }
    const auto found = index_.insert(file, function, functions_.size());
    if (found.is_new)
        return add_function(file, function);
    is_settled_ = false; // another function's rows stand between
    stretches_.push_back(found.number);
}

FunctionOrder::Order FunctionOrder::order() const {
    // Functions by first-seen file, then stretches by these functions.
    std::vector<std::size_t> keys;
    keys.reserve(functions_.size());
    for (const Place& function : functions_)
        keys.push_back(ranks_[static_cast<std::size_t>(function.file)] - 1);
    const GrowingArray<std::size_t> functions = sorted_by(keys, file_count_);
    std::vector<std::size_t> place(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i)
        place[functions[i]] = i;
    keys.clear();
    keys.reserve(stretches_.size());
    for (const std::size_t function : stretches_)
        keys.push_back(place[function]);

    Order order;
    order.stretches = sorted_by(keys, functions.size());
    order.functions.reserve(functions.size());
    std::size_t begin = 0;
    for (const std::size_t f : functions) {
        std::size_t end = begin;
        while (end < stretches_.size() && stretches_[order.stretches[end]] == f)
            ++end;
        order.functions.push_back({functions_[f].file, functions_[f].function, begin, end});
        begin = end;
    }
    return order;
}

} // namespace cg
