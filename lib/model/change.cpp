// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/change.hpp"

namespace cg {

Columns columns_of(const EventSet& events, const EventSet& in) {
    Columns columns;
    for (const std::string& event : events.names())
        columns.push_back(in.column(event));
    return columns;
}

Change to_line_0() {
    return {.new_line = [](std::string_view, std::string_view, Line) { return Line{0}; }};
}

Change to_events(const EventSet& events, const EventSet& in) {
    return {.events = events, .columns = columns_of(events, in)};
}

} // namespace cg
