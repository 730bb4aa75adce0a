// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/side_by_side.hpp"

#include "model/magnitude.hpp"

#include <algorithm>
#include <unordered_map>

namespace cg {

SideBySide::SideBySide(std::span<const Exhibit> exhibits, By by) : exhibits_(exhibits.size()) {
    std::unordered_map<std::string, std::size_t> row_of;
    for (std::size_t exhibit = 0; exhibit < exhibits.size(); ++exhibit) {
        const Rollup rollup(*exhibits[exhibit].profile, by);
        for (std::size_t row = 0; row < rollup.size(); ++row) {
            const auto [found, is_new] = row_of.try_emplace(rollup.name(row), names_.size());
            if (is_new) {
                names_.push_back(found->first);
                counts_.resize(counts_.size() + exhibits_);
            }
            counts_[found->second * exhibits_ + exhibit] =
                rollup.counts(row)[exhibits[exhibit].sorted().event];
        }
    }
}

bool SideBySide::changed(std::size_t row) const {
    const auto all = counts(row);
    return std::any_of(all.begin(), all.end(), [&](Count count) { return count != all[0]; });
}

std::vector<std::size_t> SideBySide::ranked(std::size_t reference, bool only_changed,
                                            std::size_t most) const {
    std::vector<std::uint64_t> weights(size());
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < size(); ++row) {
        if (only_changed && !changed(row))
            continue;
        rows.push_back(row);
        for (std::size_t exhibit = 0; exhibit < exhibits_; ++exhibit)
            weights[row] =
                std::max(weights[row], magnitude(only_changed ? difference(row, exhibit, reference)
                                                              : counts(row)[exhibit]));
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    rows.resize(std::min(most, rows.size()));
    return rows;
}

} // namespace cg
