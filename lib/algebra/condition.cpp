// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/condition.hpp"

#include "error/grammar.hpp"
#include "model/count.hpp"
#include "model/event_set.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace cg {

namespace x3 = boost::spirit::x3;

Condition::Condition(const std::string& text) : text_(text) {
    Comparison current{};
    const auto set_event = [&](auto& context) {
        current.event.assign(_attr(context).begin(), _attr(context).end());
    };
    const auto set_absolute = [&](auto&) { current.is_absolute = true; };
    const auto set_operator = [&](auto& context) { current.compare = _attr(context); };
    const auto set_number = [&](auto& context) {
        const std::string number(_attr(context).begin(), _attr(context).end());
        current.value = std::strtold(number.c_str(), nullptr);
    };
    const auto set_percentage = [&](auto&) { current.is_percentage = true; };
    const auto add_comparison = [&](auto&) {
        current.of_functions = of_functions_;
        comparisons_.push_back(std::exchange(current, Comparison{}));
    };
    const auto set_inclusive = [&](auto&) { is_inclusive_ = true; };
    const auto set_of_functions = [&](auto&) { of_functions_ = true; };

    const x3::symbols<Compare> operators(
        {{">", [](long double a, long double b) { return a > b; }},
         {">=", [](long double a, long double b) { return a >= b; }},
         {"<", [](long double a, long double b) { return a < b; }},
         {"<=", [](long double a, long double b) { return a <= b; }}});
    const auto of_name = ~x3::char_(" \t()<>=%");
    const auto word = [&](const char* w) { return x3::lexeme[x3::lit(w) >> !of_name]; };
    // A keyword before an operator is the name of an event.
    const auto keyword = [&](const char* w) { return word(w) >> !x3::char_("<>"); };
    const auto digits = (+ascii_digit >> -('.' >> *ascii_digit)) | ('.' >> +ascii_digit);

    const auto event = named("the name of an event", x3::lexeme[x3::raw[+of_name][set_event]]);
    const auto closing = named(")", x3::lit(')'));
    const auto comparator = named("<, <=, > or >=", operators[set_operator]);
    const auto number =
        named("a number", x3::lexeme[x3::raw[-x3::char_("+-") >> digits][set_number] >> !of_name]);
    const auto comparison =
        named("the name of an event", ((x3::lit("abs(")[set_absolute] > event > closing) | event) >
                                          comparator > number > -x3::lit('%')[set_percentage] >
                                          x3::eps[add_comparison]);
    const auto function = named("\"function\"", keyword("function")[set_of_functions]);
    const auto scope = (keyword("inclusive")[set_inclusive] > function) | function;
    const auto first_scope =
        -(x3::eps[([&](auto& context) { _pass(context) = !of_functions_; })] >> scope);
    const auto end = named("\"and\" or the end", x3::eoi);
    parse_expression(text_, 0,
                     first_scope > comparison > *(word("and") > first_scope > comparison) > end);
}

const Condition::Comparison& Condition::main_comparison() const {
    return *std::ranges::find(comparisons_, of_functions_, &Comparison::of_functions);
}

bool Condition::concerns(Count change) const {
    const Comparison& comparison = main_comparison();
    if (comparison.is_absolute)
        return change != 0;
    const bool asks_for_more = comparison.compare(1, 0);
    return asks_for_more ? change > 0 : change < 0;
}

bool Condition::has_percentage() const {
    return std::ranges::any_of(comparisons_, &Comparison::is_percentage);
}

std::size_t Condition::column_of(const Comparison& comparison, const EventSet& events) const {
    if (const auto column = meant_event(events, comparison.event))
        return *column;
    throw UsageError(in_quotes(text_) + ": " + no_such_event(events, comparison.event));
}

std::size_t Condition::main_column(const EventSet& events) const {
    return column_of(main_comparison(), events);
}

void Condition::check_events(const EventSet& events) const {
    for (const Comparison& comparison : comparisons_)
        column_of(comparison, events);
}

bool Condition::Comparison::holds(const EventSet& events, std::span<const Count> difference,
                                  std::span<const Count> base) const {
    const std::size_t column = meant_event(events, event).value();
    long double changed = difference[column];
    if (is_absolute)
        changed = std::abs(changed);
    long double limit = value;
    if (is_percentage) {
        // Compares changed / base * 100 with the number, without a division by 0.
        const long double base_count = std::abs(static_cast<long double>(base[column]));
        if (base_count != 0 || changed != 0) { // else 0 %
            changed *= 100;
            limit *= base_count;
        }
    }
    return compare(changed, limit);
}

bool Condition::holds(const EventSet& events, std::span<const Count> difference,
                      std::span<const Count> base) const {
    return std::ranges::all_of(comparisons_, [&](const Comparison& comparison) {
        return comparison.of_functions != of_functions_ ||
               comparison.holds(events, difference, base);
    });
}

bool Condition::totals_hold(const EventSet& events, std::span<const Count> difference,
                            std::span<const Count> base) const {
    return std::ranges::all_of(comparisons_, [&](const Comparison& comparison) {
        return comparison.of_functions == of_functions_ ||
               comparison.holds(events, difference, base);
    });
}

std::optional<std::vector<std::size_t>> failing_functions(const Condition& condition,
                                                          const FunctionChanges& changes) {
    const EventSet& events = changes.events;
    const std::size_t column = condition.main_column(events);
    const auto totals_hold = [&] {
        return condition.is_of_functions()
                   ? condition.totals_hold(events, changes.total_difference, changes.total_base)
                   : condition.holds(events, changes.total_difference, changes.total_base);
    };
    if (!totals_hold())
        return std::nullopt;
    std::vector<std::size_t> functions;
    for (std::size_t f = 0; f < changes.functions.size(); ++f)
        if (condition.is_of_functions()
                ? condition.holds(events, changes.differences[f], changes.bases[f])
                : condition.concerns(changes.differences[f][column]))
            functions.push_back(f);
    if (condition.is_of_functions() && functions.empty())
        return std::nullopt;
    std::ranges::stable_sort(functions, std::greater<>(), [&](std::size_t f) {
        return magnitude(changes.differences[f][column]);
    });
    return functions;
}

} // namespace cg
