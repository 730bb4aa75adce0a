// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/generated_names.hpp"

#include "rewrite/substitution.hpp"

#include <vector>

namespace cg {

std::string without_generated_parts(std::string_view name) {
    static const std::vector<Substitution> substitutions = [] {
        std::vector<Substitution> all;
        for (const char* const expression : {
                 R"(s/17h[0-9a-f]{16}E/E/g)",            // Rust, legacy mangling
                 R"(s/::h[0-9a-f]{16}\b//g)",            // the same, demangled
                 R"(s/\[[0-9a-f]{8,16}\]//g)",           // Rust, v0: core[0123456789abcdef]::
                 R"(s{/rustc/[0-9a-f]{40}/}{/rustc/}g)", // sources of Rust's own library
                 R"(s/-[0-9a-f]{16}\b//g)",              // serde-0123456789abcdef
                 R"(s/\.(llvm|constprop|isra|part|lto_priv|cold)(\.[0-9]+)?\b//g)",
                 R"(s/\{(lambda[^}]*|closure|closure_env)#[0-9]+\}/{$1}/g)",
                 R"(s/\$_[0-9]+/\$_/g)",           // lambdas by Clang
                 R"(s/'lambda[0-9]*'/'lambda'/g)", // the same by LLVM's demangler
             })
            all.emplace_back(expression);
        return all;
    }();
    return substitute(substitutions, name);
}

} // namespace cg
