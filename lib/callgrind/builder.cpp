// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/builder.hpp"

#include "error/expansion.hpp"
#include "error/parse_error.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace cg {

void CallgrindBuilder::set_events(std::string_view names) {
    if (!has_totals_ && header_.must_have_totals())
        throw ParseError{names.data(), "the \"totals:\" line of the part before is missing"};
    close_function();
    std::ranges::fill(part_, 0);
    has_totals_ = false;
    if (!header_.set_events(names))
        return;
    const std::size_t events = header_.events().size();
    costs_.emplace(events);
    calls_.emplace(functions_, arcs_.emplace(events));
    counts_.resize(events);
    own_.resize(events);
    elsewhere_.resize(events);
    part_.resize(events);
    total_.resize(events);
}

void CallgrindBuilder::parse_sums(std::string_view text, std::vector<Count>& sums) const {
    need_events(text.data());
    sums.assign(header_.events().size(), 0);
    parse_cost_counts(text.data(), text.data() + text.size(), sums);
}

// Checks only the syntax: the summary is the cost of the complete run, which is more than the sum
// of the lines if only a part of the run was collected.
void CallgrindBuilder::check_summary(std::string_view counts) {
    std::vector<Count> sums;
    parse_sums(counts, sums);
}

void CallgrindBuilder::check_totals(std::string_view counts) {
    std::vector<Count> sums;
    parse_sums(counts, sums);
    close_function();
    for (std::size_t i = 0; i < sums.size() && options_.is_complete; ++i)
        if (sums[i] != part_[i])
            throw ParseError{counts.data(),
                             "the totals say " + std::to_string(sums[i]) + " " +
                                 text_for(Destination::message, header_.events()[i]) +
                                 ", but the counts add up to " +
                                 std::to_string(narrowed(part_[i]))};
    has_totals_ = true;
}

void CallgrindBuilder::need_events(const char* at) const {
    if (!costs_)
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
    function_.reset();
}

void CallgrindBuilder::change_file(std::string_view ref) {
    file_ = names_.file(ref);
    is_entered_ = false;
}

void CallgrindBuilder::set_function(std::string_view ref) {
    close_function();
    function_ = names_.function(ref);
    file_ = home_file_;
    is_open_ = true;
    if (options_.with_uncounted && costs_)
        enter();
}

void CallgrindBuilder::enter() {
    if (!file_)
        home_file_ = file_ = unknown();
    // Callgrind has this name for a function that it does not know, and writes it: both are one.
    costs_->enter(*file_, function_ ? *function_ : unknown());
    is_entered_ = true;
}

CalledNumber CallgrindBuilder::caller() {
    if (!caller_) {
        const NameId other = unknown();
        caller_ = functions_.insert(object_.value_or(other), home_file_.value_or(other),
                                    function_.value_or(other));
    }
    return *caller_;
}

void CallgrindBuilder::add_own(CalledNumber function) {
    arcs_->set_functions(functions_.size());
    const auto own = arcs_->own(function);
    for (std::size_t i = 0; i < own_.size(); ++i) {
        part_[i] += own_[i];
        total_[i] += own_[i];
        own[i] = narrowed(own[i] + std::exchange(own_[i], 0) + std::exchange(elsewhere_[i], 0));
    }
}

// Adds up the cost of the current function, which exists even if that is 0: otherwise a profile
// that was written would be read as one with fewer functions.
void CallgrindBuilder::close_function() {
    if (is_open_) {
        const CalledNumber function = caller();
        const auto is_cost = [](WideCount count) { return count != 0; };
        if (std::ranges::any_of(own_, is_cost) || std::ranges::any_of(elsewhere_, is_cost))
            add_own(function);
    }
    is_open_ = false;
    caller_.reset();
    is_entered_ = false;
}

// ---- body -------------------------------------------------------------------

// Limits the memory that counts need: a short line has a count for each of perhaps many events.
void CallgrindBuilder::check_room() {
    const std::size_t rows =
        rows_ + arcs_->size() + calls_->size() + (trees_ ? trees_->node_count() : 0);
    if (rows < next_check_)
        return;
    next_check_ = rows + std::max<std::size_t>(1, 100'000'000 / header_.events().size() / 8);
    check_table_size(options_.source, options_.stored_size, rows, header_.events().size());
}

const char* CallgrindBuilder::add_costs(const char* at, const char* end) {
    need_events(at);
    if (!is_entered_)
        enter();
    check_room();
    is_open_ = true;
    const std::size_t events = counts_.size();
    while (at != end && CostLineParser::begins(*at)) {
        at = lines_.parse_place(at, end);
        const auto row = costs_->add_row(options_.by_function ? 0 : lines_.line());
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
    if (!called_.name)
        throw ParseError{at, "calls= without cfn= before it"};
    std::uint64_t calls;
    const char* const begin = at;
    at = parse_unsigned(at, end, calls, "a number of calls");
    if (calls >> 63 != 0)
        throw ParseError{begin, "a number of calls " + std::to_string(calls) + " is too large"};
    const CostLineParser::Target target = lines_.parse_target(at, end);
    at = target.next;
    if (at == end || *at != '\n')
        throw ParseError{at, "expected the end of the line"};
    ++at;
    if (at == end || !CostLineParser::begins(*at))
        throw ParseError{at, "expected the position and cost of the calls"};
    std::ranges::fill(counts_, 0);
    at = parse_cost_counts(lines_.parse_place(at, end), end, counts_);

    const NameId other = unknown();
    const CalledNumber from = caller();
    const NameId object = called_.object.value_or(object_.value_or(other));
    const NameId file = called_.file.value_or(file_.value_or(other));
    const NameId name = *called_.name;
    called_ = {};
    arcs_->set_functions(functions_.size());
    if (calls == 0 && name == other) {
        // cost of the function that other rows hold
        std::ranges::transform(elsewhere_, counts_, elsewhere_.begin(), std::plus<>());
        is_open_ = true;
        return at;
    }
    calls_->add({from, file_.value_or(other), lines_.line(), from},
                {object, file, name, target.line}, static_cast<Count>(calls), counts_);
    check_room();
    return at;
}

const char* CallgrindBuilder::skip_jump(const char* at, const char* end) {
    // jump=COUNT TARGET, jcnd=TAKEN/EXECUTED TARGET (and a blank, in the format's description)
    const auto pass_line = [&] {
        const std::string_view left(at, static_cast<std::size_t>(end - at));
        const std::size_t newline = left.find('\n');
        at = newline == left.npos ? end : at + newline + 1;
    };
    if (at == end || *at < '0' || *at > '9')
        throw ParseError{at, "expected a number of jumps"};
    pass_line();
    if (at == end || !CostLineParser::begins(*at))
        throw ParseError{at, "expected the position of the jump"};
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

Calls CallgrindBuilder::finish_calls(const std::vector<Count>& total) {
    arcs_->set_functions(functions_.size());
    if (!trees_) {
        const std::vector<CalledNumber> new_numbers = functions_.sort();
        CallArcs arcs = arcs_->sorted(new_numbers, functions_.names());
        return {std::move(functions_), std::move(arcs)};
    }
    // Rows may be of functions that the tree does not know: code without a name.
    std::vector<bool> is_in_tree(functions_.size());
    for (const CalledNumber f : trees_->functions())
        is_in_tree[f] = true;
    CallTree tree = trees_->finish(functions_.sort_only(is_in_tree));
    const std::vector<Count> counted = tree.total();
    for (std::size_t i = 0; i < total.size(); ++i)
        if (counted[i] != total[i])
            throw ParseError{tree_position_,
                             "the counts of the tree add up to " + std::to_string(counted[i]) +
                                 " " + text_for(Destination::message, header_.events()[i]) +
                                 ", but those of the lines to " + std::to_string(total[i])};
    return {std::move(functions_), std::move(tree), trees_->recursion(), trees_->folded()};
}

Profile CallgrindBuilder::finish(const char* end) {
    need_events(end);
    close_function();
    calls_->flush();
    if (!has_totals_ && header_.must_have_totals() && options_.is_complete)
        throw ParseError{end, "the \"totals:\" line is missing"};
    std::vector<Count> total;
    std::ranges::transform(total_, std::back_inserter(total), narrowed);
    CostTable costs = std::move(*costs_).finish();
    std::optional<Calls> calls;
    Names names = names_.take_names();
    if (options_.is_complete) {
        functions_.set_names(names);
        calls = finish_calls(total);
    }
    return {header_.take(), std::move(names), std::move(costs), std::move(total), std::move(calls)};
}

} // namespace cg
