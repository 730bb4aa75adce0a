// SPDX-License-Identifier: GPL-2.0-or-later
// The first line is an expression, s/old/new/ or for --function, the others are names.
#include "../targets.hpp"
#include "error/error.hpp"
#include "rewrite/pattern.hpp"
#include "rewrite/substitution.hpp"

#include <string>

namespace cg::fuzz {
namespace {

// Calls visit with each line after the first.
template <typename Visit>
void for_each_name(std::string_view bytes, const Visit& visit) {
    for (std::size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n')) {
        bytes.remove_prefix(end + 1);
        visit(bytes.substr(0, bytes.find('\n')));
    }
}

} // namespace

void expression(std::string_view bytes) {
    const std::string_view expression = bytes.substr(0, bytes.find('\n'));
    try {
        const Pattern pattern(expression);
        for_each_name(bytes, [&](std::string_view name) { pattern.is_in(name); });
    } catch (const UsageError&) {
    } catch (const Error&) {
    }
    try {
        const Substitution substitution(expression);
        for_each_name(bytes, [&](std::string_view name) {
            require(substitution(name).find('\n') == std::string::npos, "a name has no newline");
        });
    } catch (const UsageError&) {
    } catch (const Error&) {
    }
}

} // namespace cg::fuzz
