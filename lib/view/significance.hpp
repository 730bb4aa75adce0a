// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a row of counts reaches one of a report's thresholds.
#pragma once

#include "model/magnitude.hpp"
#include "view/report_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace cg {

class Significance {
  public:
    explicit Significance(const ReportColumns& columns) {
        for (const Threshold& threshold : columns.thresholds)
            from_.push_back({threshold.column,
                             magnitude_of_percentage(threshold.percent,
                                                     columns.percent_base[threshold.column])});
    }

    bool reached_by(std::span<const Count> counts) const {
        for (const From& from : from_)
            if (magnitude(counts[from.column]) >= from.magnitude)
                return true;
        return false;
    }

  private:
    struct From {
        std::size_t column;
        std::uint64_t magnitude;
    };
    std::vector<From> from_;
};

} // namespace cg
