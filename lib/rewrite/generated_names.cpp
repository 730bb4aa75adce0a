// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/generated_names.hpp"

#include "rewrite/substitution.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace cg {
namespace {

struct Rule {
    std::vector<std::string_view> parts; // one of these is in each match
    Substitution substitution;
};

// Looks for the parts before it applies an expression: few names contain one, and the search takes
// a small fraction of the expression's time.
std::string apply_rules(std::span<const Rule> rules, std::string name) {
    for (const auto& [parts, substitution] : rules)
        if (std::ranges::any_of(
                parts, [&](std::string_view part) { return name.find(part) != name.npos; }))
            name = substitution(name);
    return name;
}

} // namespace

std::string without_copy_numbers(std::string_view name) {
    static const std::vector<Rule> rules{
        // GCC and LLVM: a part or a copy of a function
        {{".llvm.", ".constprop.", ".isra.", ".part.", ".lto_priv.", ".cold.", "._omp_fn.",
          ".__uniq.", ".localalias."},
         Substitution(R"(s/\.(llvm|constprop|isra|part|lto_priv|cold|_omp_fn|__uniq|localalias))"
                      R"(\.[0-9]+\b/.$1/g)")},
        // inner.1234: functions in functions of GNAT, GCC and Fortran, closures of Go, LLVM's
        // copies
        {{"."}, Substitution(R"(s/\.[0-9]+(?=[.\]]|$)/.N/g)")},
    };
    return apply_rules(rules, std::string(name));
}

std::string without_generated_numbers(std::string_view name) {
    static const std::vector<Rule> rules{
        // Rust, legacy mangling
        {{"17h"}, Substitution(R"(s/17h[0-9a-f]{16}E/E/g)")},
        // the same, demangled
        {{"::h"}, Substitution(R"(s/::h[0-9a-f]{16}\b//g)")},
        // Rust, v0 mangling: a crate
        {{"Cs"}, Substitution(R"(s/Cs[0-9A-Za-z]{6,12}_(?=[0-9]+[a-z_])/C/g)")},
        // the same, demangled
        {{"["}, Substitution(R"(s/\[[0-9a-f]{8,16}\]//g)")},
        // sources of Rust's own library
        {{"/rustc/"}, Substitution(R"(s{/rustc/[0-9a-f]{40}/}{/rustc/}g)")},
        // serde-0123456789abcdef
        {{"-"}, Substitution(R"(s/-[0-9a-f]{16}\b//g)")},
        {{"{lambda", "{closure"},
         Substitution(R"(s/\{(lambda[^}]*|closure|closure_env)#[0-9]+\}/{$1}/g)")},
        // lambdas by Clang
        {{"$_"}, Substitution(R"(s/\$_[0-9]+/\$_/g)")},
        // the same by LLVM's demangler
        {{"'lambda"}, Substitution(R"(s/'lambda[0-9]*'/'lambda'/g)")},
        // Go
        {{".func", "wrap"}, Substitution(R"(s/\.(func|gowrap|deferwrap)[0-9]+\b/.$1/g)")},
        // OCaml: camlList__map_123, camlList__map_123_456_code
        {{"caml"}, Substitution(R"(s/^(caml[A-Z].*?)(_[0-9]+_[0-9]+_code|_[0-9]+)$/$1/)")},
        // Nim: add__vectors_u123, but not add__vectors_u64
        {{"_u"}, Substitution(R"(s/(\w__\w+_u)(?!(8|16|32|64|128)$)[0-9]+$/$1/)")},
        // Julia: julia_map_123, and julia_#5_123 without a name
        {{"julia_#", "jfptr_#"}, Substitution(R"(s/^(julia|jfptr)_#[0-9]+(#[0-9]+)?/$1_#/)")},
        {{"julia_", "jfptr_", "japi", "jlplt_", "jlsys_"},
         Substitution(R"(s/^((julia|jfptr|japi[0-9]|jlplt|jlsys)_.+)_[0-9]+(\.N)?$/$1/)")},
    };
    return apply_rules(rules, without_copy_numbers(name));
}

std::string without_generated_parts(std::string_view name) {
    static const std::vector<Rule> rules{
        {{"."},
         Substitution(
             R"(s/\.(N|llvm|constprop|isra|part|lto_priv|cold|__uniq|localalias)(?=[.\]]|$)//g)")},
        {{" [clone ]"}, Substitution(R"(s/ \[clone \]//g)")}};
    return apply_rules(rules, without_generated_numbers(name));
}

} // namespace cg
