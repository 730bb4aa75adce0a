// SPDX-License-Identifier: GPL-2.0-or-later
// Some formats of other programs hold no negative counts.
#pragma once

#include "error/error.hpp"
#include "report/subject.hpp"

namespace cg::form {

// Throws Error when an event among the subject's columns is negative anywhere: a reader of the
// format would take it for a huge number, or drop it.
inline void require_positive(const Subject& subject, const std::string& format) {
    const CostTable& costs = subject.profile->costs;
    for (std::size_t row = 0; row < costs.row_count(); ++row)
        for (const Column& column : subject.columns)
            if (costs.counts(row)[column.event] < 0)
                throw Error(subject.name,
                            "the " + format +
                                " format holds no negative counts, as a diff has them");
}

} // namespace cg::form
