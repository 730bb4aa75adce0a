// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/function_changes.hpp"

#include "calls/select.hpp"
#include "calls/sum.hpp"
#include "model/calls.hpp"
#include "model/containers.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace cg {
namespace {

// ---- without calls ------------------------------------------------------------

std::string_view row_name(const Profile& profile, const FunctionCosts& f) {
    return f.function == unspecified_function ? unspecified_mark : profile.names[f.function];
}

// Sums the rows of each name over all files.
class NamedRows {
  public:
    NamedRows(FunctionChanges& changes, const Profile& difference) : changes_(changes) {
        for (const FunctionCosts& f : difference.costs.functions())
            number_of(row_name(difference, f));
    }

    void add(const Profile& profile, bool is_first) {
        for (const FunctionCosts& f : profile.costs.functions()) {
            const std::size_t number = number_of(row_name(profile, f));
            const std::string_view file = profile.names[f.file];
            Function& function = functions_[number];
            ++(is_first ? function.files_of_first : function.files_of_second);
            const std::vector<Count> sum = profile.costs.total(f.rows());
            changes_.add(number, sum, is_first);
            note_file(function, file, magnitude(sum[0]), is_first);
        }
    }

    void finish() {
        for (std::size_t i = 0; i < functions_.size(); ++i) {
            const Function& f = functions_[i];
            changes_.functions[i].files =
                f.files_of_second > 0 ? f.files_of_second : f.files_of_first;
            changes_.functions[i].file = f.file;
        }
    }

  private:
    struct Function {
        std::size_t files_of_first = 0;
        std::size_t files_of_second = 0;
        std::string file; // with most of the cost in the second profile, else in the first
        std::uint64_t cost_in_file = 0;
        bool is_of_first = true;
    };

    std::size_t number_of(std::string_view name) {
        const auto [found, is_new] = numbers_.try_emplace(std::string(name), functions_.size());
        if (is_new) {
            functions_.emplace_back();
            changes_.append({std::string(name), {}, 0});
        }
        return found->second;
    }
    static void note_file(Function& function, std::string_view file, std::uint64_t cost,
                          bool is_first) {
        const bool is_better = function.file.empty() || (function.is_of_first && !is_first) ||
                               cost > function.cost_in_file;
        if (!is_better)
            return;
        function.file = file;
        function.cost_in_file = cost;
        function.is_of_first = is_first;
    }

    FunctionChanges& changes_;
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<Function> functions_;
};

// ---- with calls -----------------------------------------------------------------

using FunctionKey = std::tuple<std::string_view, std::string_view, std::string_view>;

FunctionKey key_of(const CalledFunctions& functions, FunctionId f) {
    return {functions.name(f), functions.file(f), functions.object(f)};
}

// Returns true for the function of the dynamic linker that looks up a symbol when it is first used
// (lazy binding).
bool binds_symbols(const CalledFunctions& functions, FunctionId f) {
    const std::string_view object = functions.object(f);
    return functions.name(f) == "_dl_fixup" && last_part(object).starts_with("ld");
}

// The first caller of a library's function pays for its look-up, and a change of one function makes
// another one the first.
Calls without_binding(const Calls& calls) {
    const CalledFunctions& functions = calls.functions;
    return detach(calls, [&](FunctionId f) { return binds_symbols(functions, f); });
}

// The functions of both profiles, each with the number of its row.
class CalledRows {
  public:
    CalledRows(FunctionChanges& changes, const CalledFunctions& functions)
        : changes_(changes), functions_(functions), of_(functions.representatives()) {
        rows_.resize(functions.size());
        for (FunctionId f = 0; f < functions.size(); ++f) {
            by_key_.emplace(key_of(functions, f), f);
            if (of_[f] == f)
                rows_[f] = changes_.append({shown_name(functions.name(f), functions.object(f)),
                                            std::string(functions.file(f))});
        }
    }

    // `calls` are of one of the two profiles.
    void add(const Calls& calls, FunctionCost cost, bool is_first) {
        const auto new_name = [&](const CalledName& old, FunctionId) {
            const FunctionId f = of_[by_key_.at({old.name, old.file, old.object})];
            return CalledName{std::string(functions_.object(f)), std::string(functions_.file(f)),
                              std::string(functions_.name(f))};
        };
        Calls joined = renamed(calls, {.function = new_name});
        const bool is_inclusive = cost == FunctionCost::inclusive;
        if (is_inclusive && joined.tree())
            joined = without_binding(joined);
        const std::size_t size = joined.functions.size();
        const CountRows costs =
            is_inclusive ? inclusive_costs(joined) : own_costs(joined.lines, size);
        const std::vector<Count> numbers = numbers_of_calls(joined);
        for (FunctionId f = 0; f < size; ++f)
            add_counts(rows_[by_key_.at(key_of(joined.functions, f))], costs[f], numbers[f],
                       is_first);
        for (std::size_t i = size; !is_inclusive && i < size + path_starts; ++i)
            add_outside(costs[i], is_first);
    }

  private:
    // Code outside functions is a function if there is any.
    void add_outside(std::span<const Count> counts, bool is_first) {
        if (std::ranges::all_of(counts, [](Count count) { return count == 0; }))
            return;
        if (!outside_)
            outside_ = changes_.append({shown_name(unknown_name, {}), std::string(unknown_name)});
        add_counts(*outside_, counts, 0, is_first);
    }
    void add_counts(std::size_t row, std::span<const Count> counts, Count calls, bool is_first) {
        std::vector<Count> all(counts.begin(), counts.end());
        if (all.size() < changes_.events.size())
            all.push_back(calls);
        changes_.add(row, all, is_first);
    }

    FunctionChanges& changes_;
    const CalledFunctions& functions_;
    const std::vector<FunctionId> of_;
    std::map<FunctionKey, FunctionId> by_key_;
    std::vector<std::size_t> rows_;      // of those that stand for a function
    std::optional<std::size_t> outside_; // the row of code outside functions
};

Count number_of_calls(const Calls& calls) {
    Count sum = 0;
    for (const Count number : numbers_of_calls(calls))
        sum = checked_add(sum, number);
    return sum;
}

} // namespace

FunctionChanges::FunctionChanges(EventSet of)
    : events(std::move(of)),
      differences(events.size()),
      bases(events.size()),
      total_difference(events.size()),
      total_base(events.size()) {
}

std::size_t FunctionChanges::append(ChangedFunction function) {
    functions.push_back(std::move(function));
    differences.append();
    bases.append();
    return functions.size() - 1;
}

void FunctionChanges::add(std::size_t function, std::span<const Count> counts, bool is_first) {
    if (is_first) {
        add_to(bases[function], counts);
        subtract_from(differences[function], counts);
    } else {
        add_to(differences[function], counts);
    }
}

FunctionChanges function_changes(const Profile& difference, const Profile& first,
                                 const Profile& second, FunctionCost cost) {
    std::vector<std::string> names = difference.header.events.names();
    std::vector<Count> total_difference = difference.summary, total_base = first.summary;
    if (difference.calls && !difference.header.events.column(calls_event)) {
        const Count before = number_of_calls(*first.calls);
        names.emplace_back(calls_event);
        total_base.push_back(before);
        total_difference.push_back(checked_subtract(number_of_calls(*second.calls), before));
    }
    FunctionChanges changes{EventSet(std::move(names))};
    changes.total_difference = std::move(total_difference);
    changes.total_base = std::move(total_base);
    if (difference.calls) {
        CalledRows rows(changes, difference.calls->functions);
        rows.add(*first.calls, cost, true);
        rows.add(*second.calls, cost, false);
    } else {
        NamedRows rows(changes, difference);
        rows.add(first, true);
        rows.add(second, false);
        rows.finish();
    }
    return changes;
}

} // namespace cg
