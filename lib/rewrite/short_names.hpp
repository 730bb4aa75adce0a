// SPDX-License-Identifier: GPL-2.0-or-later
// C++ and Rust names without what is between < and >.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// std::vector<int, std::allocator<int> >::push_back becomes std::vector<…>::push_back. Operators
// (operator<, operator<<=, operator->, ...) and arrows stay; what is not balanced too.
std::string without_template_arguments(std::string_view name);

} // namespace cg
