// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table.hpp"

#include <algorithm>
#include <numeric>

namespace cg {
namespace {

void add_to(std::span<Count> sum, std::span<const Count> counts) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = checked_add(sum[i], counts[i]);
}

} // namespace

std::vector<Count> CostTable::total() const {
    std::vector<Count> sum(event_count_);
    for (std::size_t row = 0; row < row_count(); ++row)
        add_to(sum, counts(row));
    return sum;
}

void CostTableBuilder::enter(NameId file, NameId function) {
    const std::size_t row = table_.row_count();
    const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(file)} << 32 |
                              static_cast<std::uint32_t>(function);
    const auto [at, is_new] = function_index_.try_emplace(key, table_.functions_.size());
    if (is_new) {
        const auto [rank, is_new_file] = file_rank_.try_emplace(file, file_rank_.size());
        if (!is_new_file && table_.functions_.back().file != file)
            settled_ = false; // another file's functions stand between
        table_.functions_.push_back({file, function, row, row});
    } else if (segments_.back().function != at->second) {
        settled_ = false; // this function's rows stand in two places
    } else {
        return;
    }
    segments_.push_back({at->second, row});
}

CostTable CostTableBuilder::finish() && {
    if (!settled_)
        return settle();
    for (std::size_t f = 0; f < table_.functions_.size(); ++f)
        table_.functions_[f].end_row = f + 1 < table_.functions_.size()
                                           ? table_.functions_[f + 1].first_row
                                           : table_.row_count();
    return std::move(table_);
}

CostTable CostTableBuilder::settle() const {
    // Functions by first-seen file; the sort is stable, so first-seen within each.
    std::vector<std::size_t> order(table_.functions_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return file_rank_.at(table_.functions_[a].file) < file_rank_.at(table_.functions_[b].file);
    });
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        place[order[i]] = i;

    // Segments in the order of their functions, so that each function's rows come together.
    std::vector<std::size_t> by_function(segments_.size());
    std::iota(by_function.begin(), by_function.end(), std::size_t{0});
    std::stable_sort(by_function.begin(), by_function.end(), [&](std::size_t a, std::size_t b) {
        return place[segments_[a].function] < place[segments_[b].function];
    });

    CostTable settled(table_.event_count_);
    settled.lines_.reserve(table_.row_count());
    settled.counts_.reserve(table_.counts_.size());
    for (const std::size_t f : order)
        settled.functions_.push_back(
            {table_.functions_[f].file, table_.functions_[f].function, 0, 0});

    std::unordered_map<Line, std::size_t> row_of_line;
    std::size_t next = 0; // in by_function
    for (std::size_t i = 0; i < order.size(); ++i) {
        settled.functions_[i].first_row = settled.row_count();
        row_of_line.clear();
        for (; next < by_function.size() && segments_[by_function[next]].function == order[i];
             ++next) {
            const std::size_t segment = by_function[next];
            const std::size_t end = segment + 1 < segments_.size()
                                        ? segments_[segment + 1].first_row
                                        : table_.row_count();
            for (std::size_t row = segments_[segment].first_row; row < end; ++row) {
                const auto counts = table_.counts(row);
                const auto [at, is_new] =
                    row_of_line.try_emplace(table_.line(row), settled.row_count());
                if (is_new) {
                    settled.lines_.push_back(table_.line(row));
                    settled.counts_.insert(settled.counts_.end(), counts.begin(), counts.end());
                } else {
                    add_to({settled.counts_.data() + at->second * table_.event_count_,
                            table_.event_count_},
                           counts);
                }
            }
        }
        settled.functions_[i].end_row = settled.row_count();
    }
    return settled;
}

} // namespace cg
