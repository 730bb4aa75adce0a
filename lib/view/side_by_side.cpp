// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/side_by_side.hpp"

#include "model/magnitude.hpp"

#include <algorithm>
#include <unordered_map>

namespace cg {

SideBySide::SideBySide(std::span<const ProfileView> views, By by, Paths paths)
    : column_count_(views.size()) {
    std::unordered_map<std::string, std::size_t> row_of;
    for (std::size_t column = 0; column < views.size(); ++column) {
        const Rollup rollup(*views[column].profile, by, paths);
        for (std::size_t row = 0; row < rollup.size(); ++row) {
            const auto [found, is_new] = row_of.try_emplace(rollup.name(row), names_.size());
            if (is_new) {
                names_.push_back(found->first);
                counts_.resize(counts_.size() + column_count_);
            }
            Count& sum = counts_[found->second * column_count_ + column];
            sum = checked_add(sum, rollup.counts(row)[views[column].sorted().event]);
        }
    }
}

bool SideBySide::changed(std::size_t row) const {
    const auto all = counts(row);
    return std::any_of(all.begin(), all.end(), [&](Count count) { return count != all[0]; });
}

std::vector<std::size_t> SideBySide::ranked(std::size_t reference, bool only_changed,
                                            std::size_t max_rows) const {
    std::vector<std::uint64_t> weights(size());
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < size(); ++row) {
        if (only_changed && !changed(row))
            continue;
        rows.push_back(row);
        for (std::size_t column = 0; column < column_count_; ++column)
            weights[row] =
                std::max(weights[row], magnitude(only_changed ? difference(row, column, reference)
                                                              : counts(row)[column]));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    rows.resize(std::min(max_rows, rows.size()));
    return rows;
}

} // namespace cg
