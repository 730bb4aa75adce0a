// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/short_names.hpp"

#include <array>

namespace cg {
namespace {

// The length of an operator with < or > in its name that begins here, or of an arrow.
std::size_t operator_at(std::string_view left) {
    static constexpr std::array operators = {
        "operator<=>", "operator<<=", "operator>>=", "operator->*", "operator<<", "operator>>",
        "operator<=",  "operator>=",  "operator->",  "operator<",   "operator>",  "->"};
    for (const std::string_view known : operators)
        if (left.starts_with(known))
            return known.size();
    return 0;
}

// Behind the > that belongs to the < at begin, or npos.
std::size_t end_of_arguments(std::string_view name, std::size_t begin) {
    std::size_t depth = 0;
    for (std::size_t at = begin; at < name.size(); ++at) {
        if (const std::size_t length = operator_at(name.substr(at)))
            at += length - 1;
        else if (name[at] == '<')
            ++depth;
        else if (name[at] == '>' && --depth == 0)
            return at + 1;
    }
    return name.npos;
}

} // namespace

std::string without_template_arguments(std::string_view name) {
    std::string shorter;
    for (std::size_t at = 0; at < name.size();) {
        if (const std::size_t length = operator_at(name.substr(at))) {
            shorter += name.substr(at, length);
            at += length;
            continue;
        }
        const std::size_t end = name[at] == '<' ? end_of_arguments(name, at) : name.npos;
        if (end == name.npos) {
            shorter += name[at++];
        } else {
            shorter += "<…>";
            at = end;
        }
    }
    return shorter;
}

} // namespace cg
