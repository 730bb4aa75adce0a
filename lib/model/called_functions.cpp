// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/called_functions.hpp"

#include "model/sorted_names.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace cg {
namespace {

// Returns the rank of each name in sorted order, indexed by id.
std::vector<std::uint32_t> ranks(const Names& names) {
    const std::vector<NameId> order = sorted(names);
    std::vector<std::uint32_t> rank(names.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        rank[index_of(order[i])] = static_cast<std::uint32_t>(i);
    return rank;
}

} // namespace

CalledNumber CalledFunctions::insert(NameId object, NameId file, NameId name, Line line) {
    if (!is_indexed_)
        index_functions();
    if (first_with_name_.size() <= index_of(name))
        first_with_name_.resize(std::max(index_of(name) + 1, names_.size()), none);
    CalledNumber& first = first_with_name_[index_of(name)];
    CalledNumber number = first;
    const auto is_it = [&](const CalledFunction& f) {
        return f.object == object && f.file == file;
    };
    if (first == none)
        number = first = static_cast<CalledNumber>(functions_.size());
    else if (!is_it(functions_[first]))
        number = index_.insert({object, file, name}, functions_.size()).number;
    if (number == functions_.size()) {
        if (number >= none)
            throw std::length_error("too many functions for 32 bits");
        functions_.push_back({object, file, name, line});
    }
    Line& known = functions_[number].line;
    if (line != 0 && (known == 0 || line < known))
        known = line;
    return number;
}

std::vector<CalledNumber> CalledFunctions::sort() {
    return sort_only(std::vector<bool>(size(), true));
}

std::vector<CalledNumber> CalledFunctions::sort_only(const std::vector<bool>& is_kept) {
    const std::vector<std::uint32_t> rank = ranks(names_);
    struct Item {
        std::uint32_t name, file, object; // ranks
        CalledNumber number;
    };
    std::vector<Item> order;
    order.reserve(size());
    for (CalledNumber n = 0; n < size(); ++n) {
        if (!is_kept[n])
            continue;
        const CalledFunction& f = functions_[n];
        order.push_back(
            {rank[index_of(f.name)], rank[index_of(f.file)], rank[index_of(f.object)], n});
    }
    std::ranges::sort(
        order, {}, [](const Item& item) { return std::tuple(item.name, item.file, item.object); });
    std::vector<CalledNumber> new_numbers(size());
    std::vector<CalledFunction> sorted;
    sorted.reserve(order.size());
    for (const Item& item : order) {
        new_numbers[item.number] = static_cast<CalledNumber>(sorted.size());
        sorted.push_back(functions_[item.number]);
    }
    functions_ = std::move(sorted);
    first_with_name_.clear();
    index_ = {};
    is_indexed_ = false;
    return new_numbers;
}

void CalledFunctions::index_functions() {
    is_indexed_ = true;
    for (const CalledFunction& f : std::exchange(functions_, {}))
        insert(f.object, f.file, f.name, f.line);
}

} // namespace cg
