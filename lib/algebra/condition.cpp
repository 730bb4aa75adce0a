// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/condition.hpp"

#include "error/grammar.hpp"
#include "model/count.hpp"
#include "model/event_set.hpp"

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
        current.of_totals = scope_ == Scope::totals;
        comparisons_.push_back(std::exchange(current, Comparison{}));
    };
    const auto set_scope = [&](Scope scope) { return [&, scope](auto&) { scope_ = scope; }; };

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
    const auto function = [&](Scope scope) {
        return named("\"function\"", keyword("function")[set_scope(scope)]);
    };
    const auto scope = (keyword("inclusive") > function(Scope::inclusive_function)) |
                       function(Scope::function) | keyword("object")[set_scope(Scope::object)] |
                       keyword("library")[set_scope(Scope::library)];
    const auto first_scope =
        -(x3::eps[([&](auto& context) { _pass(context) = scope_ == Scope::totals; })] >> scope);
    const auto end = named("\"and\" or the end", x3::eoi);
    parse_expression(text_, 0,
                     first_scope > comparison > *(word("and") > first_scope > comparison) > end);
}

const Condition::Comparison& Condition::main_comparison() const {
    return *std::ranges::find(comparisons_, is_of_totals(), &Comparison::of_totals);
}

bool Condition::concerns(long double change) const {
    const Comparison& comparison = main_comparison();
    if (comparison.is_absolute)
        return change != 0;
    const bool asks_for_more = comparison.compare(1, 0);
    return asks_for_more ? change > 0 : change < 0;
}

std::vector<std::string> Condition::events_of(Scope scope) const {
    std::vector<std::string> events;
    for (const Comparison& comparison : comparisons_)
        if (comparison.of_totals ? scope == Scope::totals : scope == scope_)
            events.push_back(comparison.event);
    return events;
}

std::vector<long double> Condition::percentages() const {
    std::vector<long double> values;
    for (const Comparison& c : comparisons_)
        if (c.is_percentage)
            values.push_back(c.value);
    return values;
}

void Condition::check_events(const EventSet& events) const {
    for (const Comparison& comparison : comparisons_)
        if (!meant_event(events, comparison.event))
            throw UsageError(in_quotes(text_) + ": " + no_such_event(events, comparison.event));
}

bool Condition::Comparison::holds(EventChange change) const {
    long double changed = is_absolute ? std::abs(change.difference) : change.difference;
    long double limit = value;
    if (is_percentage) {
        // Compares changed / base * 100 with the number, without a division by 0.
        const long double base = std::abs(change.base);
        if (base != 0 || changed != 0) { // else 0 %
            changed *= 100;
            limit *= base;
        }
    }
    return compare(changed, limit);
}

bool Condition::all_hold(bool of_totals, const ChangeOf& change_of) const {
    return std::ranges::all_of(comparisons_, [&](const Comparison& comparison) {
        return comparison.of_totals != of_totals || comparison.holds(change_of(comparison.event));
    });
}

namespace {

Condition::ChangeOf changes_of(const EventSet& events, std::span<const Count> difference,
                               std::span<const Count> base) {
    return [&events, difference, base](const std::string& event) {
        const std::size_t column = meant_event(events, event).value();
        return Condition::EventChange{static_cast<long double>(difference[column]),
                                      static_cast<long double>(base[column])};
    };
}

} // namespace

bool Condition::holds(const EventSet& events, std::span<const Count> difference,
                      std::span<const Count> base) const {
    return all_hold(is_of_totals(), changes_of(events, difference, base));
}

bool Condition::totals_hold(const EventSet& events, std::span<const Count> difference,
                            std::span<const Count> base) const {
    return is_of_totals() || all_hold(true, changes_of(events, difference, base));
}

} // namespace cg
