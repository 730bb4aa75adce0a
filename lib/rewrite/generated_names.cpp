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
        // GCC and LLVM: a part or a copy of a function
        {{".llvm.", ".constprop.", ".isra.", ".part.", ".lto_priv.", ".cold.", "._omp_fn."},
         Substitution(R"(s/\.(llvm|constprop|isra|part|lto_priv|cold|_omp_fn)\.[0-9]+\b/.$1/g)")},
        {{"{lambda", "{closure"},
         Substitution(R"(s/\{(lambda[^}]*|closure|closure_env)#[0-9]+\}/{$1}/g)")},
        // lambdas by Clang
        {{"$_"}, Substitution(R"(s/\$_[0-9]+/\$_/g)")},
        // the same by LLVM's demangler
        {{"'lambda"}, Substitution(R"(s/'lambda[0-9]*'/'lambda'/g)")},
    };
    return apply_rules(rules, std::string(name));
}

std::string without_generated_parts(std::string_view name) {
    static const std::vector<Rule> rules{
        {{".llvm", ".constprop", ".isra", ".part", ".lto_priv", ".cold"},
         Substitution(R"(s/\.(llvm|constprop|isra|part|lto_priv|cold)\b//g)")}};
    return apply_rules(rules, without_generated_numbers(name));
}

} // namespace cg
