// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/columns.hpp"
#include "model/cost_table_builder.hpp"

#include "error/error.hpp"

#include <string>

namespace cg {

std::vector<std::size_t> same_columns(const EventSet& wanted, const EventSet& given) {
    std::vector<std::size_t> columns;
    std::string missing;
    std::string extra;
    for (const std::string& event : wanted.names()) {
        if (const auto column = given.column(event))
            columns.push_back(*column);
        else
            missing += (missing.empty() ? "" : " ") + event;
    }
    for (const std::string& event : given.names())
        if (!wanted.column(event))
            extra += (extra.empty() ? "" : " ") + event;
    if (missing.empty() && extra.empty())
        return columns;
    throw Error(
        "the events differ: " +
        (missing.empty() ? "" : "only the first has " + missing + (extra.empty() ? "" : ", ")) +
        (extra.empty() ? "" : "only the other has " + extra));
}

} // namespace cg
