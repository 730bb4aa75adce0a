// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/gate.hpp"

#include "algebra/diff.hpp"
#include "calls/by_library.hpp"
#include "error/error.hpp"
#include "model/count.hpp"
#include "model/known_event.hpp"
#include "text/escaping.hpp"
#include "text/plural.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>
#include <utility>

namespace cg {
namespace {

bool have_allocations(const Profile& first, const Profile& second) {
    return first.data && second.data && first.data->has_allocations && second.data->has_allocations;
}

// Objects of data by their names without lines: blocks of other sizes, or from another line, are
// those of the same object. Beside the columns of cells that both sides have, there are the misses
// of reads and writes together, and blocks.
class ObjectChanges {
  public:
    ObjectChanges(const DataObjects& first, const DataObjects& second)
        : first_(by_function(first)),
          second_(by_function(second)),
          has_blocks_(first.has_allocations && second.has_allocations) {
        for (const std::string& name : first_.events.names())
            if (second_.events.column(name))
                columns_.push_back({name, {name}});
        const EventSet own = EventSet(names());
        for (const std::string name : {"D1m", "DLm"})
            if (own.column(name + "r") && own.column(name + "w") && !own.column(name))
                columns_.push_back({name, {name + "r", name + "w"}});
        std::vector<std::string> events = names();
        if (has_blocks_)
            for (const std::string_view name : {blocks_event, bytes_event, live_event})
                events.emplace_back(name);
        changes_ = FunctionChanges(EventSet(std::move(events)));
    }

    FunctionChanges made() && {
        add(first_, true);
        add(second_, false);
        return std::move(changes_);
    }

  private:
    struct Column {
        std::string name;
        std::vector<std::string> of; // it is their sum
    };
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        names.reserve(columns_.size());
        for (const Column& column : columns_)
            names.push_back(column.name);
        return names;
    }
    std::size_t row_of(const std::string& name) {
        const auto [found, is_new] = rows_.try_emplace(name, rows_.size());
        if (is_new)
            changes_.append({.name = name, .file = {}});
        return found->second;
    }
    void add(const DataObjects& data, bool is_first) {
        const CountRows counts = counts_by_object(data);
        for (std::size_t i = 0; i < data.objects.size(); ++i) {
            const DataObject& object = data.objects[i];
            std::vector<Count> values;
            for (const Column& column : columns_) {
                Count sum = 0;
                for (const std::string& event : column.of)
                    sum = checked_add(sum, counts[i][*data.events.column(event)]);
                values.push_back(sum);
            }
            if (has_blocks_ && object.kind == DataKind::heap)
                values.insert(values.end(), {object.blocks, object.bytes, object.live});
            values.resize(changes_.events.size());
            changes_.add(row_of(display_name(data, object)), values, is_first);
            if (is_first) {
                add_to(changes_.total_base, values);
                subtract_from(changes_.total_difference, values);
            } else {
                add_to(changes_.total_difference, values);
            }
        }
    }

    DataObjects first_, second_;
    bool has_blocks_;
    std::vector<Column> columns_;
    FunctionChanges changes_{EventSet()};
    std::unordered_map<std::string, std::size_t> rows_; // by name
};

// Libraries that have another name in the second profile are those of that name.
FunctionChanges library_changes(const Profile& first, const Profile& second) {
    const Profile before = by_library(first, moved_objects(first, second));
    const Profile after = by_library(second);
    FunctionChanges changes =
        function_changes(diff(before, after, DiffBy::function), before, after, FunctionCost::own);
    for (ChangedFunction& library : changes.functions)
        library.file.clear();
    return changes;
}

} // namespace

Gate::Gate(const Profile& difference, const Profile& first, const Profile& second,
           std::span<const Derivation> derived)
    : difference_(difference), first_(first), second_(second), derived_(derived) {
    const FunctionChanges& functions = table(Scope::function);
    std::vector<std::string> names = functions.events.names();
    total_difference_ = functions.total_difference;
    total_base_ = functions.total_base;
    const auto add = [&](std::string_view name, Count of_first, Count of_second) {
        if (functions.events.column(name))
            return;
        names.emplace_back(name);
        total_base_.push_back(of_first);
        total_difference_.push_back(checked_subtract(of_second, of_first));
    };
    if (have_allocations(first, second)) {
        const Allocations before = allocations_of(*first.data);
        const Allocations after = allocations_of(*second.data);
        add(blocks_event, before.blocks, after.blocks);
        add(bytes_event, before.bytes, after.bytes);
        if (first.data->live && second.data->live)
            add(live_event, *first.data->live, *second.data->live);
    }
    total_events_ = EventSet(std::move(names));
}

const FunctionChanges& Gate::table(Scope scope) {
    const auto known = tables_.find(scope);
    if (known != tables_.end())
        return known->second;
    const auto cost =
        scope == Scope::inclusive_function ? FunctionCost::inclusive : FunctionCost::own;
    return tables_
        .emplace(scope, scope == Scope::object ? ObjectChanges(*first_.data, *second_.data).made()
                        : scope == Scope::library
                            ? library_changes(first_, second_)
                            : function_changes(difference_, first_, second_, cost))
        .first->second;
}

EventSet Gate::events_of(Scope scope) {
    return scope == Scope::totals ? total_events_ : table(scope).events;
}

const Derivation* Gate::derivation_of(const EventSet& events, const std::string& event) const {
    if (events.column(event))
        return nullptr;
    const auto found = std::ranges::find_if(derived_, [&](const Derivation& derivation) {
        return equal_ignoring_case(derivation.event(), event);
    });
    return found == derived_.end() || meant_event(events, event) ? nullptr : &*found;
}

namespace {

// The words that these profiles lack, and the option of the tool that writes them.
std::string remedy(const std::string& event) {
    const auto is = [&](std::string_view word) { return equal_ignoring_case(word, event); };
    if (is(calls_event))
        return "; valgrind --tool=cachegrind --calls=yes counts calls";
    if (is(blocks_event) || is(bytes_event) || is(live_event))
        return "; valgrind --tool=cachegrind --data-objects=yes counts Blocks, Bytes and Live";
    const std::string command = command_to_count({event});
    return command.empty() ? "" : "; " + command + " counts it";
}

std::string_view noun_of(Scope scope) {
    return scope == Scope::object ? "object" : scope == Scope::library ? "library" : "function";
}

std::string_view name_of(Scope scope) {
    switch (scope) {
    case Scope::function:
        return "function";
    case Scope::inclusive_function:
        return "inclusive function";
    case Scope::object:
        return "object";
    case Scope::library:
        return "library";
    case Scope::totals:
        break;
    }
    return "total";
}

} // namespace

std::string Gate::what_there_is(Scope scope) {
    const EventSet& events = events_of(scope);
    std::string list = listed(events);
    for (const Derivation& derivation : derived_)
        list += ", " + text_for(EscapingContext::message, derivation.event());
    return list;
}

void Gate::check(const Condition& condition) {
    const auto fail = [&](const std::string& what) {
        throw UsageError(in_quotes(condition.text()) + ": " + what);
    };
    const bool is_inclusive = condition.scope() == Scope::inclusive_function;
    if (is_inclusive && !difference_.calls)
        fail("the profiles have no calls; functions and the program have " +
             what_there_is(Scope::totals) + remedy(std::string(calls_event)));
    if (condition.scope() == Scope::object && !(first_.data && second_.data))
        fail("the profiles have no data objects; functions and the program have " +
             what_there_is(Scope::totals) + remedy(std::string(blocks_event)));
    if (condition.scope() == Scope::library &&
        !(knows_libraries(first_) && knows_libraries(second_)))
        fail("the profiles do not tell libraries; functions and the program have " +
             what_there_is(Scope::totals) + remedy(std::string(calls_event)));
    for (const Scope scope : {Scope::totals, condition.scope()})
        for (const std::string& event : condition.events_of(scope)) {
            const EventSet& events = events_of(scope);
            if (const Derivation* const derivation = derivation_of(events, event)) {
                Header header = first_.header;
                header.events = events;
                derivation->exact_function(header); // throws if it lacks an event
            } else if (!meant_event(events, event)) {
                std::vector<std::string> names = events.names();
                for (const Derivation& derived : derived_)
                    names.push_back(derived.event());
                fail((scope == Scope::totals
                          ? no_such_event(EventSet(names), event)
                          : fmt::format("no {} has {}{}; {} have {}, the program has {}",
                                        name_of(scope), in_quotes(event),
                                        did_you_mean(event, names), plural_of(name_of(scope)),
                                        what_there_is(scope), what_there_is(Scope::totals))) +
                     remedy(event));
            }
        }
}

Gate::ChangeOfRow Gate::change_of(const EventSet& events, const std::string& event) const {
    if (const auto column = meant_event(events, event))
        return [column = *column](std::span<const Count> difference, std::span<const Count> base) {
            return Condition::EventChange{static_cast<long double>(difference[column]),
                                          static_cast<long double>(base[column])};
        };
    const Derivation& derivation = *derivation_of(events, event);
    const auto value_in = [&](const Profile& profile) {
        Header header = profile.header; // with its line sizes
        header.events = events;
        return [value = derivation.exact_function(header),
                scale = derivation.in_hundredths() ? 100 : 1](std::span<const Count> counts) {
            return value(counts) / scale;
        };
    };
    return [first = value_in(first_), second = value_in(second_)](std::span<const Count> difference,
                                                                  std::span<const Count> base) {
        std::vector<Count> after(base.begin(), base.end());
        add_to(after, difference);
        const long double before = first(base);
        return Condition::EventChange{second(after) - before, before};
    };
}

std::map<std::string, Gate::ChangeOfRow>
Gate::changes_of(const EventSet& events, std::span<const std::string> names) const {
    std::map<std::string, ChangeOfRow> changes;
    for (const std::string& name : names)
        changes.emplace(name, change_of(events, name));
    return changes;
}

Scope Gate::scope_of_rows(const Condition& condition) const {
    if (!condition.is_of_totals())
        return condition.scope();
    const auto is = [&](std::string_view word) {
        return equal_ignoring_case(word, condition.main_event()) &&
               !difference_.header.events.column(word);
    };
    const bool is_of_objects = is(blocks_event) || is(bytes_event) || is(live_event);
    return is_of_objects ? Scope::object : Scope::function;
}

std::optional<Failure> Gate::failure(const Condition& condition) {
    check(condition);
    const std::string& main = condition.main_event();
    const auto changes = changes_of(total_events_, condition.events_of(Scope::totals));
    const auto total_of = [&](const std::string& event) {
        return changes.at(event)(total_difference_, total_base_);
    };
    if (!condition.all_hold(true, total_of))
        return std::nullopt;

    const FunctionChanges& of = table(scope_of_rows(condition));
    const EventSet& events = of.events;
    const Derivation* const derivation = derivation_of(events, main);
    const Derivation* const of_total = derivation_of(total_events_, main);
    // Objects have sums that the program's events lack, as D1m.
    const bool has_total = can_be_compared(total_events_, main);
    Failure failure{main,
                    has_total ? change_of(total_events_, main)(total_difference_, total_base_)
                              : change_of(events, main)(of.total_difference, of.total_base),
                    of_total != nullptr && of_total->has_quotient(),
                    noun_of(scope_of_rows(condition)),
                    {}};
    if (derivation != nullptr)
        failure.event = derivation->event();
    else if (const auto column = meant_event(events, main))
        failure.event = events[*column];
    else if (const auto total = meant_event(total_events_, main))
        failure.event = total_events_[*total];
    // A total may be derived from words that functions do not have.
    if (can_be_compared(events, main))
        failure.rows = failing_rows(condition, of);
    if (!condition.is_of_totals() && failure.rows.empty())
        return std::nullopt;
    return failure;
}

bool Gate::can_be_compared(const EventSet& events, const std::string& event) const {
    if (meant_event(events, event))
        return true;
    const Derivation* const derivation = derivation_of(events, event);
    if (derivation == nullptr)
        return false;
    try {
        change_of(events, event);
    } catch (const UsageError&) { // it has events that are not there
        return false;
    }
    return true;
}

std::vector<FailingRow> Gate::failing_rows(const Condition& condition,
                                           const FunctionChanges& of) const {
    const std::string& main = condition.main_event();
    const auto names =
        condition.is_of_totals() ? std::vector{main} : condition.events_of(condition.scope());
    const auto changes = changes_of(of.events, names);
    std::vector<FailingRow> rows;
    for (std::size_t f = 0; f < of.functions.size(); ++f) {
        const auto change = [&](const std::string& event) {
            return changes.at(event)(of.differences[f], of.bases[f]);
        };
        const Condition::EventChange changed = change(main);
        if (condition.is_of_totals() ? condition.concerns(changed.difference)
                                     : condition.all_hold(false, change))
            rows.push_back({of.functions[f], changed, is_zero(of.bases[f])});
    }
    std::ranges::stable_sort(rows, std::greater<>(),
                             [](const FailingRow& row) { return std::abs(row.change.difference); });
    return rows;
}

} // namespace cg
