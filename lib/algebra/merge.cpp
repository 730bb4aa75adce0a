// SPDX-License-Identifier: GPL-2.0-or-later
// If the sum has a row already, counts are added in place. The other rows are inserted in one copy
// of the sum. Two versions of a program have mostly the same functions in the same order: so the
// next function of the sum is compared before each look-up.
#include "algebra/merge.hpp"

#include "algebra/columns.hpp"
#include "error/error.hpp"
#include "model/cost_table.hpp"
#include "model/cost_table_builder.hpp"
#include "model/names.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <numeric>

namespace cg {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

void add_columns(std::span<Count> sum, std::span<const Count> counts,
                 const std::vector<std::size_t>& columns) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = checked_add(sum[i], counts[columns[i]]);
}

} // namespace

// Returns the index of a function in the sum, or `nowhere`. `guess` is tried first.
std::size_t Merge::place_of(NameId file, NameId function, std::size_t guess) {
    const auto functions = sum_.costs.functions();
    if (guess < functions.size() && functions[guess].file == file &&
        functions[guess].function == function)
        return guess;
    // For a file with few functions, comparing each is cheaper than an index of all functions.
    if (first_functions_.empty())
        find_first_functions();
    constexpr std::size_t few = 64;
    const std::size_t first = first_functions_[index_of(file)];
    for (std::size_t place = first; place < first + few; ++place) {
        if (place >= functions.size() || functions[place].file != file)
            return nowhere;
        if (functions[place].function == function)
            return place;
    }
    if (!is_indexed_)
        make_index();
    const auto found = index_.find({file, function});
    return found ? *found : nowhere;
}

void Merge::find_first_functions() {
    const auto functions = sum_.costs.functions();
    first_functions_.assign(sum_.names.size(), functions.size());
    for (std::size_t i = functions.size(); i-- > 0;)
        first_functions_[index_of(functions[i].file)] = i;
}

void Merge::make_index() {
    index_ = {};
    const auto functions = sum_.costs.functions();
    index_.reserve(functions.size());
    for (std::size_t i = 0; i < functions.size(); ++i)
        index_.insert({functions[i].file, functions[i].function}, i);
    is_indexed_ = true;
}

// Returns for each file the index of its last function in the sum. For a new file, that is the last
// function of all: new files go to the end.
std::vector<std::size_t> Merge::last_functions() const {
    const auto functions = sum_.costs.functions();
    std::vector<std::size_t> last(sum_.names.size(), functions.size() - 1);
    for (std::size_t i = 0; i < functions.size(); ++i)
        last[index_of(functions[i].file)] = i;
    return last;
}

void Merge::add(const Profile& profile) {
    const EventSet& own = sum_.header.events;
    const EventSet& other = profile.header.events;
    const EventSet common = common_events(own, other);
    if (events_ == MergeEvents::equal ||
        (common.size() == own.size() && own.size() == other.size()))
        return add_same_events(profile);
    if (events_ == MergeEvents::common && common.size() == 0)
        throw Error("the profiles have no event in common");
    const EventSet events = events_ == MergeEvents::common ? common : united_events(own, other);
    if (events != own) {
        if (calls_)
            sum_.calls = std::move(*calls_).finish();
        calls_.reset();
        sum_ = project(sum_, events);
        is_indexed_ = false;
    }
    add_same_events(project(profile, events));
}

void Merge::add_same_events(const Profile& profile) {
    const std::vector<std::size_t> columns =
        same_columns(sum_.header.events, profile.header.events);
    add_totals_of_run(profile);
    add_columns(sum_.summary, profile.summary, columns);
    add_calls(profile);
    const ImportedNames name(profile.names, sum_.names);
    first_functions_.clear();

    std::vector<std::size_t> rows; // the new ones
    std::vector<NewRows> new_rows;
    std::size_t guess = 0;
    for (const FunctionCosts& function : profile.costs.functions()) {
        const NameId file = name(function.file);
        const NameId function_name = name(function.function);
        const std::size_t place = place_of(file, function_name, guess);
        const std::size_t first = rows.size();
        if (place == nowhere) {
            rows.resize(first + function.end_row - function.first_row);
            std::iota(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                      function.first_row);
        } else {
            const FunctionCosts& own = sum_.costs.functions()[place];
            LineFinder find(sum_.costs.lines(own));
            for (std::size_t row = function.first_row; row < function.end_row; ++row) {
                if (const auto at = find(profile.costs.line(row)))
                    add_columns(sum_.costs.counts(own.first_row + *at), profile.costs.counts(row),
                                columns);
                else
                    rows.push_back(row);
            }
            guess = place + 1;
        }
        if (place == nowhere || rows.size() > first)
            new_rows.push_back({place, place == nowhere, file, function_name, first, rows.size()});
    }
    if (!new_rows.empty())
        insert(new_rows, rows, profile, columns);
}

void Merge::add_totals_of_run(const Profile& profile) {
    if (sum_.header.totals_of_run.empty() && profile.header.totals_of_run.empty())
        return;
    const std::vector<Count> own = totals_of_run(sum_);
    const std::vector<Count> other = totals_of_run(profile);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string& event = sum_.header.events[i];
        const auto is_known = [&](const Profile& of) {
            return of.header.totals_of_run.contains(event);
        };
        if (is_known(sum_) || is_known(profile))
            sum_.header.totals_of_run[event] =
                checked_add(own[i], other[*profile.header.events.column(event)]);
    }
}

void Merge::add_calls(const Profile& profile) {
    if (!sum_.calls)
        return;
    if (!profile.calls) {
        sum_.calls.reset();
        calls_.reset();
        return;
    }
    if (!calls_) {
        calls_.emplace(sum_.header.events.size());
        calls_->add(*sum_.calls);
    }
    calls_->add(*profile.calls, {.columns = columns_of(sum_.header.events, profile.header.events)});
}

Profile Merge::finish() && {
    if (calls_)
        sum_.calls = std::move(*calls_).finish();
    return std::move(sum_);
}

void Merge::insert(std::vector<NewRows>& new_rows, const std::vector<std::size_t>& rows,
                   const Profile& profile, const std::vector<std::size_t>& columns) {
    const std::vector<std::size_t> last = last_functions();
    for (NewRows& inserted : new_rows)
        if (inserted.is_new_function)
            inserted.after_function = last[index_of(inserted.file)];
    std::ranges::stable_sort(new_rows, {}, [](const NewRows& inserted) {
        return std::pair(inserted.after_function, inserted.is_new_function);
    });

    CostTableBuilder builder(columns.size());
    builder.reserve(sum_.costs.row_count() + rows.size(),
                    sum_.costs.functions().size() + new_rows.size());
    auto next = new_rows.begin();
    const auto add_new = [&] {
        builder.enter(next->file, next->function);
        for (std::size_t i = next->first; i < next->end; ++i)
            add_columns(builder.add_row(profile.costs.line(rows[i])), profile.costs.counts(rows[i]),
                        columns);
        ++next;
    };
    const auto functions = sum_.costs.functions();
    for (std::size_t i = 0; i < functions.size(); ++i) {
        builder.enter(functions[i].file, functions[i].function);
        builder.add_rows(sum_.costs, functions[i].first_row, functions[i].end_row);
        while (next != new_rows.end() && next->after_function == i)
            add_new();
    }
    while (next != new_rows.end()) // the sum had no function
        add_new();
    sum_.costs = std::move(builder).finish_distinct();
    is_indexed_ = false;
}

} // namespace cg
