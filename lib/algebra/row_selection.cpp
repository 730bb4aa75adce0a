// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/row_selection.hpp"

#include "model/count.hpp"
#include "model/profile.hpp"

#include <algorithm>

namespace cg {

RowSelection::RowSelection(const Profile& profile)
    : profile_(profile), selected_(profile.costs.row_count(), true) {
}

void RowSelection::keep_functions(const std::function<bool(const FunctionCosts&)>& is_wanted) {
    for (const FunctionCosts& f : profile_.costs.functions())
        if (!is_wanted(f))
            drop(f);
}

void RowSelection::keep_rows(const KeepRow& is_wanted) {
    for (const FunctionCosts& f : profile_.costs.functions())
        for (const std::size_t row : f.rows())
            selected_[row] = selected_[row] && is_wanted(f, row);
}

void RowSelection::keep_where(std::span<const Condition> conditions) {
    const EventSet& events = profile_.header.events;
    const std::vector<Count> bases = percent_bases(profile_);
    keep_functions([&](const FunctionCosts& f) {
        const std::vector<Count> own = counts(f);
        return std::ranges::all_of(conditions, [&](const Condition& condition) {
            return condition.totals_hold(events, profile_.summary, bases) &&
                   condition.holds(events, own, bases);
        });
    });
}

void RowSelection::keep_top(std::size_t max_functions, std::size_t column) {
    struct Ranked {
        FunctionCosts function;
        std::uint64_t size;
    };
    std::vector<Ranked> ranked;
    for (const FunctionCosts& f : profile_.costs.functions())
        if (has_any(f))
            ranked.push_back({f, magnitude(counts(f)[column])});
    std::ranges::stable_sort(ranked, std::greater<>(), &Ranked::size);
    for (std::size_t i = max_functions; i < ranked.size(); ++i)
        drop(ranked[i].function);
}

bool RowSelection::has_any(const FunctionCosts& f) const {
    return std::ranges::any_of(f.rows(), [this](std::size_t row) { return selected_[row]; });
}

std::vector<Count> RowSelection::counts(const FunctionCosts& f) const {
    std::vector<Count> sum(profile_.header.events.size());
    for (const std::size_t row : f.rows())
        if (selected_[row])
            add_to(sum, profile_.costs.counts(row));
    return sum;
}

void RowSelection::drop(const FunctionCosts& f) {
    std::fill(selected_.begin() + static_cast<std::ptrdiff_t>(f.first_row),
              selected_.begin() + static_cast<std::ptrdiff_t>(f.end_row), false);
}

} // namespace cg
