// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/called_functions.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>

namespace cg {
namespace {

// Returns the rank of each name in sorted order, indexed by id.
std::vector<std::uint32_t> ranks(const Names& names) {
    std::vector<std::uint32_t> order(names.size());
    std::iota(order.begin(), order.end(), 0);
    const auto name = [&](std::uint32_t id) { return names[NameId(id)]; };
    if (!std::ranges::is_sorted(order, {}, name))
        std::ranges::sort(order, {}, name);
    std::vector<std::uint32_t> rank(names.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        rank[order[i]] = static_cast<std::uint32_t>(i);
    return rank;
}

} // namespace

CalledNumber CalledFunctions::insert(NameId object, NameId file, NameId name, Line line) {
    const auto found = index_.insert({object, file, name}, functions_.size());
    if (found.is_new)
        functions_.push_back({object, file, name, line});
    Line& known = functions_[found.number].line;
    if (line != 0 && (known == 0 || line < known))
        known = line;
    return found.number;
}

std::vector<CalledNumber> CalledFunctions::sort() {
    const std::vector<std::uint32_t> rank = ranks(names_);
    const auto rank_of = [&](NameId name) { return rank[index_of(name)]; };
    std::vector<CalledNumber> order(size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](CalledNumber n) {
        const CalledFunction& f = functions_[n];
        return std::tuple(rank_of(f.name), rank_of(f.file), rank_of(f.object));
    });
    std::vector<CalledNumber> new_numbers(size());
    std::vector<CalledFunction> sorted;
    sorted.reserve(size());
    index_ = {};
    for (const CalledNumber old : order) {
        new_numbers[old] = static_cast<CalledNumber>(sorted.size());
        const CalledFunction& f = functions_[old];
        index_.insert({f.object, f.file, f.name}, sorted.size());
        sorted.push_back(f);
    }
    functions_ = std::move(sorted);
    return new_numbers;
}

} // namespace cg
