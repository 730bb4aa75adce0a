// SPDX-License-Identifier: GPL-2.0-or-later
// Some formats of other programs hold no negative counts.
#pragma once

#include "error/error.hpp"
#include "view/exhibit.hpp"

namespace cg::form {

// Throws Error when an event among the exhibit's columns is negative anywhere: a reader of the
// format would take it for a huge number, or drop it.
inline void require_positive(const Exhibit& exhibit, const std::string& format) {
    const CostTable& costs = exhibit.profile->costs;
    for (std::size_t row = 0; row < costs.row_count(); ++row)
        for (const Column& column : exhibit.columns)
            if (costs.counts(row)[column.event] < 0)
                throw Error(exhibit.name,
                            "the " + format +
                                " format holds no negative counts, as a diff has them");
}

} // namespace cg::form
