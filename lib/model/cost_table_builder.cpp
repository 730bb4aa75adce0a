// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table_builder.hpp"

#include "model/containers.hpp"
#include "model/count.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace cg {
namespace {

// Returns the element of an id; makes the vector longer if necessary.
template <typename T>
bool has(const std::vector<T>& by_id, std::size_t i) {
    return i < by_id.size() && by_id[i] != 0;
}
template <typename T>
T& at(std::vector<T>& by_id, std::size_t i) {
    if (i >= by_id.size())
        by_id.resize(std::max(i + 1, by_id.size() * 2));
    return by_id[i];
}

std::uint32_t after(NameId id) {
    return static_cast<std::uint32_t>(id) + 1; // 0 for unspecified_function
}

bool ascend(std::span<const Line> lines) {
    return std::ranges::adjacent_find(lines, std::greater_equal<>()) == lines.end();
}

} // namespace

bool FunctionOrder::is_surely_new(NameId file, NameId function) const {
    if (!has(last_files_, after(function)))
        return true;
    return is_in_order_ && functions_.back().file == file &&
           last_files_[after(function)] != after(file);
}

FunctionOrder::File* FunctionOrder::find_file(NameId file) {
    const auto i = index_of(file);
    return has(file_numbers_, i) ? &files_[file_numbers_[i] - 1] : nullptr;
}

FunctionOrder::Number FunctionOrder::add_function(NameId file, NameId function) {
    const auto number = static_cast<Number>(functions_.size());
    if (File* const known = find_file(file)) {
        if (functions_.back().file != file)
            is_in_order_ = false; // functions of another file are between
        functions_[known->last].next = number;
        known->last = number;
        ++known->size;
    } else {
        files_.push_back({number, number, 1});
        at(file_numbers_, index_of(file)) = static_cast<Number>(files_.size());
    }
    at(last_files_, after(function)) = after(file);
    functions_.push_back({file, function, none, none, none});
    if (is_indexed_)
        index_.insert({file, function}, number);
    return number;
}

void FunctionOrder::make_index() {
    index_.reserve(functions_.size());
    for (std::size_t i = 0; i < functions_.size(); ++i)
        index_.insert({functions_[i].file, functions_[i].function}, i);
    is_indexed_ = true;
}

FunctionOrder::Number FunctionOrder::find_among(Number from, std::size_t few,
                                                NameId function) const {
    while (few > 0 && from != none && functions_[from].function != function) {
        from = functions_[from].next;
        --few;
    }
    return few > 0 ? from : none;
}

FunctionOrder::Number FunctionOrder::number_of(NameId file, NameId function) {
    const File* const known = find_file(file);
    if (functions_.empty() || functions_[current_].file != file)
        guess_ = known ? known->first : none;
    constexpr std::size_t few = 8; // functions of this profile that the one before does not have
    constexpr std::size_t small = 64;
    Number number = find_among(guess_, few, function);
    if (number == none && known && !is_surely_new(file, function)) {
        if (known->size <= small) {
            number = find_among(known->first, small, function);
        } else {
            if (!is_indexed_)
                make_index();
            if (const auto found = index_.find({file, function}))
                number = *found;
        }
    }
    if (number == none)
        return add_function(file, function);
    guess_ = functions_[number].next;
    return number;
}

void FunctionOrder::enter(NameId file, NameId function) {
    const auto block = static_cast<Number>(next_blocks_.size());
    if (next_blocks_.size() >= none)
        throw std::length_error("too many places that rows belong to");
    if (!is_in(file, function))
        current_ = number_of(file, function);
    ChainedFunction& current = functions_[current_];
    if (current.first_block == none) {
        current.first_block = block;
    } else {
        if (current.last_block + 1 != block)
            is_in_order_ = false; // rows of another function are between
        next_blocks_[current.last_block] = block;
    }
    current.last_block = block;
    next_blocks_.push_back(none);
}

FunctionOrder::Order FunctionOrder::order() const {
    Order order;
    order.functions.reserve(functions_.size());
    order.blocks.reserve(next_blocks_.size());
    for (const File& file : files_)
        for (Number f = file.first; f != none; f = functions_[f].next) {
            const ChainedFunction& function = functions_[f];
            const auto begin = static_cast<Number>(order.blocks.size());
            for (Number i = function.first_block; i != none; i = next_blocks_[i])
                order.blocks.push_back(i);
            order.functions.push_back({function.file, function.function, begin,
                                       static_cast<Number>(order.blocks.size())});
        }
    return order;
}

bool CostTableBuilder::has_ascending_lines() const {
    for (std::size_t i = 0; i < first_rows_.size(); ++i)
        if (!ascend(table_.rows_.keys(first_rows_[i], end_of(i))))
            return false;
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
    CostTable ordered(table_.event_count());
    ordered.rows_.reserve(table_.row_count());
    const FunctionOrder::Order order = order_.order();
    ordered.functions_.reserve(order.functions.size());
    for (const FunctionOrder::Function& f : order.functions) {
        const std::size_t first_row = ordered.row_count();
        for (std::size_t i = f.begin; i < f.end; ++i) {
            const std::size_t row = first_rows_[order.blocks[i]];
            const std::size_t end = end_of(order.blocks[i]);
            ordered.rows_.append(table_.rows_.keys(row, end), table_.rows_.counts(row, end));
        }
        ordered.rows_.truncate(
            first_row + sum_equal_lines({ordered.rows_.begin() + first_row,
                                         ordered.counts(first_row).data(), table_.event_count()},
                                        0, ordered.row_count() - first_row));
        ordered.functions_.push_back({f.file, f.function, first_row, ordered.row_count()});
    }
    return ordered;
}

void CostTableInPlace::keep(std::size_t begin, std::size_t end) {
    if (begin == end)
        return;
    const std::size_t first = function(begin).first_row;
    const std::size_t rows = function(end - 1).end_row - first;
    if (const std::size_t gap = first - kept_) {
        std::copy_n(lines(first), rows, lines(kept_));
        std::copy_n(counts(first), rows * table_.event_count(), counts(kept_));
        for (std::size_t i = begin; i < end; ++i) {
            function(i).first_row -= gap;
            function(i).end_row -= gap;
        }
    }
    kept_ += rows;
}

namespace {

std::span<Count> counts_of(const RowSpan& rows, std::size_t row) {
    return {rows.counts + row * rows.event_count, rows.event_count};
}

void move_row(const RowSpan& rows, std::size_t from, std::size_t to) {
    if (from == to)
        return;
    rows.lines[to] = rows.lines[from];
    std::ranges::copy(counts_of(rows, from), counts_of(rows, to).begin());
}

// Sums rows that ascend before merged_end, and again from there on.
std::size_t add_ascending(RowSpan rows, std::size_t merged_end, std::size_t end) {
    std::size_t kept = merged_end;
    std::size_t at = 0;
    for (std::size_t row = merged_end; row < end; ++row) {
        while (at < merged_end && rows.lines[at] < rows.lines[row])
            ++at;
        if (at < merged_end && rows.lines[at] == rows.lines[row])
            add_to(counts_of(rows, at), counts_of(rows, row));
        else
            move_row(rows, row, kept++);
    }
    return kept;
}

std::size_t add_unordered(RowSpan rows, std::size_t end) {
    std::vector<std::size_t> by_line = numbers_below(end);
    std::ranges::stable_sort(by_line, {}, [&](std::size_t row) { return rows.lines[row]; });
    std::vector<bool> is_added(end);
    std::vector<WideCount> sum(rows.event_count);
    for (std::size_t first = 0, i = 1; first < end; first = i++) {
        while (i < end && rows.lines[by_line[i]] == rows.lines[by_line[first]])
            is_added[by_line[i++]] = true;
        std::ranges::fill(sum, 0);
        for (const std::size_t row : std::span(by_line).subspan(first, i - first))
            std::ranges::transform(sum, counts_of(rows, row), sum.begin(), std::plus<>());
        std::ranges::transform(sum, counts_of(rows, by_line[first]).begin(), narrowed);
    }
    std::size_t kept = 0;
    for (std::size_t row = 0; row < end; ++row)
        if (!is_added[row])
            move_row(rows, row, kept++);
    return kept;
}

} // namespace

std::size_t sum_equal_lines(RowSpan rows, std::size_t merged_end, std::size_t end) {
    if (ascend({rows.lines + merged_end, end - merged_end})) {
        if (merged_end == 0)
            return end;
        if (ascend({rows.lines, merged_end}))
            return add_ascending(rows, merged_end, end);
    }
    return add_unordered(rows, end);
}

} // namespace cg
