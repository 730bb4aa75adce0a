// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/lines.hpp"

#include "callgrind/odd_numbers.hpp"
#include "error/error.hpp"
#include "lines/numbers.hpp"
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

std::string_view word_from(const char* at, const char* end) {
    const char* const begin = at;
    while (!ends_word(at, end))
        ++at;
    return {begin, static_cast<std::size_t>(at - begin)};
}

// Parses a word that is a number without a sign, of any radix. Returns null for others, and for
// numbers that do not fit.
const char* parse_whole(const char* at, const char* end, std::uint64_t& number) {
    const char* next = parse_digits(at, end, number);
    if (next == at || next - at == 18 || !ends_word(next, end)) {
        const bool has_prefix = is_hexadecimal(at, end);
        const auto [last, error] =
            std::from_chars(at + (has_prefix ? 2 : 0), end, number, has_prefix ? 16 : 10);
        if (error != std::errc() || !ends_word(last, end))
            return nullptr;
        next = last;
    }
    return next;
}

// Parses counts that are decimal and separated by single spaces. Returns null for others.
inline const char* parse_regular_counts(const char* at, const char* end, std::span<Count> counts) {
    for (Count& count : counts) {
        if (at == end || *at == '\n')
            break;
        if (*at != ' ' || at + 1 == end)
            return nullptr;
        std::uint64_t number;
        const char* const next = parse_digits(at + 1, end, number);
        if (next == at + 1 || next - at > 18)
            return nullptr;
        count = static_cast<Count>(number);
        at = next;
    }
    return at != end && *at == '\n' ? at + 1 : nullptr;
}

} // namespace

const char* parse_cost_counts(const char* at, const char* end, std::span<Count> counts) {
    const char* const next = parse_regular_counts(at, end, counts);
    return next != nullptr ? next : parse_counts(at, end, counts, Radix::any);
}

// ---- costs --------------------------------------------------------------------

void CostLineParser::set_positions(std::span<const std::string_view> words) {
    constexpr std::string_view known[] = {"instr", "bb", "line"};
    const auto is_known = [&](std::string_view word) {
        return std::ranges::find(known, word) != std::end(known);
    };
    const bool has_line = std::ranges::find(words, "line") != words.end();
    known_positions_ = static_cast<std::size_t>(std::ranges::count_if(words, is_known));
    known_line_ = has_line ? known_positions_ - 1 : max_positions;
    unknown_positions_ = words.size() - known_positions_;
    position_count_ = std::min(words.size(), max_positions);
    // The line is the last one of those that are known.
    const auto last = std::ranges::find_if(words.rbegin(), words.rend(), is_known);
    line_ = has_line ? static_cast<std::size_t>(words.rend() - last) - 1 : max_positions;
    // The address is the first one.
    const bool has_address = std::ranges::find(words, "instr") != words.end();
    const auto first = std::ranges::find_if(words, is_known);
    instr_ = has_address ? static_cast<std::size_t>(first - words.begin()) : max_positions;
}

void CostLineParser::settle_positions(const char* at, const char* end, std::size_t events) {
    std::size_t words = 0;
    for (at = skip_blanks(at, end); at != end && *at != '\n'; at = skip_blanks(at, end)) {
        at += word_from(at, end).size();
        ++words;
    }
    if (words <= known_positions_ + events) {
        position_count_ = known_positions_;
        line_ = known_line_;
        instr_ = instr_ < max_positions ? 0 : max_positions;
    }
    unknown_positions_ = 0;
}

const char* CostLineParser::parse_odd_position(const char* at, const char* end, std::size_t i,
                                               std::uint64_t& position) const {
    const auto what = [&] { return std::string(i == line_ ? "a line number" : "a position"); };
    const std::string_view word = word_from(at, end);
    const auto quoted = [&] { return in_quotes(word); };
    const auto number = odd_number(word);
    // 10-12 is a range of lines, which counts at its beginning.
    const bool is_range = number && number->rest.size() > 1 &&
                          std::string_view("-:+").find(number->rest[0]) != std::string_view::npos &&
                          std::ranges::all_of(number->rest.substr(1), is_digit);
    if (!number || (!number->rest.empty() && !is_range)) {
        if (i == 0 || word.empty())
            return nullptr;
        position = 0;
        oddities_.note(
            Oddity::position, at, [&] { return "expected " + what(); },
            [&] { return quoted() + " is passed over"; });
        return at + word.size();
    }
    if (!number->is_whole)
        oddities_.note(
            Oddity::fraction, at, [&] { return "expected " + what(); },
            [&] { return quoted() + " loses its fraction"; });
    bool is_too_large = number->is_too_large;
    position = number->magnitude;
    if (number->sign == '+')
        is_too_large |= __builtin_add_overflow(last_[i], number->magnitude, &position);
    if (number->sign == '-' && __builtin_sub_overflow(last_[i], number->magnitude, &position)) {
        oddities_.note(
            Oddity::line_number, at, [&] { return what() + " of less than 0"; },
            [] { return std::string("0 is taken"); });
        position = 0;
    } else if (is_too_large ||
               (i == line_ && position > std::numeric_limits<std::uint32_t>::max())) {
        oddities_.note(
            Oddity::line_number, at, [&] { return what() + " " + quoted() + " is too large"; },
            [] { return std::string("0, unknown, is taken"); });
        position = 0;
    }
    return at + word.size();
}

const char* CostLineParser::parse_strict_position(const char* at, const char* end, std::size_t i,
                                                  std::uint64_t& position) const {
    const char* const begin = at;
    const char* const what = i == line_ ? "a line number" : "a position";
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
    if (!ends_word(at, end))
        throw ParseError{begin, std::string("expected ") + what};
    if (i == line_ && position > std::numeric_limits<std::uint32_t>::max())
        throw_too_large(begin, end, what);
    return at;
}

const char* CostLineParser::parse_positions(const char* at, const char* end,
                                            Positions& positions) const {
    for (std::size_t i = 0; i < position_count_; ++i) {
        at = skip_blanks(at, end);
        std::uint64_t& position = positions[i];
        const char sign = at == end ? ' ' : *at;
        if (sign == '*' && ends_word(at + 1, end)) {
            position = last_[i];
            ++at;
            continue;
        }
        const bool is_forward = sign == '+', is_back = sign == '-';
        std::uint64_t number = 0;
        const char* next = parse_whole(at + (is_forward || is_back ? 1 : 0), end, number);
        const bool is_lost = is_forward ? __builtin_add_overflow(last_[i], number, &position)
                             : is_back  ? __builtin_sub_overflow(last_[i], number, &position)
                                        : (position = number, false);
        const bool is_too_large =
            i == line_ && position > std::numeric_limits<std::uint32_t>::max();
        if (next == nullptr || is_lost || is_too_large)
            next = oddities_.is_strict() ? parse_strict_position(at, end, i, position)
                                         : parse_odd_position(at, end, i, position);
        if (next == nullptr)
            return nullptr;
        at = next;
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
    if (at != nullptr)
        last_ = positions;
    return at;
}

const char* CostLineParser::parse_odd_counts(const char* at, const char* end,
                                             std::span<Count> counts) const {
    auto next = counts.begin();
    for (;; at += word_from(at, end).size()) {
        at = skip_blanks(at, end);
        if (at == end)
            return at;
        if (*at == '\n')
            return at + 1;
        const std::string_view word = word_from(at, end);
        const auto quoted = [&] { return in_quotes(word); };
        if (next == counts.end() || word[0] == '#') {
            oddities_.note(
                Oddity::extra_counts, at,
                [&] { return "more counts than events (" + std::to_string(counts.size()) + ")"; },
                [&] { return "the line is passed over from " + quoted() + " on"; });
            take_line(at, end, false);
            return at;
        }
        Count& count = *next++;
        std::uint64_t magnitude;
        const bool is_negative = word[0] == '-';
        if (parse_whole(at + (is_negative ? 1 : 0), end, magnitude) != nullptr &&
            magnitude <= static_cast<std::uint64_t>(std::numeric_limits<Count>::max())) {
            count = is_negative ? -static_cast<Count>(magnitude) : static_cast<Count>(magnitude);
            continue;
        }
        if (word == ".")
            continue;
        const auto expected = [] { return std::string("expected a count"); };
        const auto number = odd_number(word);
        if (!number) {
            oddities_.note(Oddity::count, at, expected, [&] { return quoted() + " counts as 0"; });
            continue;
        }
        if (number->is_too_large || (is_negative && number->magnitude > std::uint64_t{1} << 63))
            throw_too_large(at, end, "a count");
        count = static_cast<Count>(is_negative ? 0 - number->magnitude : number->magnitude);
        if (!is_negative && count < 0)
            oddities_.note(
                Oddity::wrapped_count, at, [&] { return "a count " + quoted() + " is too large"; },
                [&] { return "it is taken for " + std::to_string(count); });
        else if (!number->is_whole)
            oddities_.note(Oddity::fraction, at, expected,
                           [&] { return quoted() + " loses its fraction"; });
        else if (!number->rest.empty())
            oddities_.note(Oddity::count, at, expected,
                           [&] { return quoted() + " counts as " + std::to_string(count); });
    }
}

const char* CostLineParser::parse_counts(const char* at, const char* end,
                                         std::span<Count> counts) const {
    if (const char* const next = parse_regular_counts(at, end, counts))
        return next;
    return oddities_.is_strict() ? cg::parse_counts(at, end, counts, Radix::any)
                                 : parse_odd_counts(at, end, counts);
}

const char* CostLineParser::parse_callee(const char* at, const char* end,
                                         std::uint32_t& line) const {
    line = 0;
    const auto skip_rest = [&](const char* odd) {
        if (oddities_.is_strict())
            throw ParseError{odd, "expected a line number"};
        return std::find(odd, end, '\n');
    };
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
                return skip_rest(at);
            at = next;
            is_too_large = error == std::errc::result_out_of_range;
            if (sign == '+')
                is_too_large |= __builtin_add_overflow(last, number, &position);
            else if (sign == '-')
                is_too_large |= __builtin_sub_overflow(last, number, &position);
            else
                position = number;
        }
        if (!ends_word(at, end))
            return skip_rest(at);
        is_too_large |= position > std::numeric_limits<std::uint32_t>::max();
        if (i == line_ && i < position_count_ && !is_too_large)
            line = static_cast<std::uint32_t>(position);
    }
}

const char* CostLineParser::parse_target(const char* at, const char* end) const {
    if (oddities_.is_strict()) {
        Positions positions = last_;
        at = skip_blanks(parse_positions(at, end, positions), end);
        if (at != end && *at != '\n')
            throw ParseError{at, "expected the end of the line"};
    }
    take_line(at, end, false);
    return at;
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

const char* TreeLines::add_function(const char* at, const char* end, CompressedNames& names,
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

const char* TreeLines::add(const char* at, const char* end, CompressedNames& names,
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
