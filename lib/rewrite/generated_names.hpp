// SPDX-License-Identifier: GPL-2.0-or-later
// Removes the compiler-generated parts of names.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// Replaces the numbers of parts and copies of functions: .part.0 becomes .part, inner.1234 and the
// copies that LLVM made become inner.N.
std::string without_copy_numbers(std::string_view name);

// Drops hashes of Rust (17h...E, ::h0123..., [0123...], Cs0123..._, crate-0123...,
// /rustc/<hash>/), and the numbers of lambdas and closures ({lambda(int)#1}, {closure#0}, $_0,
// 'lambda0', Go's func1) and of functions in OCaml, Nim and Julia too.
std::string without_generated_numbers(std::string_view name);

// Drops the suffixes .llvm.N, .constprop.N, .isra.N, .part.N, .cold, .lto_priv.N, .__uniq.N,
// .localalias.N and .N too.
std::string without_generated_parts(std::string_view name);

} // namespace cg
