// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/tree_lines.hpp"

#include "callgrind/cost_lines.hpp"
#include "error/error.hpp"
#include "model/call_tree.hpp"
#include "model/calls.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace cg {
namespace {

constexpr std::string_view root_words[path_starts] = {"thread", "signal", "missing"};

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
                                          names.function(begin, name), static_cast<Line>(line)));
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

std::vector<Count> TreeLines::own_costs(std::size_t functions) const {
    std::vector<Count> sums((functions + path_starts) * event_count_);
    for (const CallTree& tree : trees_)
        add_to(sums, cg::own_costs(tree, functions));
    return sums;
}

CallTree TreeLines::finish(std::span<const CalledNumber> new_numbers) {
    if (trees_.size() == 1) {
        CallTree tree = std::move(trees_[0]);
        tree.renumber(new_numbers);
        if (tree.is_canonical())
            return tree;
        if (auto ordered = in_canonical_order(tree))
            return *std::move(ordered);
        trees_[0] = std::move(tree);
    } else {
        for (CallTree& tree : trees_)
            tree.renumber(new_numbers);
    }
    CallTreeBuilder sum(event_count_);
    for (const CallTree& tree : trees_)
        sum.add(tree);
    return std::move(sum).finish();
}

} // namespace cg
