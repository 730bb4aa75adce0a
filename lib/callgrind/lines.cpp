// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/lines.hpp"

#include "error/error.hpp"
#include "model/call_tree.hpp"
#include "model/calls.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>

namespace cg {
namespace {

// Parses at most 18 digits, which fit in 64 bits. The first eight of them without a loop.
inline const char* parse_digits(const char* at, const char* end, std::uint64_t& number) {
    const char* const enough = end - at > 18 ? at + 18 : end;
    std::uint64_t n = 0;
    if (end - at >= 8) [[likely]] {
        const std::size_t length = digits::count_at(at);
        n = length == 0 ? 0 : digits::number_at(at, length);
        at += length;
        if (length < 8) [[likely]] {
            number = n;
            return at;
        }
    }
    for (; at != enough && is_digit(*at); ++at)
        n = n * 10 + static_cast<std::uint64_t>(*at - '0');
    number = n;
    return at;
}

[[noreturn]] void throw_too_large(const char* at, const char* end, const char* what) {
    const char* last = at;
    while (last != end && !is_blank(*last) && *last != '\n')
        ++last;
    throw ParseError{at, std::string(what) + " " + text_for(EscapingContext::message, {at, last}) +
                             " is too large"};
}

bool is_hexadecimal(const char* at, const char* end) {
    return end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && at[2] != '-';
}

} // namespace

std::vector<std::string_view> words_of(std::string_view text, std::string_view blanks) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0, end = 0;; begin = end) {
        begin = text.find_first_not_of(blanks, begin);
        if (begin == text.npos)
            return words;
        end = std::min(text.find_first_of(blanks, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
    }
}

template <typename Number>
const char* parse_number(const char* at, const char* end, Number& number, const char* what,
                         Radix radix) {
    const bool has_prefix = radix == Radix::any && is_hexadecimal(at, end);
    const auto [next, error] =
        std::from_chars(at + (has_prefix ? 2 : 0), end, number, has_prefix ? 16 : 10);
    if (error == std::errc::result_out_of_range)
        throw_too_large(at, end, what);
    if (error != std::errc() || (next != end && !is_blank(*next) && *next != '\n'))
        throw ParseError{at, std::string("expected ") + what};
    return next;
}

template const char* parse_number(const char*, const char*, Line&, const char*, Radix);

const char* parse_unsigned(const char* at, const char* end, std::uint64_t& number,
                           const char* what) {
    at = skip_blanks(at, end);
    const char* const next = parse_digits(at, end, number);
    if (next == at || next - at == 18 || (next != end && !is_blank(*next) && *next != '\n'))
        return parse_number(at, end, number, what, Radix::any);
    return next;
}

const char* parse_counts(const char* at, const char* end, std::span<Count> counts, Radix radix) {
    auto next = counts.begin();
    for (;;) {
        at = skip_blanks(at, end);
        if (at == end)
            return at;
        if (*at == '\n')
            return at + 1;
        if (next == counts.end())
            throw ParseError{at, "more counts than events (" + std::to_string(counts.size()) + ")"};
        const bool is_dot = *at == '.' && (at + 1 == end || at[1] == '\n' || is_blank(at[1]));
        at = is_dot ? at + 1 : parse_number(at, end, *next, "a count", radix);
        ++next;
    }
}

const char* parse_cost_counts(const char* at, const char* end, std::span<Count> counts) {
    const char* const begin = at;
    for (Count& count : counts) {
        if (at == end || *at == '\n')
            break;
        if (*at != ' ' || at + 1 == end)
            return parse_counts(begin, end, counts, Radix::any);
        std::uint64_t number;
        const char* const next = parse_digits(at + 1, end, number);
        if (next == at + 1 || next - at > 18)
            return parse_counts(begin, end, counts, Radix::any);
        count = static_cast<Count>(number);
        at = next;
    }
    if (at != end && *at == '\n')
        return at + 1;
    return parse_counts(begin, end, counts, Radix::any); // irregular or wrong
}

const char* CostLineParser::parse_positions(const char* at, const char* end,
                                            Positions& positions) const {
    for (std::size_t i = 0; i < position_count_; ++i) {
        at = skip_blanks(at, end);
        const char* const begin = at;
        const char* const what = i == line_ ? "a line number" : "a position";
        std::uint64_t& position = positions[i];
        if (at == end || *at == '\n')
            throw ParseError{at, std::string("expected ") + what};
        if (*at == '*') {
            position = last_[i];
            ++at;
        } else if (*at == '+') {
            std::uint64_t forward;
            at = parse_unsigned(at + 1, end, forward, what);
            if (__builtin_add_overflow(last_[i], forward, &position))
                throw_too_large(begin, end, what);
        } else if (*at == '-') {
            std::uint64_t back;
            at = parse_unsigned(at + 1, end, back, what);
            if (__builtin_sub_overflow(last_[i], back, &position))
                throw ParseError{begin, std::string(what) + " of less than 0"};
        } else {
            at = parse_unsigned(at, end, position, what);
        }
        if (at != end && !is_blank(*at) && *at != '\n')
            throw ParseError{begin, std::string("expected ") + what};
        if (i == line_ && position > std::numeric_limits<std::uint32_t>::max())
            throw_too_large(begin, end, what);
    }
    return at;
}

const char* CostLineParser::parse_place(const char* at, const char* end) {
    if (position_count_ == 1 && at != end) { // as nearly all are: at most nine digits
        const bool is_relative = *at == '+';
        const char* const begin = at + (is_relative ? 1 : 0);
        std::uint64_t number;
        const char* const next = parse_digits(begin, end, number);
        const std::uint64_t position = is_relative ? last_[0] + number : number;
        if (next != begin && next - begin < 10 && next != end && (*next == ' ' || *next == '\n') &&
            position <= std::numeric_limits<std::uint32_t>::max()) {
            last_[0] = position;
            return next;
        }
    }
    Positions positions = last_;
    at = parse_positions(at, end, positions);
    last_ = positions;
    return at;
}

const char* CostLineParser::parse_callee(const char* at, const char* end,
                                         std::uint32_t& line) const {
    line = 0;
    for (std::size_t i = 0;; ++i) {
        at = skip_blanks(at, end);
        if (at == end || *at == '\n')
            return at;
        const std::uint64_t last = i < position_count_ ? last_[i] : 0;
        std::uint64_t number = 0, position = last;
        bool is_too_large = false;
        if (*at == '*') {
            ++at;
        } else {
            const char sign = *at == '+' || *at == '-' ? *at++ : ' ';
            const bool has_prefix = is_hexadecimal(at, end);
            at += has_prefix ? 2 : 0;
            const auto [next, error] = std::from_chars(at, end, number, has_prefix ? 16 : 10);
            if (error == std::errc::invalid_argument)
                throw ParseError{at, "expected a line number"};
            at = next;
            is_too_large = error == std::errc::result_out_of_range;
            if (sign == '+')
                is_too_large |= __builtin_add_overflow(last, number, &position);
            else if (sign == '-')
                is_too_large |= __builtin_sub_overflow(last, number, &position);
            else
                position = number;
        }
        if (at != end && *at != '\n' && !is_blank(*at))
            throw ParseError{at, "expected a line number"};
        is_too_large |= position > std::numeric_limits<std::uint32_t>::max();
        if (i == line_ && i < position_count_ && !is_too_large)
            line = static_cast<std::uint32_t>(position);
    }
}

CostLineParser::Target CostLineParser::parse_target(const char* at, const char* end) const {
    Positions positions = last_;
    at = parse_positions(at, end, positions);
    return {skip_blanks(at, end),
            line_ < position_count_ ? static_cast<std::uint32_t>(positions[line_]) : 0};
}

namespace {

std::string_view rest_of_line(const char* at, const char* end) {
    const std::string_view left(at, static_cast<std::size_t>(end - at));
    return left.substr(0, left.find('\n'));
}

const char* end_of_line(const char* at, const char* end) {
    if (at != end && *at == '\r')
        ++at;
    if (at != end && *at != '\n')
        throw ParseError{at, "expected the end of the line"};
    return at == end ? at : at + 1;
}

const char* parse_count(const char* at, const char* end, Count& count, const char* what) {
    std::uint64_t number;
    const bool is_negative = at != end && *at == ' ' && at + 1 != end && at[1] == '-';
    const char* const next = parse_unsigned(is_negative ? at + 2 : at, end, number, what);
    if (number > static_cast<std::uint64_t>(std::numeric_limits<Count>::max()))
        throw ParseError{at, std::string(what) + " is too large"};
    count = static_cast<Count>(number);
    if (is_negative)
        count = -count;
    return next;
}

} // namespace

void TreeLines::begin(const char* at, const char* end) {
    const std::string_view line = rest_of_line(at, end);
    const char* const line_end = line.data() + line.size();
    while (at != line_end) {
        while (at != line_end && (*at == ' ' || *at == '\r'))
            ++at;
        const char* const word = at;
        while (at != line_end && *at != ' ' && *at != '\r')
            ++at;
        const std::string_view name(word, static_cast<std::size_t>(at - word));
        if (name.empty())
            break;
        std::uint64_t number;
        at = parse_unsigned(at, line_end, number, "a number");
        if (name == "recursion")
            recursion_ = number;
        else if (name == "folded")
            folded_ += number;
    }
    trees_.emplace_back(event_count_);
    functions_.clear();
    path_.clear();
}

const char* TreeLines::add_function(const char* at, const char* end, const CompressedNames& names,
                                    CalledFunctions& functions) {
    std::uint64_t object, file, name, line;
    const char* const begin = at;
    at = parse_unsigned(at, end, object, "the number of an object");
    at = parse_unsigned(at, end, file, "the number of a file");
    at = parse_unsigned(at, end, name, "the number of a function");
    at = parse_unsigned(at, end, line, "a line number");
    if (line > std::numeric_limits<Line>::max())
        throw ParseError{begin, "a line number " + std::to_string(line) + " is too large"};
    functions_.push_back(functions.insert(names.object(begin, object), names.file(begin, file),
                                          names.function(begin, name).name,
                                          static_cast<Line>(line)));
    all_functions_.push_back(functions_.back());
    return end_of_line(at, end);
}

const char* TreeLines::add_root(const char* at, const char* end) {
    const std::string_view line = rest_of_line(at, end);
    const std::string_view word = line.substr(0, line.find_first_of(" \r"));
    const auto* const known = std::ranges::find(root_words, word);
    if (known == std::end(root_words))
        throw ParseError{at, "expected \"thread\", \"signal\" or \"missing\""};
    CallTree& tree = trees_.back();
    const CallTree::Node root =
        tree.add_root(static_cast<PathStart>(known - std::begin(root_words)));
    path_.assign(1, root);
    return parse_cost_counts(at + word.size(), end, tree.counts(root));
}

const char* TreeLines::add_node(const char* at, const char* end) {
    const char* const begin = at;
    std::uint64_t up, function;
    at = parse_unsigned(at, end, up, "how many levels up a node is");
    if (path_.empty())
        throw ParseError{begin, "a node before the first #root"};
    if (up >= path_.size())
        throw ParseError{begin, "a node " + std::to_string(up) + " levels up, of " +
                                    std::to_string(path_.size() - 1)};
    const char* const function_begin = at;
    at = parse_unsigned(at, end, function, "the number of a function");
    if (function == 0 || function > functions_.size())
        throw ParseError{function_begin, "the function " + std::to_string(function) + " of " +
                                             std::to_string(functions_.size())};
    path_.resize(path_.size() - up);
    CallTree& tree = trees_.back();
    const CallTree::Node node = tree.add(path_.back(), functions_[function - 1]);
    path_.push_back(node);
    ++node_count_;
    at = parse_count(at, end, tree.calls(node), "a number of calls");
    return parse_cost_counts(at, end, tree.counts(node));
}

const char* TreeLines::add(const char* at, const char* end, const CompressedNames& names,
                           CalledFunctions& functions) {
    if (end - at > 1 && is_digit(at[1]))
        return add_node(at + 1, end);
    const std::string_view line = rest_of_line(at, end);
    if (line.starts_with("#fn "))
        return add_function(at + 3, end, names, functions);
    if (line.starts_with("#root "))
        return add_root(at + 6, end);
    throw ParseError{at, "expected #fn, #root or a node of the tree"};
}

std::vector<Count> TreeLines::total() const {
    std::vector<Count> sum(event_count_);
    for (const CallTree& tree : trees_)
        add_to(sum, tree.total());
    return sum;
}

CountRows TreeLines::own_costs(std::size_t functions) const {
    CountRows sums(event_count_, functions + path_starts);
    for (const CallTree& tree : trees_)
        add_to(sums.all(), cg::own_costs(tree, functions).all());
    return sums;
}

CallTree TreeLines::finish(std::span<const FunctionId> new_numbers) {
    for (CallTree& tree : trees_)
        tree.renumber(new_numbers);
    if (trees_.size() == 1) {
        if (trees_[0].is_canonical())
            return std::move(trees_[0]);
        if (auto ordered = in_canonical_order(trees_[0]))
            return *std::move(ordered);
    }
    CallTreeBuilder sum(event_count_);
    for (const CallTree& tree : trees_)
        sum.add(tree);
    return std::move(sum).finish();
}

} // namespace cg
