// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/ranked_rows.hpp"

#include "model/magnitude.hpp"

#include <algorithm>

namespace cg {

std::vector<std::size_t> ranked_rows(const Rollup& rollup, const ProfileView& view,
                                     const render::Options& options) {
    std::vector<std::size_t> rows =
        rollup.ranked(view.order, options.least.empty() ? options.top : rollup.size());
    std::erase_if(rows, [&](std::size_t row) {
        return std::ranges::any_of(options.least, [&](const render::Least& least) {
            return static_cast<long double>(magnitude(rollup.counts(row)[least.event])) <
                   least.count;
        });
    });
    rows.resize(std::min(rows.size(), options.top));
    return rows;
}

} // namespace cg
