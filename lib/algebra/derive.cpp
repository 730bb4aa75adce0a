// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/derive.hpp"

#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "error/grammar.hpp"
#include "model/calls.hpp"
#include "model/count.hpp"
#include "model/event_set.hpp"
#include "model/function_lines_builder.hpp"
#include "model/known_event.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <ranges>
#include <string>
#include <utility>

namespace cg {
namespace {

constexpr std::string_view line_suffix = ".line";

// The bytes that were loaded are the misses times the line size. AcCost is the sum of 1000 / uses
// over the lines that left, so 1000 * lines / AcCost is the harmonic mean of the uses.
constexpr std::array presets = {
    // Rust's benchmarking crates: a reference that hits L1 costs 1, LL 5 and memory 35.
    EventPreset{"cycles", "Cycles=Ir+Dr+Dw+4*(I1mr+D1mr+D1mw)+30*(ILmr+DLmr+DLmw)"},
    EventPreset{"unused1", "Unused1=100*SpLoss1/(I1.line*I1mr+D1.line*(D1mr+D1mw))"},
    EventPreset{"uses1", "Uses1=100000*(I1mr+D1mr+D1mw)/AcCost1", true},
    EventPreset{"unusedLL", "UnusedLL=100*SpLoss2/(LL.line*(ILmr+DLmr+DLmw))"},
    EventPreset{"usesLL", "UsesLL=100000*(ILmr+DLmr+DLmw)/AcCost2", true},
};

} // namespace

std::span<const EventPreset> event_presets() {
    return presets;
}

bool is_line_size(std::string_view name) {
    return name == "I1.line" || name == "D1.line" || name == "LL.line";
}

std::optional<Count> line_size(const Header& header, std::string_view name) {
    if (!is_line_size(name))
        return std::nullopt;
    name.remove_suffix(line_suffix.size());
    // "D1 cache:         32768 B, 64 B, 8-way associative"
    const std::string begin = std::string(name) + " cache:";
    for (const std::string_view text : header.desc) {
        const std::size_t comma = text.find(" B, ");
        if (!text.starts_with(begin) || comma == text.npos)
            continue;
        Count size = 0;
        const std::string_view rest = text.substr(comma + 4);
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
        const std::string_view unit = rest.substr(static_cast<std::size_t>(end - rest.data()));
        if (error == std::errc() && size > 0 && unit.starts_with(" B"))
            return size;
    }
    return std::nullopt;
}

namespace {

// ---- the grammar of derive.hpp ----------------------------------------------

namespace x3 = boost::spirit::x3;
using Step = Derivation::Step;

Count checked_divide(Count a, Count b) {
    if (b == 0)
        return 0;
    // The smallest count divided by -1 is the only quotient that does not fit.
    return b == -1 ? checked_subtract(0, a) : a / b;
}

// The actions write to it.
struct Output {
    std::vector<Step> steps{};
    std::size_t depth = 0; // of brackets and signs; each level needs some of the processor's stack
};
class OutputTag;
constexpr std::size_t max_depth = 1000;

Output& output(const auto& context) {
    return x3::get<OutputTag>(context).get();
}
// Adds an operation on the two values on the top of the stack.
auto apply(Step::Operation operation) {
    return [operation](auto& context) {
        output(context).steps.push_back({.kind = Step::Kind::operation, .operation = operation});
    };
}
constexpr auto add_event = [](auto& context) {
    const auto& name = _attr(context);
    output(context).steps.push_back(
        {.kind = Step::Kind::event, .event = {name.begin(), name.end()}});
};
constexpr auto add_number = [](auto& context) {
    output(context).steps.push_back({.kind = Step::Kind::number, .number = _attr(context)});
};
constexpr auto add_zero = [](auto& context) {
    output(context).steps.push_back({.kind = Step::Kind::number, .number = 0});
};
constexpr auto enter = [](auto& context) { _pass(context) = ++output(context).depth <= max_depth; };
constexpr auto leave = [](auto& context) { --output(context).depth; };

const x3::rule<class Sum> sum = "a sum";
const x3::rule<class Product> product = "a product";
const x3::rule<class Factor> factor = "a factor";

const auto of_name = x3::char_("0-9a-zA-Z_.@:");
const auto event = x3::lexeme[x3::raw[+of_name][add_event]];
const auto integer = named("a whole number of at most 64 bits",
                           x3::lexeme[x3::int_parser<Count>()[add_number] >> !of_name]);
const auto closing = named("')'", x3::lit(')'));
const auto fewer_brackets = named("fewer brackets", x3::eps[enter]);
const auto operand = named("an event, a number or '('",
                           ('-' > x3::eps[add_zero] > factor > x3::eps[apply(checked_subtract)]) |
                               ('(' > sum > closing) | (&ascii_digit > integer) | event);

const auto factor_def = x3::eps > fewer_brackets > operand > x3::eps[leave];
const auto product_def = factor > *(('*' > factor > x3::eps[apply(checked_multiply)]) |
                                    ('/' > factor > x3::eps[apply(checked_divide)]));
const auto sum_def = product > *(('+' > product > x3::eps[apply(checked_add)]) |
                                 ('-' > product > x3::eps[apply(checked_subtract)]));
BOOST_SPIRIT_DEFINE(sum, product, factor)

// ---- values -----------------------------------------------------------------

// Returns true if each row of the profile is the sum of those by function.
bool add_up_to_rows(const Profile& profile) {
    const CalledFunctions& functions = profile.calls->functions;
    const Profile by_function{profile.header, functions.names(), by_line(profile.calls->lines),
                              std::vector<Count>(profile.summary.size())};
    Merge merge(unname(profile, unspecified_mark));
    merge.add(unname(negated(by_function), unspecified_mark));
    return is_zero(std::move(merge).finish().costs.counts());
}

// Returns true if the rows of each function add up to its own cost.
bool add_up_to_own_costs(const Calls& calls) {
    const std::size_t functions = calls.functions.size();
    const CountRows own = own_costs(calls.lines, functions);
    if (calls.tree())
        return own == own_costs(*calls.tree(), functions);
    const auto& arcs = std::get<CallArcs>(calls.tree_or_arcs);
    return std::ranges::all_of(
        std::views::iota(FunctionId{0}, FunctionId(functions)),
        [&](FunctionId f) { return std::ranges::equal(arcs.own(f), own[f]); });
}

// Computes the new events, which follow the others, in a row of counts.
using DeriveRow = std::function<void(std::span<Count>)>;

void derive_in_ranges(CodeRanges& ranges, std::size_t first_new, const DeriveRow& derive) {
    std::vector<Count> each; // of a range's instructions
    for (const auto& [range, counts] : ranges.ranges.rows()) {
        const auto instructions = static_cast<Count>(range.instructions);
        each.assign(counts.begin(), counts.end());
        for (Count& count : each)
            count /= instructions;
        derive(each);
        for (std::size_t i = first_new; i < each.size(); ++i)
            counts[i] = checked_multiply(each[i], instructions);
    }
}

// Returns true if the value of a sum is the sum of the values: no events are multiplied, or divided
// by.
bool is_sum_of_events(std::span<const Derivation::Step> steps) {
    std::vector<bool> has_event;
    for (const Derivation::Step& step : steps) {
        if (step.kind != Derivation::Step::Kind::operation) {
            has_event.push_back(step.kind == Derivation::Step::Kind::event);
            continue;
        }
        const bool right = has_event.back();
        has_event.pop_back();
        if (right && (step.operation == checked_divide ||
                      (step.operation == checked_multiply && has_event.back())))
            return false;
        has_event.back() = has_event.back() || right;
    }
    return true;
}

// Drops the calls if their new events do not add up. Those of a profile by inclusive cost have no
// costs: they only tell which rows are of one function.
void derive_in_calls(Profile& profile, const DeriveRow& derive) {
    std::vector<Count> total(profile.summary.size());
    const auto derive_own = [&](std::span<Count> counts) {
        derive(counts);
        add_to(total, counts);
    };
    const auto derive_in_arcs = [&](CallArcs& arcs, const auto& derive_in_own) {
        for (std::size_t i = 0; i < arcs.size(); ++i)
            derive(arcs.counts(i));
        for (FunctionId f = 0; f < profile.calls->functions.size(); ++f)
            derive_in_own(arcs.own(f));
    };
    if (auto* const tree = std::get_if<CallTree>(&profile.calls->tree_or_arcs))
        for (CallTree::Node node = 0; node < tree->size(); ++node)
            derive_own(tree->counts(node));
    else
        derive_in_arcs(std::get<CallArcs>(profile.calls->tree_or_arcs), derive_own);
    if (std::optional<CallArcs>& at_lines = profile.calls->lines_of_calls) {
        derive_in_arcs(*at_lines, derive);
        const CallArcs of_tree = arcs_of(*profile.calls->tree(), profile.calls->functions);
        if (at_lines->own() != of_tree.own() ||
            other_sum(of_tree, *at_lines, profile.calls->functions))
            at_lines.reset();
    }
    FunctionLines& lines = profile.calls->lines;
    for (const std::size_t row : IndexRange(0, lines.row_count()))
        derive(lines.counts(row));
    const bool has_costs = std::ranges::none_of(
        profile.header.events.names(), [](const std::string& name) { return is_inclusive(name); });
    // Only sums of events add up.
    if ((has_costs && (total != profile.summary || !add_up_to_own_costs(*profile.calls))) ||
        !add_up_to_rows(profile))
        profile.calls.reset();
}

// Returns how the tool counts the events that the profile does not have, or "" if the named one is
// not counted by an option.
std::string remedy(std::span<const Derivation::Step> steps, const EventSet& events,
                   const std::string& named) {
    if (command_to_count({named}).empty())
        return "";
    std::vector<std::string> missing;
    for (const Derivation::Step& step : steps)
        if (step.kind == Derivation::Step::Kind::event && !meant_event(events, step.event))
            missing.push_back(step.event);
    const std::string command = command_to_count(missing);
    return command.empty() ? "" : "; " + command + " counts what is missing";
}

std::string preset_meant(const std::string& text) {
    std::vector<std::string> names;
    for (const EventPreset& preset : event_presets())
        names.emplace_back(preset.name);
    return did_you_mean(text, names);
}

} // namespace

Derivation::Derivation(const std::string& text, std::string note)
    : text_(text), note_(std::move(note)) {
    const auto presets = event_presets();
    const auto preset = std::ranges::find_if(
        presets, [&](const EventPreset& p) { return equal_ignoring_case(p.name, text); });
    if (preset != presets.end()) {
        text_ = preset->formula;
        in_hundredths_ = preset->in_hundredths;
    }
    const std::size_t equals = text_.find('=');
    event_ = text_.substr(0, equals);
    const auto is_name = [](const std::string& name) {
        return x3::parse(name.begin(), name.end(), +of_name >> x3::eoi);
    };
    if (equals == text_.npos || !is_name(event_))
        throw UsageError(in_quotes(text_) + preset_meant(text_) +
                         ": expected NAME=EXPRESSION, cycles, unused1, uses1, unusedLL or usesLL");
    Output output;
    const auto end = named("an operator", x3::eoi);
    parse_expression(text_, equals + 1, x3::with<OutputTag>(std::ref(output))[sum > end]);
    steps_ = std::move(output.steps);
}

std::vector<std::size_t> Derivation::columns(const EventSet& events,
                                             const std::string& suffix) const {
    std::vector<std::size_t> columns;
    for (const Step& step : steps_) {
        if (step.kind != Step::Kind::event)
            continue;
        const auto column = events.column(step.event + suffix);
        if (!column && is_line_size(step.event))
            throw UsageError(in_quotes(text_) +
                             ": the profile's desc: lines do not say the size of a line of " +
                             step.event.substr(0, step.event.find('.')));
        if (!column)
            throw UsageError(in_quotes(text_) + ": " + no_such_event(events, step.event + suffix) +
                             remedy(steps_, events, step.event));
        columns.push_back(*column);
    }
    return columns;
}

namespace {

// Sets `left` to the result of the operation without rounding.
void apply_exactly(Derivation::Step::Operation operation, long double& left, long double right) {
    if (operation == checked_divide)
        left = right == 0 ? 0 : left / right;
    else if (operation == checked_multiply)
        left *= right;
    else if (operation == checked_add)
        left += right;
    else
        left -= right;
}

} // namespace

template <typename Number>
Number Derivation::value(std::span<const Count> counts,
                         const std::vector<std::size_t>& columns) const {
    std::vector<Number> stack;
    auto column = columns.begin();
    for (const Step& step : steps_) {
        if (step.kind == Step::Kind::number) {
            stack.push_back(static_cast<Number>(step.number));
        } else if (step.kind == Step::Kind::event) {
            stack.push_back(static_cast<Number>(counts[*column++]));
        } else {
            const Number right = stack.back();
            stack.pop_back();
            if constexpr (std::is_same_v<Number, Count>)
                stack.back() = step.operation(stack.back(), right);
            else
                apply_exactly(step.operation, stack.back(), right);
        }
    }
    return stack.back();
}

bool Derivation::has_quotient() const {
    return std::ranges::adjacent_find(steps_, [](const Step& divisor, const Step& step) {
               return step.operation == checked_divide && divisor.kind != Step::Kind::number;
           }) != steps_.end();
}

bool Derivation::uses(const std::string& event) const {
    return std::ranges::any_of(steps_, [&](const Step& step) {
        return step.kind == Step::Kind::event && equal_ignoring_case(step.event, event);
    });
}

bool Derivation::has_its_events(const Header& header) const {
    return std::ranges::all_of(steps_, [&](const Step& step) {
        return step.kind != Step::Kind::event || meant_event(header.events, step.event) ||
               line_size(header, step.event);
    });
}

bool Derivation::uses_word_of_gates(const EventSet& events) const {
    constexpr std::string_view words[] = {calls_event, blocks_event, bytes_event, live_event};
    return std::ranges::any_of(words, [&](std::string_view word) {
        return uses(std::string(word)) && !meant_event(events, word);
    });
}

Derivation Derivation::for_profile(const Header& header) const {
    Derivation result = *this;
    for (Step& step : result.steps_) {
        if (step.kind != Step::Kind::event)
            continue;
        if (const auto column = meant_event(header.events, step.event))
            step.event = header.events[*column];
        else if (const auto size = line_size(header, step.event))
            step = {.kind = Step::Kind::number, .number = *size};
    }
    return result;
}

Derivation::Function Derivation::function(const Header& header) const {
    const Derivation derivation = for_profile(header);
    return [derivation, columns = derivation.columns(header.events, "")](
               std::span<const Count> counts) { return derivation.value<Count>(counts, columns); };
}

Derivation::ExactFunction Derivation::exact_function(const Header& header) const {
    Derivation derivation = for_profile(header);
    std::vector<std::size_t> columns = derivation.columns(header.events, "");
    return [derivation = std::move(derivation),
            columns = std::move(columns)](std::span<const Count> counts) {
        return derivation.value<long double>(counts, columns);
    };
}

Profile Derivation::apply(const Profile& profile) const {
    return for_profile(profile.header).apply_events(profile);
}

Profile Derivation::apply_events(const Profile& profile) const {
    const EventSet& events = profile.header.events;
    if (events.column(event_))
        throw UsageError(in_quotes(text_) + ": the profile has an event " +
                         text_for(EscapingContext::message, event_) + " already");
    std::vector<std::vector<std::size_t>> sources = {columns(events, "")};
    std::vector<std::string> names = events.names();
    names.push_back(event_);
    const bool has_bases = std::ranges::all_of(steps_, [&](const Step& step) {
        return step.kind != Step::Kind::event || events.column(step.event + base_suffix);
    });
    if (has_bases && !sources.front().empty()) {
        sources.push_back(columns(events, base_suffix));
        names.push_back(event_ + base_suffix);
    }
    const auto derive = [&](std::span<Count> counts) {
        for (std::size_t i = 0; i < sources.size(); ++i)
            counts[events.size() + i] = value<Count>(counts, sources[i]);
    };
    Profile result = project(profile, EventSet(names));
    if (!note_.empty())
        result.header.desc.push_back(note_);
    for (std::size_t row = 0; row < result.costs.row_count(); ++row)
        derive(result.costs.counts(row));
    // Other totals stay: those of inclusive costs are not the sums of their rows.
    const std::vector<Count> sums = result.costs.total();
    for (std::size_t i = 0; i < sources.size(); ++i)
        result.summary[events.size() + i] =
            std::ranges::any_of(sources[i], [&](std::size_t c) { return is_inclusive(events[c]); })
                ? value<Count>(profile.summary, sources[i])
                : sums[events.size() + i];
    if (is_sum_of_events(steps_) && !profile.header.totals_of_run.empty()) {
        const std::vector<Count> run = totals_of_run(profile);
        for (std::size_t i = 0; i < sources.size(); ++i)
            if (std::ranges::any_of(sources[i], [&](std::size_t c) {
                    return profile.header.totals_of_run.contains(events[c]);
                }))
                result.header.totals_of_run[names[events.size() + i]] =
                    value<Count>(run, sources[i]);
    }
    if (result.addresses)
        derive_in_ranges(*result.addresses, events.size(), derive);
    if (result.calls)
        derive_in_calls(result, derive);
    return result;
}

Profile derived(Profile profile, std::span<const Derivation> derivations) {
    for (const Derivation& derivation : derivations)
        profile = derivation.apply(profile);
    return profile;
}

} // namespace cg
