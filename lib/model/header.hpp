// SPDX-License-Identifier: GPL-2.0-or-later
// The description of a run in a profile.
#pragma once

#include "model/event_set.hpp"
#include "model/fwd.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cg {

struct Header {
    std::vector<std::string> desc; // the desc: lines, without keyword and leading white space
    std::string cmd;               // the command line of the profiled program
    EventSet events;
    // The cost of the complete run, by event, if the file states another than its counts add up
    // to. Percentages are of it (model/profile.hpp).
    std::map<std::string, Count, std::less<>> totals_of_run{};
};

} // namespace cg
