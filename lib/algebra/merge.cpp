// SPDX-License-Identifier: GPL-2.0-or-later
// If the sum has a row already, counts are added in place. The other rows are inserted in one copy
// of the sum.
#include "algebra/merge.hpp"

#include "algebra/diff.hpp"
#include "algebra/selection.hpp"
#include "error/error.hpp"
#include "model/cost_table.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/difference.hpp"
#include "model/incomplete.hpp"
#include "model/names.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ranges>
#include <stdexcept>

namespace cg {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

void add_columns(std::span<Count> sum, std::span<const Count> counts,
                 const std::vector<std::size_t>& columns) {
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = checked_add(sum[i], counts[columns[i]]);
}

} // namespace

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
        finish_parts();
        sum_ = project(sum_, events);
        is_indexed_ = false;
    }
    add_same_events(project(profile, events));
}

void Merge::add_same_events(const Profile& profile) {
    const std::vector<std::size_t> columns =
        same_columns(sum_.header.events, profile.header.events);
    add_incomplete(sum_.header, profile.header);
    add_kind(sum_.header, profile.header);
    add_totals_of_run(profile);
    add_columns(sum_.summary, profile.summary, columns);
    add_parts(profile);
    const ImportedNames name(profile.names, sum_.names);
    if (!is_indexed_)
        make_index();

    std::vector<std::size_t> rows; // the new ones
    std::vector<NewRows> new_rows;
    for (const FunctionCosts& function : profile.costs.functions()) {
        const NameId file = name(function.file);
        const NameId function_name = name(function.function);
        const auto known = index_.find({file, function_name});
        const std::size_t place = known ? *known : nowhere;
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

namespace {

// Calls are those of all profiles, or there are none.
bool must_all_have(const std::optional<Calls>&, DataObjectsBuilder::Mode) {
    return true;
}
bool must_all_have(const std::optional<CodeRanges>&, DataObjectsBuilder::Mode) {
    return false;
}
bool must_all_have(const std::optional<DataObjects>&, DataObjectsBuilder::Mode mode) {
    return mode == DataObjectsBuilder::Mode::difference;
}

void begin(std::optional<CallsSum>& sum, std::size_t events, DataObjectsBuilder::Mode) {
    sum.emplace(events);
}
void begin(std::optional<CodeRangesBuilder>& sum, std::size_t events, DataObjectsBuilder::Mode) {
    sum.emplace(events);
}
void begin(std::optional<DataObjectsBuilder>& sum, std::size_t, DataObjectsBuilder::Mode mode) {
    sum.emplace(mode);
}

} // namespace

void Merge::add_parts(const Profile& profile) {
    const Change change{.columns = columns_of(sum_.header.events, profile.header.events)};
    const auto add_part = [&](auto& sum, const auto& part, auto& builder) {
        if (must_all_have(part, mode_) && !((sum || builder) && part)) {
            sum.reset();
            builder.reset();
        } else if (part) {
            if (!builder) {
                begin(builder, sum_.header.events.size(), mode_);
                if (sum)
                    builder->add(*std::exchange(sum, std::nullopt));
            }
            builder->add(*part, change);
        }
    };
    for_each_part(add_part, sum_, profile, builders_);
}

void Merge::finish_parts() {
    const auto finish_part = [](auto& sum, auto& builder) {
        if (builder)
            sum = std::move(*builder).finish();
        builder.reset();
    };
    for_each_part(finish_part, sum_, builders_);
}

Profile Merge::finish() && {
    finish_parts();
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
        builder.add_rows(sum_.costs.lines(functions[i]), sum_.costs.counts(functions[i]));
        while (next != new_rows.end() && next->after_function == i)
            add_new();
    }
    while (next != new_rows.end()) // the sum had no function
        add_new();
    sum_.costs = std::move(builder).finish_distinct();
    is_indexed_ = false;
}

namespace {

// Divides counts. The remainder of a quotient is added to the next count, so that rounding errors
// do not add up.
class Division {
  public:
    Division(std::size_t events, std::size_t n)
        : n_(static_cast<Count>(n)), carry_(events, n_ / 2) {}

    Count operator()(std::size_t event, Count count) {
        Count quotient = count / n_;
        Count rest = count % n_;
        if (rest < 0) {
            --quotient;
            rest += n_;
        }
        Count& carry = carry_[event]; // stays below n, so that 0 gives 0
        carry += rest;
        if (carry >= n_) {
            carry -= n_;
            ++quotient;
        }
        return quotient;
    }

  private:
    Count n_;
    std::vector<Count> carry_;
};

// The minimum, the maximum and the deviation of one count over all runs.
struct Spread {
    Count min = 0;
    Count max = 0;
    double squares = 0; // of the distances from the mean
    std::size_t seen = 0;

    void add(Count count, double mean) {
        min = seen == 0 ? count : std::min(min, count);
        max = seen == 0 ? count : std::max(max, count);
        squares += (static_cast<double>(count) - mean) * (static_cast<double>(count) - mean);
        ++seen;
    }
    // Adds a 0 for each run that does not have the row.
    void add_missing(std::size_t n, double mean) {
        if (seen == n)
            return;
        squares += static_cast<double>(n - seen) * mean * mean;
        min = seen == 0 ? 0 : std::min(min, Count{0});
        max = seen == 0 ? 0 : std::max(max, Count{0});
    }
    Count deviation(std::size_t n) const {
        if (n < 2)
            return 0;
        const double exact = std::sqrt(squares / static_cast<double>(n - 1));
        constexpr double end = 0x1p63; // of counts; it can be a little further, as of +1 and -1
        if (exact >= end)
            throw std::overflow_error("a standard deviation does not fit in 64 bits");
        return std::llround(exact);
    }
};

} // namespace

Profile average(Profile sum, std::size_t n) {
    Division divide(sum.header.events.size(), n);
    for (std::size_t row = 0; row < sum.costs.row_count(); ++row) {
        const auto counts = sum.costs.counts(row);
        for (std::size_t event = 0; event < counts.size(); ++event)
            counts[event] = divide(event, counts[event]);
    }
    sum.summary = sum.costs.total();
    sum.calls.reset(); // rounded by nodes and by lines, they would not add up to the same
    return sum;
}

Profile statistics(const Profile& sum, std::span<const Profile> profiles) {
    const std::size_t events = sum.header.events.size();
    const std::size_t n = profiles.size();
    const auto mean = [&](std::size_t row, std::size_t event) {
        return static_cast<double>(sum.costs.counts(row)[event]) / static_cast<double>(n);
    };
    std::vector<Spread> spreads(sum.costs.row_count() * events);
    for (const Profile& profile : profiles) {
        const auto columns = same_columns(sum.header.events, profile.header.events);
        const std::vector<std::size_t> rows = locate_rows(profile, sum);
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t event = 0; event < events; ++event)
                spreads[rows[row] * events + event].add(profile.costs.counts(row)[columns[event]],
                                                        mean(rows[row], event));
    }

    std::vector<std::string> names;
    for (const std::string& event : sum.header.events.names())
        for (const char* const suffix : {".mean", ".min", ".max", ".sd"})
            names.push_back(event + suffix);
    Division divide(events, n);
    CostTableBuilder out(names.size());
    out.reserve(sum.costs.row_count(), sum.costs.functions().size());
    for (const FunctionCosts& f : sum.costs.functions()) {
        out.enter(f.file, f.function);
        for (const std::size_t row : f.rows()) {
            auto count = out.add_row(sum.costs.line(row)).begin();
            for (std::size_t event = 0; event < events; ++event) {
                Spread& spread = spreads[row * events + event];
                spread.add_missing(n, mean(row, event));
                *count++ = divide(event, sum.costs.counts(row)[event]);
                *count++ = spread.min;
                *count++ = spread.max;
                *count++ = spread.deviation(n);
            }
        }
    }
    CostTable costs = std::move(out).finish_distinct();
    std::vector<Count> summary = costs.total();
    Header header = sum.header;
    header.events = EventSet(names);
    return {std::move(header), sum.names, std::move(costs), std::move(summary)};
}

} // namespace cg
