// SPDX-License-Identifier: GPL-2.0-or-later
// Removes the compiler-generated parts of names.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// Drops hashes of Rust (17h...E, ::h0123..., [0123...], Cs0123..._, crate-0123...,
// /rustc/<hash>/), the numbers of parts of functions (.part.0 becomes .part) and those of
// lambdas and closures ({lambda(int)#1}, {closure#0}, $_0, 'lambda0').
std::string without_generated_numbers(std::string_view name);

// Drops the suffixes .llvm.N, .constprop.N, .isra.N, .part.N, .cold and .lto_priv.N too.
std::string without_generated_parts(std::string_view name);

} // namespace cg
