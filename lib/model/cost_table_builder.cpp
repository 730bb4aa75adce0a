// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table_builder.hpp"

#include "model/sum_lines.hpp"

#include <algorithm>
#include <functional>

namespace cg {

bool CostTableBuilder::has_ascending_lines() const {
    for (std::size_t i = 0; i < first_rows_.size(); ++i) {
        const Line* const end = table_.lines_.data() + end_of(i);
        if (std::adjacent_find(table_.lines_.data() + first_rows_[i], end,
                               std::greater_equal<>()) != end)
            return false;
    }
    return true;
}

CostTable CostTableBuilder::finish() && {
    if (!has_ascending_lines())
        return reordered();
    return std::move(*this).finish_distinct();
}

CostTable CostTableBuilder::finish_distinct() && {
    if (!order_.is_in_order())
        return reordered();
    // The rows are in the order of a CostTable: only their division into functions is missing.
    for (const FunctionOrder::Function& f : order_.order().functions)
        table_.functions_.push_back({f.file, f.function, first_rows_[f.begin], end_of(f.begin)});
    return std::move(table_);
}

CostTable CostTableBuilder::reordered() const {
    CostTable ordered(table_.event_count_);
    ordered.lines_.reserve(table_.row_count());
    ordered.counts_.reserve(table_.counts_.size());
    const FunctionOrder::Order order = order_.order();
    ordered.functions_.reserve(order.functions.size());
    for (const FunctionOrder::Function& f : order.functions) {
        const std::size_t first_row = ordered.row_count();
        for (std::size_t i = f.begin; i < f.end; ++i) {
            const std::size_t row = first_rows_[order.blocks[i]];
            const std::size_t end = end_of(order.blocks[i]);
            ordered.lines_.append({table_.lines_.data() + row, end - row});
            ordered.counts_.append({table_.counts_.data() + row * table_.event_count_,
                                    (end - row) * table_.event_count_});
        }
        ordered.truncate(first_row +
                         sum_equal_lines({ordered.lines_.data() + first_row,
                                          ordered.counts(first_row).data(), table_.event_count_},
                                         0, ordered.row_count() - first_row));
        ordered.functions_.push_back({f.file, f.function, first_row, ordered.row_count()});
    }
    return ordered;
}

} // namespace cg
