// SPDX-License-Identifier: GPL-2.0-or-later
// Names of functions, where there is no room for them: what goes first, and what stays.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// A part of a name that can be left out: bytes from `begin` to `end`. "…" replaces it if it is
// marked.
struct NameCut {
    std::size_t begin;
    std::size_t end;
    bool is_marked;
};

// The parts of a function's name that can be left out, in the order in which they go where there is
// no room. A cut contains earlier ones or does not touch their letters. After all of them, the last
// component is left: push_back of std::vector<int>::push_back(int const&).
//
//   1. tags of ABIs and Rust's hash; arguments, (…); arguments of templates, <…>
//   2. the return type, and Rust's "as Trait"
//   3. what follows the name: arguments, const, [clone .cold], (inlined), the path of a script
//   4. namespaces, types and modules, from the left: …vector<…>::push_back
//   5. the last component's own <…>
//
// Knows the names of C++, Rust, Go, D, Ada, OCaml, Nim and Swift. Takes linear time.
struct NameCuts {
    std::vector<NameCut> cuts;
    std::size_t of_arguments = 0; // the number of the first ones, those of 1.
};
NameCuts cuts_of(std::string_view name);

// Returns the name without the first `count` cuts.
std::string with_cuts(std::string_view name, const NameCuts& cuts, std::size_t count);

// Returns the name in at most `columns` columns (width_of()), with as few cuts as possible. If the
// last component alone does not fit, its beginning and "…". The name is well-formed UTF-8.
std::string fit_name(std::string_view name, std::size_t columns);

// Returns the name for a message on stderr, in at most 100 columns, with unprintable bytes escaped.
std::string function_for_message(std::string_view name);

// Returns the name with <…> for the arguments of templates, in C++ and Rust.
// std::vector<int, std::allocator<int> >::push_back becomes std::vector<…>::push_back. Operators
// (operator<, operator<<=, operator->, ...), arrows, unbalanced brackets and brackets around no
// arguments stay: <Vec<u8> as Clone>::clone becomes <Vec<…> as Clone>::clone.
std::string without_template_arguments(std::string_view name);

} // namespace cg
