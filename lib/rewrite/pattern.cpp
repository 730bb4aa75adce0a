// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/pattern.hpp"

#include "rewrite/expression.hpp"

namespace cg {

Pattern::Pattern(std::string_view expression)
    : expression_(
          std::make_shared<Expression>(expression, Range{0, expression.size()}, SyntaxFlags())) {
}

bool Pattern::is_in(std::string_view name) const {
    return expression_->is_in(name);
}

const std::string& Pattern::text() const {
    return expression_->text();
}

} // namespace cg
