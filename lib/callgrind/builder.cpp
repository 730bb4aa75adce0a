// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/builder.hpp"

#include "callgrind/names.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "model/calls.hpp"
#include "model/containers.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

namespace cg {

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
    if (!header_.set_events(names))
        return;
    const std::size_t events = header_.events().size();
    lines_by_function_.emplace(events);
    arcs_.emplace(events);
    counts_.resize(events);
    own_.resize(events);
    elsewhere_.resize(events);
    all_elsewhere_.resize(events);
    part_.resize(events);
    total_.resize(events);
    run_.resize(events);
}

void CallgrindBuilder::add_to_run() {
    for (std::size_t i = 0; i < part_.size(); ++i)
        run_[i] += summary_.empty() ? part_[i] : WideCount(summary_[i]);
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
    lines_.begin_part();
}

void CallgrindBuilder::parse_sums(std::string_view text, std::vector<Count>& sums) const {
    need_events(text.data());
    sums.assign(header_.events().size(), 0);
    parse_cost_counts(text.data(), text.data() + text.size(), sums);
}

// The summary is the cost of the complete run, which is more than the sum of the lines if only a
// part of the run was collected.
void CallgrindBuilder::add_summary(std::string_view counts) {
    parse_sums(counts, summary_);
}

void CallgrindBuilder::check_totals(std::string_view counts) {
    std::vector<Count> sums;
    parse_sums(counts, sums);
    close_function();
    has_totals_ = true;
    for (std::size_t i = 0; i < sums.size() && options_.is_complete; ++i) {
        if (sums[i] == part_[i])
            continue;
        const ParseError error{
            counts.data(), "the totals say " + std::to_string(sums[i]) + " " +
                               text_for(EscapingContext::message, header_.events()[i]) +
                               ", but the counts add up to " + std::to_string(narrowed(part_[i]))};
        if (header_.must_have_totals())
            throw error;
        if (options_.warn && !std::exchange(has_warned_, true))
            options_.warn(error);
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

void CallgrindBuilder::set_object(std::string_view ref) {
    close_function();
    object_ = names_.object(ref);
}

void CallgrindBuilder::start_file(std::string_view ref) {
    close_function();
    home_file_ = file_ = names_.file(ref);
    has_fl_ = true;
    function_.reset();
}

// Some writers have fi= where others have fl=.
void CallgrindBuilder::change_file(std::string_view ref) {
    if (!has_fl_ && is_open_ && (!is_only_defined() || !is_empty_))
        caller(); // its own file does not change
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
    if (named.defines || !definition_->place || definition_->is_only_defined)
        definition_->place = {object_.value_or(unknown()), home_file_.value_or(unknown())};
    // Elsewhere its number may belong to a function, but not in our files.
    definition_->is_only_defined = named.defines && !is_ours();
}

void CallgrindBuilder::enter() {
    if (!file_)
        home_file_ = file_ = unknown();
    // Callgrind has this name for a function that it does not know, and writes it: both are one.
    lines_by_function_->enter(caller(), *file_,
                              flat_name_  ? *flat_name_
                              : function_ ? *function_
                                          : unknown());
    is_entered_ = true;
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
        caller_ = functions_.insert(object_.value_or(other), home_file_.value_or(other),
                                    function_.value_or(other));
        if (is_root())
            roots_.emplace_back(*caller_, root_named(names_.name(*function_)));
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
        if (!function.place || function.is_root)
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
FunctionDefinition::Place CallgrindBuilder::place_of_called() {
    const NameId other = unknown();
    FunctionDefinition::Place place{object_.value_or(other), file_.value_or(other)};
    FunctionDefinition* const definition = called_.function->definition;
    // In old files of ours, the number of a function was only the number of its name.
    if (definition && definition->place && !is_ours())
        place = *definition->place;
    place.object = called_.object.value_or(place.object);
    place.file = called_.file.value_or(place.file);
    if (definition && (!definition->place || definition->is_only_defined))
        definition->place = place;
    if (definition)
        definition->is_only_defined = false;
    return place;
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
        all_elsewhere_[i] += elsewhere_[i];
        has_elsewhere_ |= elsewhere_[i] != 0;
        own[i] = narrowed(own[i] + std::exchange(own_[i], 0) + std::exchange(elsewhere_[i], 0));
    }
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
        const FunctionId function = caller();
        const auto is_cost = [](WideCount count) { return count != 0; };
        if (std::ranges::any_of(own_, is_cost) || std::ranges::any_of(elsewhere_, is_cost))
            add_own(function);
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
    for (std::size_t i = part_arcs_; i < arcs_->size(); ++i)
        if ((*arcs_)[i].caller != (*arcs_)[i].callee)
            called_in_part_[(*arcs_)[i].callee] = parts_;
    for (std::size_t i = part_arcs_; i < arcs_->size(); ++i)
        if ((*arcs_)[i].caller != (*arcs_)[i].callee)
            add_uncalled((*arcs_)[i].caller, arcs_->counts(i));
    if (parts_ == 1)
        for (FunctionId f = 0; f < functions_.size(); ++f)
            add_uncalled(f, arcs_->own(f));
    for (const auto& [function, own] : part_own_)
        add_uncalled(function, own);
    part_own_.clear();
    part_arcs_ = arcs_->size();
}

// ---- body -------------------------------------------------------------------

// Limits the memory that counts need: a short line has a count for each of perhaps many events.
void CallgrindBuilder::check_room() {
    const std::size_t rows = rows_ + arcs_->size() + (trees_ ? trees_->node_count() : 0);
    if (rows < next_check_)
        return;
    next_check_ = rows + std::max<std::size_t>(1, 100'000'000 / header_.events().size() / 8);
    options_.limit.check(rows, header_.events().size());
}

const char* CallgrindBuilder::add_costs(const char* at, const char* end) {
    need_events(at);
    if (!is_entered_)
        enter();
    check_room();
    is_open_ = true;
    is_empty_ = false;
    const std::size_t events = counts_.size();
    while (at != end && CostLineParser::begins(*at)) {
        at = lines_.parse_place(at, end);
        const auto row = lines_by_function_->add_row(options_.by_function ? 0 : lines_.line());
        at = parse_cost_counts(at, end, row);
        for (std::size_t i = 0; i < events; ++i)
            own_[i] += row[i];
        if ((++rows_ & 0xfff) == 0)
            check_room();
    }
    return at;
}

const char* CallgrindBuilder::add_call(const char* at, const char* end) {
    need_events(at);
    if (!called_.function)
        throw ParseError{at, "calls= without cfn= before it"};
    std::uint64_t calls;
    const char* const begin = at;
    at = parse_unsigned(at, end, calls, "a number of calls");
    if (calls >> 63 != 0)
        throw ParseError{begin, "a number of calls " + std::to_string(calls) + " is too large"};
    std::uint32_t called_line;
    at = skip_to_place(lines_.parse_callee(at, end, called_line), end,
                       "expected the position and cost of the calls");
    if (at == end)
        return at;
    std::ranges::fill(counts_, 0);
    at = parse_cost_counts(lines_.parse_place(at, end), end, counts_);

    const NameId other = unknown();
    const FunctionId from = caller();
    const auto [object, file] = place_of_called();
    const NameId name = called_.function->name;
    called_ = {};
    arcs_->set_functions(functions_.size());
    is_empty_ = false;
    if (calls == 0 && name == other && is_ours() && !exact_calls_) {
        // In old files of ours: cost of the function that other rows hold
        std::ranges::transform(elsewhere_, counts_, elsewhere_.begin(), std::plus<>());
        is_open_ = true;
        return at;
    }
    const FunctionId callee = functions_.insert(object, file, name, called_line);
    arcs_->add({from, is_root() ? file : file_.value_or(other), lines_.line(), callee},
               exact_calls_.value_or(static_cast<Count>(calls)), counts_);
    exact_calls_.reset();
    check_room();
    return at;
}

// Skips the end of a line, and blank lines and comments, up to the place of a call or jump. Returns
// `end` if it is missing from an incomplete file.
const char* CallgrindBuilder::skip_to_place(const char* at, const char* end,
                                            const char* what) const {
    for (;;) {
        at = skip_blanks(at, end);
        if (at != end && *at == '#')
            take_line(at, end, false);
        else if (at != end && *at == '\n')
            ++at;
        else
            break;
    }
    if (at == end ? options_.is_complete : !CostLineParser::begins(*at))
        throw ParseError{at, what};
    return at;
}

const char* CallgrindBuilder::skip_jump(const char* at, const char* end) {
    // jump=COUNT TARGET, jcnd=TAKEN/EXECUTED TARGET (and a blank, in the format's description)
    if (at == end || !is_digit(*at))
        throw ParseError{at, "expected a number of jumps"};
    take_line(at, end, false);
    at = skip_to_place(at, end, "expected the position of the jump");
    if (at == end)
        return at;
    const CostLineParser::Target place = lines_.parse_target(at, end);
    if (place.next != end && *place.next != '\n')
        throw ParseError{place.next, "expected the end of the line"};
    at = place.next == end ? end : place.next + 1;
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
    for (const auto& [number, start] : roots_) {
        is_function[number] = false;
        new_numbers[number] = root_number(start);
    }
    return is_function;
}

// Settles rows for which the file names no function that ran them, as old files of ours do.
FunctionLines CallgrindBuilder::lines_with_own_costs(FunctionLines lines) {
    const std::size_t functions = functions_.size();
    std::vector<FunctionId> number = numbers_below<FunctionId>(functions);
    find_roots(number);
    CountRows wanted(header_.events().size(), functions + path_starts);
    if (trees_) {
        wanted = trees_->own_costs(functions);
    } else {
        for (FunctionId f = 0; f < functions; ++f)
            if (!is_root_number(number[f]))
                std::ranges::copy(arcs_->own(f), wanted[f].begin());
    }
    lines.renumber(number);
    return own_costs(lines, functions) == wanted ? std::move(lines)
                                                 : settled(lines, wanted, functions);
}

Calls CallgrindBuilder::finish_calls(FunctionLines lines, const std::vector<Count>& total) {
    arcs_->set_functions(functions_.size());
    if (trees_) {
        const std::vector<Count> counted = trees_->total();
        for (std::size_t i = 0; i < total.size(); ++i)
            if (counted[i] != total[i])
                throw ParseError{tree_position_,
                                 "the counts of the tree add up to " + std::to_string(counted[i]) +
                                     " " + text_for(EscapingContext::message, header_.events()[i]) +
                                     ", but those of the lines to " + std::to_string(total[i])};
    }
    const bool is_settled =
        std::ranges::all_of(all_elsewhere_, [](WideCount count) { return count == 0; });
    if (trees_ || (has_elsewhere_ && is_settled))
        lines = lines_with_own_costs(std::move(lines));
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
    if (trees_)
        return {std::move(functions_), trees_->finish(new_numbers), trees_->recursion(),
                trees_->folded(), std::move(lines)};
    CallArcs arcs =
        without_uncalled(arcs_->sorted(new_numbers, functions_.names()), functions_.size());
    return {std::move(functions_), std::move(arcs), 0, 0, std::move(lines)};
}

Profile CallgrindBuilder::finish(const char* end) {
    need_events(end);
    close_function();
    add_to_run();
    for (const FunctionDefinition* const definition : only_defined_)
        if (definition->is_only_defined)
            functions_.insert(definition->place->object, definition->place->file, definition->name);
    if (parts_ > 1) {
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
    return {header_.take(), std::move(names), std::move(costs), std::move(total), std::move(calls)};
}

} // namespace cg
