// SPDX-License-Identifier: GPL-2.0-or-later
// Makes a CostTable whose functions and maximal number of rows are known. Several threads may
// fill parts of it in place.
#pragma once

#include "model/cost_table.hpp"

namespace cg {

class CostTableInPlace {
  public:
    // Allocates memory without clearing it.
    CostTableInPlace(std::size_t event_count, std::size_t rows, std::size_t functions)
        : table_(event_count) {
        table_.lines_.extend(rows);
        table_.counts_.extend(rows * event_count);
        table_.functions_.extend(functions);
    }

    // Returns memory to fill.
    Line* lines(std::size_t row) { return table_.lines_.data() + row; }
    Count* counts(std::size_t row) { return table_.counts(row).data(); }
    FunctionCosts& function(std::size_t i) { return table_.functions_[i]; }

    // Appends functions whose adjacent rows are filled, and closes a gap before them. Must be
    // called for all functions, in order.
    void keep(std::size_t begin, std::size_t end);
    CostTable finish() && {
        table_.truncate(kept_);
        return std::move(table_);
    }

  private:
    CostTable table_;
    std::size_t kept_ = 0; // rows
};

} // namespace cg
