// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/short_names.hpp"

#include <array>
#include <cctype>
#include <vector>

namespace cg {
namespace {

bool is_in_identifier(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) || byte == '_' || byte == '$';
}

// Returns the length of the operator with < or > in its name, or of the arrow, that begins here.
std::size_t operator_at(std::string_view name, std::size_t at) {
    static constexpr std::array operators = {
        "operator<=>", "operator<<=", "operator>>=", "operator->*", "operator<<", "operator>>",
        "operator<=",  "operator>=",  "operator->",  "operator<",   "operator>",  "->"};
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

// Returns true for a < that does not begin template arguments: that of Rust's <T as Trait>::f,
// which has no name before it, and that of GCC's <lambda(int)>.
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
