// SPDX-License-Identifier: GPL-2.0-or-later
// Shortens C++ and Rust names: replaces the text between < and >.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// std::vector<int, std::allocator<int> >::push_back becomes std::vector<…>::push_back. Operators
// (operator<, operator<<=, operator->, ...) and arrows stay, and what is not balanced; so does
// what is no argument: <Vec<u8> as Clone>::clone becomes <Vec<…> as Clone>::clone.
std::string without_template_arguments(std::string_view name);

} // namespace cg
