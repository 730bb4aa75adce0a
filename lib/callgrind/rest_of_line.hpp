// SPDX-License-Identifier: GPL-2.0-or-later
// A parser of Boost.Spirit X3 for the rest of a line and its end, which is not part of the
// attribute. The builder says whether lines end in CR LF: lines_end_in_cr_lf().
#pragma once

#include "text/scan.hpp"

#include <boost/spirit/home/x3.hpp>
#include <string_view>

namespace cg {

template <typename Builder>
struct RestOfLine : boost::spirit::x3::parser<RestOfLine<Builder>> {
    using attribute_type = std::string_view;
    static constexpr bool has_attribute = true;
    const Builder& builder;

    explicit RestOfLine(const Builder& b) : builder(b) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(const char*& first, const char* const& last, const Context&, RContext&,
               Attribute& attribute) const {
        boost::spirit::x3::traits::move_to(take_line(first, last, builder.lines_end_in_cr_lf()),
                                           attribute);
        return true;
    }
};

} // namespace cg
