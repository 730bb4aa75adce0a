// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/pattern.hpp"

#include "rewrite/expression.hpp"

namespace cg {

struct Pattern::Compiled {
    boost::regex expression;
};

Pattern::Pattern(std::string_view expression)
    : text_(expression),
      compiled_(std::make_shared<Compiled>(
          Compiled{compile_expression(expression, 0, expression.size(), boost::regex::perl)})) {
}

bool Pattern::is_in(std::string_view name) const {
    return guarded_match(text_, name, [&] {
        return boost::regex_search(name.begin(), name.end(), compiled_->expression,
                                   boost::match_any);
    });
}

} // namespace cg
