// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/generated_names.hpp"

#include "rewrite/substitution.hpp"

#include <vector>

namespace cg {
namespace {

std::vector<Substitution> substitutions(std::initializer_list<const char*> expressions) {
    return {expressions.begin(), expressions.end()};
}

} // namespace

std::string without_generated_numbers(std::string_view name) {
    static const auto all = substitutions({
        R"(s/17h[0-9a-f]{16}E/E/g)",                     // Rust, legacy mangling
        R"(s/::h[0-9a-f]{16}\b//g)",                     // the same, demangled
        R"(s/Cs[0-9A-Za-z]{6,12}_(?=[0-9]+[a-z_])/C/g)", // Rust, v0 mangling: a crate
        R"(s/\[[0-9a-f]{8,16}\]//g)",                    // the same, demangled
        R"(s{/rustc/[0-9a-f]{40}/}{/rustc/}g)",          // sources of Rust's own library
        R"(s/-[0-9a-f]{16}\b//g)",                       // serde-0123456789abcdef
        R"(s/\.(llvm|constprop|isra|part|lto_priv|cold|_omp_fn)\.[0-9]+\b/.$1/g)",
        R"(s/\{(lambda[^}]*|closure|closure_env)#[0-9]+\}/{$1}/g)",
        R"(s/\$_[0-9]+/\$_/g)",           // lambdas by Clang
        R"(s/'lambda[0-9]*'/'lambda'/g)", // the same by LLVM's demangler
    });
    return substitute(all, name);
}

std::string without_generated_parts(std::string_view name) {
    static const auto all = substitutions({R"(s/\.(llvm|constprop|isra|part|lto_priv|cold)\b//g)"});
    return substitute(all, without_generated_numbers(name));
}

} // namespace cg
