// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/builder.hpp"

#include "callgrind/names.hpp"
#include "callgrind/odd_numbers.hpp"
#include "calls/arc_costs.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "lines/numbers.hpp"
#include "model/calls.hpp"
#include "model/containers.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>
#include <utility>

namespace cg {

CallgrindBuilder::CallgrindBuilder(const CallgrindOptions& options, CallgrindFile& file)
    : options_(options),
      oddities_(file.oddities),
      header_(file.header),
      lines_(file.lines),
      names_(file.names),
      has_cr_lf_(file.has_cr_lf),
      rows_of_file_(file.rows) {
}

void CallgrindBuilder::set_events(std::string_view names) {
    if (!has_totals_ && header_.must_have_totals())
        throw ParseError{names.data(), "the \"totals:\" line of the part before is missing"};
    close_function();
    if (parts_ > 0) {
        end_part();
        add_to_run();
        leave_place();
    }
    ++parts_;
    has_totals_ = false;
    auto [of_part, columns] = header_.set_events(names);
    columns_ = std::move(columns);
    part_counts_.resize(of_part.size());
    if (lines_by_function_)
        return;
    const std::size_t events = header_.events().size();
    lines_by_function_.emplace(events);
    arcs_.emplace(events);
    counts_.resize(events);
    own_.resize(events);
    part_.resize(events);
    total_.resize(events);
    run_.resize(events);
}

void CallgrindBuilder::add_to_run() {
    for (std::size_t i = 0; i < part_.size(); ++i)
        run_[i] += summary_.empty() || !summary_[i] ? part_[i] : WideCount(*summary_[i]);
    std::ranges::fill(part_, 0);
    summary_.clear();
}

// Each part begins without a place. Its numbers for names may be new, but callgrind's are not, so
// they are kept until they are defined anew.
void CallgrindBuilder::leave_place() {
    object_.reset();
    home_file_.reset();
    file_.reset();
    function_.reset();
    has_fl_ = false;
    called_ = {};
    last_called_.reset();
    note_pending();
    lines_.begin_part();
}

CallgrindBuilder::Sums CallgrindBuilder::parse_sums(std::string_view text) {
    Sums sums(header_.events().size());
    if (oddities_.is_strict()) {
        need_events(text.data());
        std::vector<Count> counts(sums.size());
        parse_cost_counts(text.data(), text.data() + text.size(), counts);
        std::ranges::copy(counts, sums.begin());
        return sums;
    }
    if (!lines_by_function_) {
        oddities_.note(
            Oddity::early_summary, text.data(),
            [] { return std::string("expected the \"events:\" line before it"); },
            [] { return std::string("the sums are passed over"); });
        return sums;
    }
    const std::vector<std::string_view> words = words_of(text, " \t\r");
    for (std::size_t i = 0; i < part_counts_.size(); ++i) {
        std::optional<Count>& sum = sums[columns_.empty() ? i : columns_[i]];
        if (i >= words.size()) { // callgrind leaves out zeros
            sum = sum || !header_.must_have_totals() ? sum : std::optional<Count>(0);
            continue;
        }
        const auto quoted = [&] { return in_quotes(words[i]); };
        const auto number = odd_number(words[i]);
        if (number && (number->is_too_large || number->magnitude >> 63 != 0))
            oddities_.note(
                Oddity::wrapped_summary, words[i].data(),
                [&] { return "a count " + quoted() + " is too large"; },
                [] { return std::string("the sum of the counts is taken"); });
        else if (!number)
            oddities_.note(
                Oddity::sum, words[i].data(), [] { return std::string("expected a count"); },
                [&] { return quoted() + " is passed over"; });
        else
            sum = checked_add(sum.value_or(0), number->sign == '-'
                                                   ? -static_cast<Count>(number->magnitude)
                                                   : static_cast<Count>(number->magnitude));
    }
    if (words.size() > part_counts_.size())
        oddities_.note(
            Oddity::sum, words[part_counts_.size()].data(),
            [&] { return "more counts than events (" + std::to_string(part_counts_.size()) + ")"; },
            [] { return std::string("the rest of the sums is passed over"); });
    return sums;
}

// The summary is the cost of the complete run, which is more than the sum of the lines if only a
// part of the run was collected.
void CallgrindBuilder::add_summary(std::string_view counts) {
    summary_ = parse_sums(counts);
}

void CallgrindBuilder::check_totals(std::string_view counts) {
    const Sums sums = parse_sums(counts);
    settle_own();
    has_totals_ = true;
    for (std::size_t i = 0; i < sums.size() && options_.is_complete; ++i) {
        if (!sums[i] || i >= part_.size() || *sums[i] == part_[i])
            continue;
        const auto message = [&] {
            return "the totals say " + std::to_string(*sums[i]) + " " +
                   text_for(EscapingContext::message, header_.events()[i]) +
                   ", but the counts add up to " + std::to_string(narrowed(part_[i]));
        };
        if (header_.must_have_totals())
            throw ParseError{counts.data(), message()};
        return oddities_.note_harmless(Oddity::wrong_totals, counts.data(), message);
    }
}

void CallgrindBuilder::need_events(const char* at) const {
    if (!lines_by_function_)
        throw ParseError{at, "expected the \"events:\" line before it"};
}

// ---- places -----------------------------------------------------------------

NameId CallgrindBuilder::unknown() {
    if (!unknown_)
        unknown_ = names_.intern(unknown_name);
    return *unknown_;
}

// Elsewhere ob= ends the function; in our files, fl= does.
void CallgrindBuilder::set_object(std::string_view ref) {
    close_function();
    object_ = names_.object(ref);
    if (!is_ours())
        function_.reset();
}

void CallgrindBuilder::start_file(std::string_view ref) {
    if (is_ours() || !function_) {
        close_function();
        function_.reset();
    } else {
        keep_place();
    }
    home_file_ = file_ = names_.file(ref);
    has_fl_ = true;
    is_entered_ = false;
}

// The current function has rows or calls.
void CallgrindBuilder::fill() {
    is_empty_ = false;
    if (definition_)
        definition_->is_only_defined = false;
}

// The own file of the current function does not change.
void CallgrindBuilder::keep_place() {
    if (is_open_ && (!is_only_defined() || !is_empty_))
        caller();
}

// Some writers have fi= where others have fl=.
void CallgrindBuilder::change_file(std::string_view ref) {
    if (!has_fl_)
        keep_place();
    file_ = names_.file(ref);
    if (!has_fl_)
        home_file_ = file_;
    is_entered_ = false;
}

void CallgrindBuilder::set_function(std::string_view ref) {
    close_function();
    flat_name_.reset();
    const FunctionRef named = names_.function(ref);
    function_ = named.name;
    file_ = home_file_;
    is_open_ = true;
    definition_ = named.definition;
    if (!definition_)
        return;
    // A number is one function in a part. Elsewhere it may belong to none, but not in our files.
    const bool is_placed_here = !definition_->place || definition_->is_only_defined ||
                                (named.defines && (is_ours() || definition_->part != parts_));
    if (is_placed_here)
        definition_->set_place({object_.value_or(unknown()), home_file_.value_or(unknown())},
                               parts_);
    definition_->is_only_defined = is_placed_here && named.defines && !is_ours();
}

void CallgrindBuilder::enter() {
    if (!file_)
        home_file_ = file_ = unknown();
    // Callgrind has this name for a function that it does not know, and writes it: both are one.
    const NameId name = flat_name_ ? *flat_name_ : function_ ? *function_ : unknown();
    lines_by_function_->enter(caller(), *file_, name);
    if (code_)
        code_->current.reset();
    if (options_.keep_addresses && lines_.has_addresses())
        enter_code(name);
    is_entered_ = true;
}

void CallgrindBuilder::enter_code(NameId name) {
    if (!code_)
        code_.emplace(CodeRangesBuilder(header_.events().size()));
    // An address means nothing without a file that it is of.
    if (!object_ || names_.name(*object_) == unknown_name)
        return;
    CodeRangesBuilder& ranges = code_->ranges;
    const std::uint32_t object =
        ranges.add_object({"", std::string(names_.name(*object_)), /*is_any_build=*/true});
    // The size of an instruction is not in the file.
    code_->current = CodeRange{
        object, 0, 0, 1, ranges.intern(names_.name(*file_)), ranges.intern(names_.name(name)), 0};
}

void CallgrindBuilder::set_flat_name(std::string_view text) {
    is_entered_ = false;
    flat_name_.reset();
    if (!text.empty())
        flat_name_ = names_.intern(text.substr(1));
}

void CallgrindBuilder::set_calls(std::string_view text) {
    Count calls = 0;
    const char* const end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, calls);
    if (error != std::errc() || next != end)
        throw ParseError{text.data(), "expected a number of calls"};
    exact_calls_ = calls;
}

FunctionId CallgrindBuilder::caller() {
    if (!caller_) {
        const NameId other = unknown();
        FunctionDefinition::ObjectAndFile place{object_.value_or(other),
                                                home_file_.value_or(other)};
        if (definition_ && definition_->place)
            place = *definition_->place;
        caller_ = functions_.insert(place.object, place.file, function_.value_or(other));
        if (is_root())
            roots_.push_back({*caller_, root_named(names_.name(*function_)), definition_->root_at});
    }
    return *caller_;
}

std::pair<FunctionId, FunctionId> CallgrindBuilder::two_functions(std::string_view numbers) {
    const char* at = numbers.data();
    const char* const end = at + numbers.size();
    const auto next = [&] {
        const char* const begin = at;
        std::uint64_t number = 0;
        at = parse_unsigned(at, end, number, "the number of a function");
        const FunctionDefinition& function = names_.function(begin, number);
        if (!function.place || function.root_at)
            throw ParseError{begin, "expected the number of a function that has a block"};
        return functions_.insert(function.place->object, function.place->file, function.name);
    };
    const FunctionId first = next();
    const FunctionId second = next();
    if (at != end)
        throw ParseError{at, "expected the end of the line"};
    return {first, second};
}

// Returns the object and file of the function that the next call line calls.
FunctionDefinition::ObjectAndFile CallgrindBuilder::place_of_called() {
    const NameId other = unknown();
    FunctionDefinition::ObjectAndFile place{object_.value_or(other), file_.value_or(other)};
    const bool defines = called_.function->defines;
    FunctionDefinition* const definition = called_.function->definition;
    const bool has_place =
        definition && definition->place && !is_ours() && (!defines || definition->part == parts_);
    if (has_place)
        place = *definition->place;
    if (!has_place || definition->is_only_defined || definition->part != parts_) {
        place.object = called_.object.value_or(place.object);
        place.file = called_.file.value_or(place.file);
    }
    if (definition &&
        (!definition->place || definition->is_only_defined || (defines && !has_place)))
        definition->set_place(place, parts_);
    if (definition)
        definition->is_only_defined = false;
    return place;
}

// Returns what the next call line calls: others name it once for several calls.
CallgrindBuilder::Callee CallgrindBuilder::take_called() {
    if (called_.function) {
        const auto [object, file] = place_of_called();
        last_called_ = {object, file, called_.function->name};
    }
    called_ = {};
    return *last_called_;
}

void CallgrindBuilder::add_own(FunctionId function) {
    arcs_->set_functions(functions_.size());
    const auto own = arcs_->own(function);
    if (parts_ > 1) {
        std::vector<Count>& counts = part_own_.emplace_back(function, own_.size()).second;
        std::ranges::transform(own_, counts.begin(), narrowed);
    }
    for (std::size_t i = 0; i < own_.size(); ++i) {
        part_[i] += own_[i];
        total_[i] += own_[i];
        own[i] = narrowed(own[i] + std::exchange(own_[i], 0));
    }
}

void CallgrindBuilder::settle_own() {
    if (std::ranges::any_of(own_, [](WideCount count) { return count != 0; }))
        add_own(caller());
}

// Adds up the cost of the current function, which exists even if that is 0: otherwise a profile
// that was written would be read as one with fewer functions. But in a table of names it is only
// defined.
void CallgrindBuilder::close_function() {
    if (is_open_ && is_empty_ && is_only_defined()) {
        only_defined_.push_back(definition_);
    } else if (is_open_) {
        if (definition_)
            definition_->is_only_defined = false;
        caller();
        settle_own();
    }
    is_open_ = false;
    is_empty_ = true;
    definition_ = nullptr;
    caller_.reset();
    is_entered_ = false;
}

void CallgrindBuilder::add_uncalled(FunctionId function, std::span<const Count> counts) {
    if (called_in_part_[function] == parts_)
        return;
    std::vector<Count>& sum = uncalled_[function];
    sum.resize(counts.size());
    add_to(sum, counts);
}

// Notes the cost of functions that no other called in this part, but perhaps in another one.
void CallgrindBuilder::end_part() {
    arcs_->set_functions(functions_.size());
    called_in_part_.resize(functions_.size());
    const auto of_part = arcs_->rows() | std::views::drop(part_arcs_);
    for (const auto& [arc, calls, counts] : of_part)
        if (arc.caller != arc.callee)
            called_in_part_[arc.callee] = parts_;
    for (const auto& [arc, calls, counts] : of_part)
        if (arc.caller != arc.callee)
            add_uncalled(arc.caller, counts);
    if (parts_ == 1)
        for (FunctionId f = 0; f < functions_.size(); ++f)
            add_uncalled(f, arcs_->own(f));
    for (const auto& [function, own] : part_own_)
        add_uncalled(function, own);
    part_own_.clear();
    part_arcs_ = arcs_->size();
}

// ---- body -------------------------------------------------------------------

std::size_t CallgrindBuilder::row_count() const {
    return rows_ + arcs_->size() + (trees_ ? trees_->node_count() : 0) + (code_ ? code_->count : 0);
}

// Limits the memory that counts need: a short line has a count for each of perhaps many events.
void CallgrindBuilder::check_room() {
    const std::size_t rows = rows_of_file_ + row_count();
    if (rows < next_check_)
        return;
    next_check_ = rows + std::max<std::size_t>(1, 100'000'000 / header_.events().size() / 8);
    options_.limit.check(rows, header_.events().size());
}

const char* CallgrindBuilder::parse_counts(const char* at, const char* end,
                                           std::span<Count> counts) {
    if (columns_.empty())
        return lines_.parse_counts(at, end, counts);
    std::ranges::fill(part_counts_, 0);
    at = lines_.parse_counts(at, end, part_counts_);
    for (std::size_t i = 0; i < columns_.size(); ++i)
        counts[columns_[i]] = checked_add(counts[columns_[i]], part_counts_[i]);
    return at;
}

const char* CallgrindBuilder::add_costs(const char* at, const char* end) {
    need_events(at);
    if (awaits_jump_) {
        awaits_jump_ = false;
        take_line(at, end, false);
        return at;
    }
    if (!lines_.is_settled())
        lines_.settle_positions(at, end, part_counts_.size());
    if (pending_)
        return add_arc(at, end, Pending(*pending_));
    check_room();
    const std::size_t events = counts_.size();
    while (at != end && CostLineParser::begins(*at)) {
        const char* const counts = lines_.parse_place(at, end);
        if (counts == nullptr)
            return pass_over(at, end);
        if (!is_entered_) {
            enter();
            is_open_ = true;
            fill();
        }
        const auto row = lines_by_function_->add_row(options_.by_function ? 0 : lines_.line());
        at = parse_counts(counts, end, row);
        for (std::size_t i = 0; i < events; ++i)
            own_[i] += row[i];
        if (code_ && code_->current) {
            code_->current->address = lines_.address();
            code_->current->line = lines_.line();
            add_to(code_->ranges.add(*code_->current), row);
            ++code_->count;
        }
        if ((++rows_ & 0xfff) == 0)
            check_room();
    }
    return at;
}

// Returns a number of calls, of which others have none, and negative ones.
std::uint64_t CallgrindBuilder::calls_of(const char* at, const char* end) const {
    std::uint64_t regular = 0;
    const auto [next, error] = std::from_chars(skip_blanks(at, end), end, regular);
    if (error == std::errc() && (next == end || is_blank(*next) || *next == '\n') &&
        regular >> 63 == 0)
        return regular;
    const std::string_view line(at, static_cast<std::size_t>(std::find(at, end, '\n') - at));
    const std::vector<std::string_view> words = words_of(line, " \t\r");
    const std::string_view word = words.empty() ? "" : words[0];
    const OddNumber number = odd_number(word).value_or(OddNumber{.sign = '-'});
    const bool is_none = number.sign == '-' || number.is_too_large || number.magnitude >> 63 != 0;
    const std::uint64_t calls = is_none ? 0 : number.magnitude;
    if (is_none || !number.is_whole || !number.rest.empty())
        oddities_.note(
            Oddity::calls_number, at, [] { return std::string("expected a number of calls"); },
            [&] { return in_quotes(word) + " counts as " + std::to_string(calls); });
    return calls;
}

const char* CallgrindBuilder::add_call(const char* at, const char* end) {
    need_events(at);
    if (!called_.function && (is_ours() || !last_called_))
        oddities_.note(
            Oddity::calls_without_callee, at,
            [] { return std::string("calls= without cfn= before it"); },
            [] { return std::string("the calls are passed over"); });
    Pending call{at, 0, 0};
    const char* const begin = at;
    if (is_ours()) {
        at = parse_unsigned(at, end, call.calls, "a number of calls");
        if (call.calls >> 63 != 0)
            throw ParseError{begin,
                             "a number of calls " + std::to_string(call.calls) + " is too large"};
    } else {
        call.calls = calls_of(at, end);
        at = skip_blanks(at, end);
        while (at != end && !is_blank(*at) && *at != '\n')
            ++at;
    }
    at = lines_.parse_callee(at, end, call.line);
    const char* const place =
        awaits_jump_ ? nullptr
                     : skip_to_place(at, end, "expected the position and cost of the calls");
    if (place == nullptr || place == end) {
        pending_ = call;
        return place == nullptr && at != end ? at + 1 : end;
    }
    if (!lines_.is_settled())
        lines_.settle_positions(place, end, part_counts_.size());
    return add_arc(place, end, call);
}

const char* CallgrindBuilder::add_arc(const char* at, const char* end, const Pending& call) {
    std::ranges::fill(counts_, 0);
    const char* const counts = lines_.parse_place(at, end);
    if (counts == nullptr) {
        pending_ = call;
        return pass_over(at, end);
    }
    pending_.reset();
    at = parse_counts(counts, end, counts_);
    if (!called_.function && !last_called_) {
        called_ = {};
        return at;
    }

    const NameId other = unknown();
    const FunctionId from = caller();
    fill();
    const Callee called = take_called();
    arcs_->set_functions(functions_.size());
    const FunctionId callee = functions_.insert(called.object, called.file, called.name, call.line);
    arcs_->add({from, is_root() ? called.file : file_.value_or(other), lines_.line(), callee},
               exact_calls_.value_or(static_cast<Count>(call.calls)), counts_);
    exact_calls_.reset();
    check_room();
    return at;
}

// A call whose cost line does not come.
void CallgrindBuilder::note_pending() {
    if (pending_ && options_.is_complete)
        oddities_.note(
            Oddity::calls_without_cost, pending_->at,
            [] { return std::string("expected the position and cost of the calls"); },
            [] { return std::string("the calls are passed over"); });
    pending_.reset();
    awaits_jump_ = false;
}

// Skips the end of a line, and blank lines and comments, up to the place of a call or jump. Returns
// `end` if it is missing from an incomplete file; null if other lines come before it, as in files
// of others.
const char* CallgrindBuilder::skip_to_place(const char* at, const char* end,
                                            const char* what) const {
    const char* line = at; // where its line begins
    for (;;) {
        at = skip_blanks(at, end);
        if (at != end && *at == '#')
            take_line(at, end, false);
        else if (at != end && *at == '\n')
            ++at;
        else
            break;
        line = at;
    }
    const bool is_other = at == end ? options_.is_complete : !CostLineParser::begins(*at);
    if (is_other && is_ours())
        throw ParseError{at, what};
    return is_other || (at != line && !is_ours()) ? nullptr : at;
}

const char* CallgrindBuilder::skip_jump(const char* at, const char* end) {
    // jump=COUNT TARGET, jcnd=TAKEN/EXECUTED TARGET (and a blank, in the format's description)
    if (is_ours() && (at == end || !is_digit(*at)))
        throw ParseError{at, "expected a number of jumps"};
    take_line(at, end, false);
    const char* const place = skip_to_place(at, end, "expected the position of the jump");
    if (place == nullptr) {
        awaits_jump_ = true;
        return at;
    }
    awaits_jump_ = false;
    return place == end ? end : lines_.parse_target(place, end);
}

void CallgrindBuilder::pass_over_key(std::string_view line) {
    oddities_.note_harmless(Oddity::key, line.data(), [&] {
        return "the key " + in_quotes(line.substr(0, line.find(':') + 1)) +
               " is not known: the line is passed over";
    });
}

const char* CallgrindBuilder::pass_over(const char* at, const char* end) {
    const char* const word = skip_blanks(at, end);
    if (word == end || is_ours())
        return nullptr;
    oddities_.note(
        Oddity::line, at,
        [&] { return "expected " + std::string(line_kinds) + ", not " + word_at(word, end); },
        [] { return std::string("the line is passed over"); });
    take_line(at, end, false);
    return at;
}

const char* CallgrindBuilder::add_comment(const char* at, const char* end) {
    const std::string_view left(at, static_cast<std::size_t>(end - at));
    constexpr std::string_view begin = "#tree 1";
    const bool begins_tree =
        left.starts_with(begin) && left.size() > begin.size() &&
        (left[begin.size()] == ' ' || left[begin.size()] == '\n' || left[begin.size()] == '\r');
    if (is_in_tree_ && !begins_tree && options_.is_complete) {
        at = trees_->add(at, end, names_, functions_);
        if ((trees_->node_count() & 0xfff) == 0)
            check_room();
        return at;
    }
    if (begins_tree && options_.is_complete) {
        need_events(at);
        if (!trees_)
            trees_.emplace(header_.events().size());
        trees_->begin(at + begin.size(), end);
        is_in_tree_ = true;
        tree_position_ = at;
    }
    const std::size_t newline = left.find('\n');
    return newline == left.npos ? end : at + newline + 1;
}

// ---- the end ----------------------------------------------------------------

// Maps the functions that represent roots to the roots. Returns whether each function is one of the
// program.
std::vector<bool> CallgrindBuilder::find_roots(std::vector<FunctionId>& new_numbers) const {
    std::vector<bool> is_function(functions_.size(), true);
    for (const auto& [number, start, at] : roots_) {
        is_function[number] = false;
        new_numbers[number] = root_number(start);
    }
    return is_function;
}

// A root has no number among the functions, so nothing may refer to it as one of them.
void CallgrindBuilder::check_roots() const {
    if (roots_.empty())
        return;
    std::vector<const char*> root_at(functions_.size());
    for (const Root& root : roots_)
        root_at[root.number] = root.at;
    const auto check = [&](FunctionId called) {
        if (root_at[called] != nullptr)
            throw ParseError{root_at[called], "a root of the tree of calls is used as a function"};
    };
    std::ranges::for_each(*arcs_, check, &CallArc::callee);
    if (trees_)
        std::ranges::for_each(trees_->functions(), check);
    std::ranges::for_each(alike_, check);
    for (const auto& [before, after] : matched_) {
        check(before);
        check(after);
    }
}

void CallgrindBuilder::check_own_costs(FunctionLines lines) const {
    const std::size_t functions = functions_.size();
    std::vector<FunctionId> number = numbers_below<FunctionId>(functions);
    find_roots(number);
    lines.renumber(number);
    if (own_costs(lines, functions) != trees_->own_costs(functions))
        throw ParseError{tree_position_, "the own costs of the tree are not those of the lines"};
}

// Returns the arcs beside a tree, or nothing if none has a line that is known. Nor if they do not
// add up to the tree, which says what the calls are: then nobody knows which of its calls the lines
// are of.
std::optional<CallArcs>
CallgrindBuilder::lines_of_calls(const CallTree& tree,
                                 std::span<const FunctionId> new_numbers) const {
    if (!is_ours() || options_.by_function || !has_lines(*arcs_))
        return std::nullopt;
    for (const CallArc& arc : *arcs_)
        if (is_root_number(new_numbers[arc.callee])) // not in the tree
            return std::nullopt;
    CallArcs arcs = arcs_->sorted(new_numbers, functions_.names());
    arcs.set_bounded(false);
    if (other_sum(arcs_of(tree, functions_), arcs, functions_)) {
        oddities_.note_left_out(Oddity::lines_of_calls, tree_position_,
                                "the calls at lines do not add up to those of the tree: from which "
                                "lines functions were called is left out");
        return std::nullopt;
    }
    return arcs;
}

Calls CallgrindBuilder::finish_calls(FunctionLines lines, const std::vector<Count>& total) {
    arcs_->set_functions(functions_.size());
    check_roots();
    if (trees_) {
        const std::vector<Count> counted = trees_->total();
        for (std::size_t i = 0; i < total.size(); ++i)
            if (counted[i] != total[i])
                throw ParseError{tree_position_,
                                 "the counts of the tree add up to " + std::to_string(counted[i]) +
                                     " " + text_for(EscapingContext::message, header_.events()[i]) +
                                     ", but those of the lines to " + std::to_string(total[i])};
    }
    if (trees_)
        check_own_costs(lines);
    if (!trees_)
        clear_self_calls(*arcs_);
    if (!trees_ && !is_ours())
        add_rest_of_called(*arcs_, functions_);
    if (is_bounded_)
        arcs_->set_bounded(true);
    else if (!trees_ && !header_.must_have_totals())
        bound_costs(*arcs_, functions_.size());
    std::vector<FunctionId> new_numbers(functions_.size(), root_number(PathStart::missing));
    std::vector<bool> is_kept = find_roots(new_numbers);
    if (trees_) {
        // Rows may be of functions that the tree does not know: code without a name.
        std::vector<bool> is_in_tree(functions_.size());
        for (const FunctionId f : trees_->functions())
            is_in_tree[f] = true;
        for (std::size_t f = 0; f < is_kept.size(); ++f)
            is_kept[f] = is_kept[f] && is_in_tree[f];
    }
    functions_.match(matched_);
    const std::vector<FunctionId> sorted = functions_.sort_only(is_kept);
    std::erase_if(alike_, [&](FunctionId f) { return !is_kept[f]; });
    std::ranges::transform(alike_, alike_.begin(), [&](FunctionId f) { return sorted[f]; });
    functions_.set_apart_by_name(alike_);
    if (!header_.must_have_totals())
        functions_.set_apart_by_file();
    for (std::size_t f = 0; f < sorted.size(); ++f)
        if (is_kept[f])
            new_numbers[f] = sorted[f];
    lines.renumber(new_numbers);
    if (trees_) {
        CallTree tree = trees_->finish(new_numbers);
        std::optional<CallArcs> at_lines = lines_of_calls(tree, new_numbers);
        return {std::move(functions_), std::move(tree),  trees_->recursion(),
                trees_->folded(),      std::move(lines), std::move(at_lines)};
    }
    CallArcs arcs =
        without_uncalled(arcs_->sorted(new_numbers, functions_.names()), functions_.size());
    return {std::move(functions_), std::move(arcs), 0, 0, std::move(lines)};
}

Profile CallgrindBuilder::finish(const char* end) {
    need_events(end);
    close_function();
    note_pending();
    rows_of_file_ += row_count();
    add_to_run();
    for (const FunctionDefinition* const definition : only_defined_)
        if (definition->is_only_defined)
            functions_.insert(definition->place->object, definition->place->file, definition->name);
    if (parts_ > 1 && !trees_) { // a tree has the costs of all
        end_part();
        for (const auto& [function, counts] : uncalled_)
            arcs_->add({root_number(PathStart::missing), functions_[function].file, 0, function}, 0,
                       counts);
    }
    if (!has_totals_ && header_.must_have_totals() && options_.is_complete)
        throw ParseError{end, "the \"totals:\" line is missing"};
    std::vector<Count> total;
    std::ranges::transform(total_, std::back_inserter(total), narrowed);
    for (std::size_t i = 0; i < total.size() && !header_.must_have_totals(); ++i)
        if (run_[i] > 0 && run_[i] != total[i])
            header_.set_total_of_run(i, narrowed(run_[i]));
    FunctionLines lines = std::move(*lines_by_function_).finish();
    CostTable costs = by_line(lines);
    std::optional<Calls> calls;
    Names names = names_.take_names();
    if (options_.is_complete) {
        functions_.set_names(names);
        calls = finish_calls(std::move(lines), total);
    }
    std::optional<CodeRanges> addresses;
    if (code_ && code_->count > 0)
        addresses = std::move(code_->ranges).finish();
    return {header_.take(),   std::move(names), std::move(costs),
            std::move(total), std::move(calls), std::move(addresses)};
}

} // namespace cg
