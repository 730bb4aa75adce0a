// SPDX-License-Identifier: GPL-2.0-or-later
// A CostTable whose functions are known beforehand, and about how many rows it has: it is filled
// where it stands, part by part, which may be done by several threads.
#pragma once

#include "model/cost_table.hpp"

namespace cg {

class CostTableInPlace {
  public:
    // Room for these; nothing is cleared.
    CostTableInPlace(std::size_t event_count, std::size_t rows, std::size_t functions)
        : table_(event_count) {
        table_.lines_.extend(rows);
        table_.counts_.extend(rows * event_count);
        table_.functions_.extend(functions);
    }

    // To be filled.
    Line* lines(std::size_t row) { return table_.lines_.data() + row; }
    Count* counts(std::size_t row) { return table_.counts(row).data(); }
    FunctionCosts& function(std::size_t i) { return table_.functions_[i]; }

    // These functions are filled, in rows that follow each other. Called for all, in order;
    // closes the gap that may be before them.
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
