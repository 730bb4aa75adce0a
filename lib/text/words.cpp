// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/words.hpp"

#include "text/escaping.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace cg {
namespace {

// The number of letters to add, remove, replace or swap to make one of the other. The cost of each
// pair of words is the product of their lengths.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool is_same = lower_case(a[i - 1]) == lower_case(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (is_same ? 0 : 1)});
            const bool is_swapped = i > 1 && j > 1 &&
                                    lower_case(a[i - 1]) == lower_case(b[j - 2]) &&
                                    lower_case(a[i - 2]) == lower_case(b[j - 1]);
            if (is_swapped)
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b.size()];
}

} // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> words) {
    constexpr std::size_t longest = 100;
    std::optional<std::string> found;
    std::size_t fewest = longest;
    for (const std::string& candidate : words) {
        if (word.size() > longest || candidate.size() > longest)
            continue;
        const std::size_t wrong = distance(word, candidate);
        if (wrong < fewest && 3 * wrong <= std::max(word.size(), candidate.size())) {
            fewest = wrong;
            found = candidate;
        }
    }
    return found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> words,
                         std::string_view before) {
    const auto found = nearest(word, words);
    if (!found)
        return "";
    return " (did you mean " + std::string(before) + text_for(EscapingContext::message, *found) +
           "?)";
}

namespace {

bool is_in_identifier(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) || byte == '_' || byte == '$';
}

// Returns the length of the operator with < or > in its name, or of the arrow, that begins here.
std::size_t operator_at(std::string_view name, std::size_t at) {
    static constexpr std::array operators = {
        "operator<=>", "operator<<=", "operator>>=", "operator->*", "operator<<", "operator>>",
        "operator<=",  "operator>=",  "operator->",  "operator<",   "operator>",  "->"};
    if (at == name.size() || (name[at] != 'o' && name[at] != '-'))
        return 0; // nearly all bytes, of nearly all names
    for (const std::string_view known : operators)
        if (name.substr(at).starts_with(known) &&
            (known == "->" || at == 0 || !is_in_identifier(name[at - 1])))
            return known.size();
    return 0;
}

// Returns, for the index of each <, the index of its >, or 0. Takes linear time, because a name may
// be long and consist of brackets only. A < or > in parentheses does not match one outside:
// f<(a > b)>.
std::vector<std::size_t> pairs(std::string_view name) {
    std::vector<std::size_t> closing(name.size()), open;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (const std::size_t length = operator_at(name, at)) {
            at += length - 1;
        } else if (name[at] == '<' || name[at] == '(') {
            open.push_back(at);
        } else if (name[at] == '>' && !open.empty() && name[open.back()] == '<') {
            closing[open.back()] = at;
            open.pop_back();
        } else if (name[at] == ')') {
            while (!open.empty() && name[open.back()] == '<')
                open.pop_back();
            if (!open.empty())
                open.pop_back();
        }
    }
    return closing;
}

// Returns true for a < that does not begin template arguments: in Rust's <T as Trait>::f, which has
// no name before it, and in GCC's <lambda(int)>.
bool is_part_of_name(std::string_view name, std::size_t at) {
    constexpr std::string_view before = " (,<&*";
    return at == 0 || before.find(name[at - 1]) != before.npos ||
           name.substr(at).starts_with("<lambda");
}

} // namespace

std::string without_template_arguments(std::string_view name) {
    const std::vector<std::size_t> closing = pairs(name);
    std::string shorter;
    bool is_after_operator = false; // or a blank after one, as in operator< <int>
    for (std::size_t at = 0; at < name.size();) {
        if (const std::size_t length = operator_at(name, at)) {
            shorter += name.substr(at, length);
            at += length;
            is_after_operator = true;
            continue;
        }
        const bool folds = closing[at] > 0 && (is_after_operator || !is_part_of_name(name, at));
        is_after_operator &= name[at] == ' ';
        if (folds) {
            shorter += "<…>";
            at = closing[at] + 1;
        } else {
            shorter += name[at++];
        }
    }
    return shorter;
}

} // namespace cg
