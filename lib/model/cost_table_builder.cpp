// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/cost_table_builder.hpp"

#include <algorithm>
#include <numeric>

namespace cg {
namespace {

// The numbers 0 to keys.size(), sorted by their keys, equal ones in order. Counting sort: keys
// are below key_count.
std::vector<std::size_t> sorted_by(const std::vector<std::size_t>& keys, std::size_t key_count) {
    std::vector<std::size_t> begin(key_count + 1);
    for (const std::size_t key : keys)
        ++begin[key + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::size_t> sorted(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        sorted[begin[keys[i]]++] = i;
    return sorted;
}

// Vectors by id that grow as ids come.
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
    return std::adjacent_find(lines.begin(), lines.end(), std::greater_equal<>()) == lines.end();
}

} // namespace

bool CostTableBuilder::is_surely_new(NameId file, NameId function) const {
    if (table_.functions_.empty() || table_.functions_.back().file != file)
        return !has(ranks_, static_cast<std::size_t>(file));
    return !has(last_files_, after(function)) || last_files_[after(function)] != after(file);
}

void CostTableBuilder::add_function(NameId file, NameId function, std::size_t row) {
    auto& rank = at(ranks_, static_cast<std::size_t>(file));
    if (rank == 0)
        rank = ++file_count_;
    else if (table_.functions_.back().file != file)
        is_settled_ = false; // another file's functions stand between
    at(last_files_, after(function)) = after(file);
    segments_.push_back({table_.functions_.size(), row});
    table_.functions_.push_back({file, function, row, row});
}

void CostTableBuilder::make_index() {
    for (std::size_t i = 0; i < table_.functions_.size(); ++i)
        index_.insert(table_.functions_[i].file, table_.functions_[i].function, i);
    is_indexed_ = true;
}

void CostTableBuilder::enter(NameId file, NameId function, std::size_t row) {
    if (!is_indexed_) {
        if (is_surely_new(file, function))
            return add_function(file, function, row);
        const FunctionCosts& last = table_.functions_.back();
        if (last.file == file && last.function == function)
            return;
        make_index();
    }
    const auto found = index_.insert(file, function, table_.functions_.size());
    if (found.is_new)
        return add_function(file, function, row);
    if (segments_.back().function == found.number)
        return;
    is_settled_ = false; // this function's rows stand in two places
    segments_.push_back({found.number, row});
}

bool CostTableBuilder::has_ascending_lines() const {
    for (std::size_t i = 0; i < segments_.size(); ++i)
        if (!ascend(
                {table_.lines_.data() + segments_[i].first_row, table_.lines_.data() + end_of(i)}))
            return false;
    return true;
}

CostTable CostTableBuilder::finish() && {
    if (!has_ascending_lines())
        return settle();
    return std::move(*this).finish_distinct();
}

CostTable CostTableBuilder::finish_distinct() && {
    if (!is_settled_)
        return settle();
    for (std::size_t f = 0; f < table_.functions_.size(); ++f)
        table_.functions_[f].end_row = f + 1 < table_.functions_.size()
                                           ? table_.functions_[f + 1].first_row
                                           : table_.row_count();
    return std::move(table_);
}

CostTable CostTableBuilder::settle() const {
    // Functions by first-seen file, then segments by these functions.
    std::vector<std::size_t> keys;
    for (const FunctionCosts& function : table_.functions_)
        keys.push_back(ranks_[static_cast<std::size_t>(function.file)] - 1);
    const std::vector<std::size_t> functions = sorted_by(keys, file_count_);
    std::vector<std::size_t> place(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i)
        place[functions[i]] = i;
    keys.clear();
    for (const Segment& segment : segments_)
        keys.push_back(place[segment.function]);
    const std::vector<std::size_t> segments = sorted_by(keys, functions.size());

    CostTable settled(table_.event_count_);
    settled.lines_.reserve(table_.row_count());
    settled.counts_.reserve(table_.counts_.size());
    auto begin = segments.begin();
    for (const std::size_t f : functions) {
        const auto end = std::find_if(begin, segments.end(),
                                      [&](std::size_t s) { return segments_[s].function != f; });
        const std::size_t first_row = settled.row_count();
        settle_function({begin, end}, settled);
        settled.functions_.push_back({table_.functions_[f].file, table_.functions_[f].function,
                                      first_row, settled.row_count()});
        begin = end;
    }
    return settled;
}

// Appends the rows of these segments, which are one function's, with each line once.
void CostTableBuilder::settle_function(std::span<const std::size_t> segments,
                                       CostTable& settled) const {
    const auto append = [&](std::size_t row, std::size_t end) {
        settled.lines_.append({table_.lines_.data() + row, end - row});
        settled.counts_.append(
            {table_.counts_.data() + row * table_.event_count_, (end - row) * table_.event_count_});
    };
    const std::size_t begin = segments_[segments.front()].first_row;
    const std::size_t end = end_of(segments.front());
    if (segments.size() == 1 && ascend({table_.lines_.data() + begin, end - begin}))
        return append(begin, end);

    std::vector<std::size_t> rows; // in the order in which they came
    for (const std::size_t segment : segments)
        for (std::size_t row = segments_[segment].first_row; row < end_of(segment); ++row)
            rows.push_back(row);
    // Rows of a line side by side, the first that came in front.
    std::vector<std::size_t> by_line = rows;
    std::ranges::stable_sort(by_line, {}, [&](std::size_t row) { return table_.lines_[row]; });
    // Where each line's row is, in the order of the first that came; then add the others.
    std::vector<std::size_t> firsts;
    for (std::size_t i = 0; i < by_line.size(); ++i)
        if (i == 0 || table_.lines_[by_line[i]] != table_.lines_[by_line[i - 1]])
            firsts.push_back(by_line[i]);
    std::ranges::sort(firsts); // rows of a function come in ascending numbers
    const std::size_t settled_first = settled.row_count();
    for (const std::size_t row : firsts)
        append(row, row + 1);
    std::size_t place = 0;
    for (std::size_t i = 0; i < by_line.size(); ++i) {
        if (i == 0 || table_.lines_[by_line[i]] != table_.lines_[by_line[i - 1]])
            place = static_cast<std::size_t>(std::ranges::lower_bound(firsts, by_line[i]) -
                                             firsts.begin());
        else
            add_to(settled.counts(settled_first + place), table_.counts(by_line[i]));
    }
}

} // namespace cg
