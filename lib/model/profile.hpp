// SPDX-License-Identifier: GPL-2.0-or-later
// A profile is a value: the contents of a cachegrind file, or the result of an operation.
#pragma once

#include "model/calls.hpp"
#include "model/cost_table.hpp"
#include "model/event_set.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cg {

struct Header {
    std::vector<std::string> desc; // the desc: lines, without keyword and leading white space
    std::string cmd;               // the command line of the profiled program
    EventSet events;
    // What the file says that the complete run cost, by event, if its counts add up to something
    // else. Percentages are of it (model/percent_base.hpp).
    std::map<std::string, Count, std::less<>> totals_of_run{};
};

struct Profile {
    Header header;
    Names names; // of the files and functions in costs
    CostTable costs;
    std::vector<Count> summary; // a count for each event; equals costs.total()
    // The calls, if they are known, with the same events as costs.
    std::optional<Calls> calls = std::nullopt;
};

} // namespace cg
