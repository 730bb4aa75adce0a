// SPDX-License-Identifier: GPL-2.0-or-later
// s/old/new/flags: the users' expressions to change names, and ours.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cg {

// s/old/new/flags: the users' expressions to change names.

// Accepts regular expressions of Python's re, like Valgrind's cg_annotate, and syntax of Perl, like
// the older cg_diff, unless it contradicts Python's. Any punctuation can be the delimiter (also
// s,a,b, and s{a}{b}); flags are g, i and x. A value; copies share the compiled expression.
class Substitution {
  public:
    // Throws UsageError with the column of the error.
    explicit Substitution(std::string_view expression);

    // Returns the name with the first match replaced (every match with g). Throws Error if the
    // expression backtracks too much, or if the result contains a newline, which a profile can't
    // hold.
    std::string operator()(std::string_view name) const;

    const std::string& text() const;

  private:
    struct Compiled;
    std::shared_ptr<const Compiled> compiled_;
};

// Applies all substitutions in order.
std::string substitute(std::span<const Substitution> substitutions, std::string_view name);
// Returns substitute() as a function of the name, which is empty if there are no substitutions.
// These must outlive it.
std::function<std::string(std::string_view)> name_map(std::span<const Substitution> substitutions);

// Removes the compiler-generated parts of names.

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

// Drops which processors the C library's variant of a function is for, too:
// __memcpy_avx_unaligned_erms and __memmove_sse2_unaligned become memmove, for these two are one
// function there; __sin_fma and __sin_sse2 become sin.
std::string without_processors(std::string_view name);

} // namespace cg
