// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/event_importance.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace cg {
namespace {

// Reads wait for a miss, writes seldom do; branches are mispredicted more often than code is
// missed.
constexpr std::array<std::string_view, 16> least_last = {
    "DLmr",    "D1mr",    "Bcm",     "DLmw",    "D1mw", "Bim", "ILmr", "I1mr",
    "SpLoss1", "SpLoss2", "AcCost1", "AcCost2", "Dr",   "Dw",  "Bc",   "Bi",
};

// The events of cg_merge --stats (D1mr.mean) and of inclusive cost (D1mr:inclusive) have the place
// of their event.
std::size_t place(std::string_view event) {
    const auto* const found =
        std::ranges::find(least_last, event.substr(0, event.find_first_of(".:")));
    return found == least_last.end() ? 0 : 1 + static_cast<std::size_t>(found - least_last.begin());
}

} // namespace

std::vector<std::size_t> by_importance(std::span<const std::string> events) {
    std::vector<std::size_t> order(events.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return place(events[i]); });
    return order;
}

} // namespace cg
