// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/header.hpp"

#include "error/error.hpp"
#include "error/expansion.hpp"
#include "error/grammar.hpp"
#include "model/code_ranges.hpp"
#include "model/count.hpp"
#include "model/incomplete.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>
#include <unordered_set>
#include <utility>
#include <variant>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;

constexpr std::string_view blanks = " \t\r\v\f"; // between words

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

// A term of a formula, with the column of its event.
struct Product {
    Count factor;
    std::size_t column;
};
using Sums = std::vector<std::vector<Product>>; // one for each formula

// Computes the last columns of a row, whose first ones are `own`.
void compute(std::span<Count> row, std::span<const Count> own, const Sums& sums) {
    std::ranges::copy(own, row.begin());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        Count sum = 0;
        for (const Product& term : sums[i])
            sum = checked_add(sum, checked_multiply(term.factor, row[term.column]));
        row[own.size() + i] = sum;
    }
}

} // namespace

std::vector<EventFormulas::Term> EventFormulas::parse_terms(std::string_view text) {
    std::vector<Term> terms;
    const auto add_term = [&](Count sign) {
        return x3::eps[([&terms, sign](auto&) { terms.push_back({sign, {}}); })];
    };
    const auto set_factor = [&](auto& context) { terms.back().factor *= _attr(context); };
    const auto set_event = [&](auto& context) {
        terms.back().event = {_attr(context).begin(), _attr(context).end()};
    };
    const auto number =
        named("a factor of at most 64 bits", x3::lexeme[x3::int_parser<Count>()[set_factor]]);
    const auto event =
        named("an event", x3::lexeme[!ascii_digit >> x3::raw[+~x3::char_(" \t+*-")][set_event]]);
    const auto term =
        named("an event or a factor", (&ascii_digit > number > -x3::lit('*') > event) | event);
    const auto plus = '+' >> add_term(1);
    const auto minus = '-' >> add_term(-1);
    const auto formula = (plus | minus | add_term(1)) > term > *((plus | minus) > term) >
                         named("\"+\" or \"-\"", x3::eoi);

    const char* at = text.data();
    const char* const end = at + text.size();
    try {
        x3::phrase_parse(at, end, formula, x3::char_(" \t"));
    } catch (const x3::expectation_failure<const char*>& failure) {
        at = std::find_if_not(failure.where(), end, [](char c) { return c == ' ' || c == '\t'; });
        throw ParseError{at, "expected " + failure.which() + ", not " +
                                 (at == end ? "the end of the formula" : word_at(at, end))};
    }
    return terms;
}

void EventFormulas::pass_over(const ParseError& error) const {
    oddities_.note(
        Oddity::formula, error.position, [&] { return std::string(error.what()); },
        [] { return std::string("the formula is passed over"); });
}

void EventFormulas::add(std::string_view text) {
    try {
        parse(text);
    } catch (const ParseError& error) {
        pass_over(error);
    }
}

void EventFormulas::parse(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view definition = trimmed(text.substr(0, colon));
    const std::size_t equals = definition.find('=');
    const std::string_view name = trimmed(definition.substr(0, equals));
    if (name.empty() || name.find_first_of(" \t\r\v\f") != name.npos)
        throw ParseError{text.data(), "expected the name of an event, as in \"event: NAME = A + "
                                      "10 B : Long name\""};
    if (equals == definition.npos)
        return;
    Formula added{name, parse_terms(definition.substr(equals + 1))};
    const auto known = std::ranges::find(formulas_, name, &Formula::name);
    if (known == formulas_.end())
        formulas_.push_back(std::move(added)); // else of a part before
    else if (known->terms != added.terms)
        throw ParseError{name.data(), "the formula of " + text_for(EscapingContext::message, name) +
                                          " differs from the one before"};
}

Profile EventFormulas::apply(Profile profile, const TableLimit& limit) const {
    if (formulas_.empty())
        return profile;
    std::vector<std::string> names = profile.header.events.names();
    Sums sums;
    for (const Formula& formula : formulas_) {
        if (std::ranges::find(names, formula.name) != names.end()) {
            pass_over({formula.name.data(), "the event " +
                                                text_for(EscapingContext::message, formula.name) +
                                                " has counts and a formula"});
            continue;
        }
        std::vector<Product>& sum = sums.emplace_back();
        for (const Term& term : formula.terms) {
            const auto found = std::ranges::find(names, term.event);
            if (found == names.end())
                oddities_.note(
                    Oddity::formula, term.event.data(),
                    [&] {
                        return "the formula of " +
                               text_for(EscapingContext::message, formula.name) +
                               " needs the event " +
                               text_for(EscapingContext::message, term.event) +
                               ", which the profile does not have";
                    },
                    [] { return std::string("it counts as 0"); });
            else
                sum.push_back({term.factor, static_cast<std::size_t>(found - names.begin())});
        }
        names.emplace_back(formula.name);
    }
    if (sums.empty())
        return profile;

    const std::size_t events = names.size();
    std::size_t rows = profile.costs.row_count();
    if (profile.calls)
        rows += profile.calls->tree() ? profile.calls->tree()->size()
                                      : std::get<CallArcs>(profile.calls->tree_or_arcs).size();
    if (profile.calls && profile.calls->lines_of_calls)
        rows += profile.calls->lines_of_calls->size();
    if (profile.addresses)
        rows += profile.addresses->ranges.size();
    limit.check(rows, events);
    profile.header.events = EventSet(std::move(names));
    const std::vector<Count> own_summary =
        std::exchange(profile.summary, std::vector<Count>(events));
    compute(profile.summary, own_summary, sums);

    const auto add_sums = [&](auto& table) {
        table = table.with_events(events, [&](std::span<Count> row, std::span<const Count> own) {
            compute(row, own, sums);
        });
    };
    add_sums(profile.costs);
    if (profile.addresses)
        add_sums(profile.addresses->ranges);
    if (profile.calls) {
        add_sums(profile.calls->lines);
        std::visit(add_sums, profile.calls->tree_or_arcs);
        if (profile.calls->lines_of_calls)
            add_sums(*profile.calls->lines_of_calls);
    }
    return profile;
}

void CallgrindHeader::check_version(std::string_view text) const {
    const std::string_view version = trimmed(text);
    unsigned number = 0;
    const auto [next, error] =
        std::from_chars(version.data(), version.data() + version.size(), number);
    const bool is_number =
        error == std::errc() && (next == version.data() + version.size() || *next == '.');
    if (!is_number || number > 1)
        oddities_.note(
            Oddity::version, text.data(),
            [&] { return "expected version 1 of Callgrind's format, not " + in_quotes(version); },
            [] { return std::string("it is read as version 1"); });
}

void CallgrindHeader::set_creator(std::string_view text) {
    const std::string_view name = trimmed(text);
    if (name.starts_with("cachegrind ") || name.starts_with("cgtools "))
        oddities_.be_strict();
    must_have_totals_ |= is_ours() || name.starts_with("callgrind-");
}

// Drops caches without a geometry, which callgrind writes if it does not simulate caches.
void CallgrindHeader::add_desc(std::string_view text) {
    const std::string_view desc = trimmed(text);
    if (desc.ends_with(" cache:"))
        return;
    if (desc.starts_with(trigger_key))
        lines_.trigger = trimmed(desc.substr(trigger_key.size()));
    lines_.desc.emplace_back(desc);
}

void CallgrindHeader::set_cmd(std::string_view text) {
    lines_.cmd = trimmed(text);
}

void CallgrindHeader::set_part(std::string_view text) {
    lines_.number = number_of<std::uint64_t>(trimmed(text));
}

void CallgrindHeader::set_thread(std::string_view text) {
    lines_.thread = number_of<std::uint64_t>(trimmed(text));
}

FilePart CallgrindHeader::begin_part(std::string_view events) {
    of_part_ = std::exchange(lines_, {});
    if (parts_ == 0) {
        of_file_ = of_part_;
        std::erase_if(of_file_.desc, [](const std::string& desc) {
            return desc.starts_with(trigger_key) || desc.starts_with("Timerange:");
        });
    }
    const std::size_t index = parts_++;
    return {index, of_part_.number.value_or(parts_), of_part_.thread, of_part_.trigger,
            events.data()};
}

// Later parts than the first of a profile only say whether counts are missing.
void CallgrindHeader::add_incomplete_line(const PartLines& lines) {
    for (const std::string& desc : lines.desc)
        if (desc.starts_with(incomplete_key) && incomplete_line(header_) == nullptr)
            header_.desc.push_back(desc);
}

// The first part gives the header to a profile.
void CallgrindHeader::add_part_lines() {
    if (!is_first_part_)
        return add_incomplete_line(of_part_);
    header_.cmd = of_part_.cmd.value_or(of_file_.cmd.value_or(""));
    if (parts_ > 1)
        header_.desc = of_file_.desc;
    const std::vector<std::string>& known = of_file_.desc;
    for (const std::string& desc : of_part_.desc)
        if (parts_ == 1 || std::ranges::find(known, desc) == known.end())
            header_.desc.push_back(desc);
    is_first_part_ = false;
}

// The lines after the last part of the file belong to it.
Header CallgrindHeader::take() {
    add_incomplete_line(lines_);
    is_first_part_ = true;
    return std::exchange(header_, {});
}

void CallgrindHeader::set_positions(std::string_view names, CostLineParser& lines) const {
    constexpr std::string_view known[] = {"instr", "bb", "line"};
    std::vector<std::string_view> positions;
    const auto* next = std::begin(known);
    const auto expected = [] { return std::string("expected instr, bb and line, in this order"); };
    for (const std::string_view name : words_of(names, blanks)) {
        const auto* const found = std::ranges::find(known, name);
        const bool is_twice =
            found != std::end(known) && std::ranges::find(positions, name) != positions.end();
        const auto message = [&] { return expected() + ", not " + in_quotes(name); };
        if (found == std::end(known) || is_twice)
            oddities_.note(Oddity::position_key, name.data(), message,
                           [] { return std::string("it is passed over"); });
        else if (found < next)
            oddities_.note(Oddity::position_key, name.data(), message, [] {
                return std::string("the numbers of lines are taken for those in this order");
            });
        else
            next = found;
        if (!is_twice)
            positions.push_back(name);
    }
    if (positions.empty())
        oddities_.note(
            Oddity::position_key, names.data(),
            [] { return std::string("expected instr, bb or line"); },
            [] { return std::string("lines begin with counts"); });
    lines.set_positions(positions);
}

CallgrindHeader::PartEvents CallgrindHeader::set_events(std::string_view text) {
    const std::vector<std::string_view> names = words_of(text, blanks);
    if (names.empty())
        throw ParseError{text.data(), "expected the name of an event"};
    std::unordered_set<std::string_view> known;
    for (const std::string_view name : names)
        if (!known.insert(name).second)
            oddities_.note(
                Oddity::event_twice, name.data(),
                [&] {
                    return "the event " + text_for(EscapingContext::message, name) +
                           " is named twice";
                },
                [] { return std::string("both columns are added"); });
    if (header_.events.names().empty())
        expect_events(all_events({&text, 1}));
    PartEvents part{names, {}};
    for (const std::string_view name : names)
        if (const auto column = header_.events.column(name))
            part.columns.push_back(*column);
    const bool is_same =
        std::ranges::equal(part.columns, std::views::iota(std::size_t{0}, header_.events.size()));
    if (is_ours() && !is_same)
        throw ParseError{text.data(), "the events differ from those of the part before"};
    if (is_same)
        part.columns.clear();
    add_part_lines();
    return part;
}

bool CallgrindHeader::has_columns_for(std::string_view events) const {
    return is_ours() || header_.events.names().empty() ||
           std::ranges::all_of(words_of(events, blanks), [&](std::string_view name) {
               return header_.events.column(name).has_value();
           });
}

EventSet all_events(std::span<const std::string_view> lines) {
    std::vector<std::string> names;
    std::unordered_set<std::string_view> known;
    for (const std::string_view line : lines)
        for (const std::string_view name : words_of(line, blanks))
            if (known.insert(name).second)
                names.emplace_back(name);
    return EventSet(std::move(names));
}

} // namespace cg
