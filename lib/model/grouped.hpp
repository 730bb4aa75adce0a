// SPDX-License-Identifier: GPL-2.0-or-later
// Items by group in one array: a list for each of a million nodes would take several times the
// memory.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace cg {

template <typename Item>
class Grouped {
  public:
    Grouped() = default;
    // Calls give_all(add) twice; it must call add(group, item) for the same items in the same order
    // both times.
    template <typename GiveAll>
    Grouped(std::size_t groups, GiveAll give_all) : first_(groups + 1) {
        give_all([this](std::size_t group, const Item&) { ++first_[group + 1]; });
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        items_.resize(first_.back());
        std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
        give_all([&](std::size_t group, const Item& item) { items_[next[group]++] = item; });
    }

    // Of all groups, in their order.
    std::span<const Item> items() const { return items_; }
    std::span<const Item> operator[](std::size_t group) const {
        return {items_.data() + first_[group], first_[group + 1] - first_[group]};
    }
    std::span<Item> operator[](std::size_t group) {
        return {items_.data() + first_[group], first_[group + 1] - first_[group]};
    }

  private:
    std::vector<Item> items_;
    std::vector<std::size_t> first_{0}; // of each group, in items_; and the end
};

} // namespace cg
