// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

namespace cg {

std::vector<Count> CostTable::total() const {
    std::vector<Count> sum(event_count_);
    for (std::size_t row = 0; row < row_count(); ++row)
        add_to(sum, counts(row));
    return sum;
}

} // namespace cg
