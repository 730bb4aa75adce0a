// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/meant_event.hpp"

#include "text/escaping.hpp"
#include "text/words.hpp"

namespace cg {

std::optional<std::size_t> meant_event(const EventSet& events, std::string_view name) {
    if (const auto column = events.column(name))
        return column;
    std::optional<std::size_t> found;
    for (std::size_t column = 0; column < events.size(); ++column)
        if (equal_ignoring_case(events[column], name)) {
            if (found)
                return std::nullopt;
            found = column;
        }
    return found;
}

std::string no_such_event(const EventSet& events, std::string_view name) {
    constexpr std::size_t longest_list = 300; // a profile may have thousands of events
    std::string list;
    for (const std::string& event : events.names()) {
        if (list.size() > longest_list) {
            list += ", …";
            break;
        }
        list += (list.empty() ? "" : ", ") + text_for(Destination::message, event);
    }
    return "the profile has no event " + in_quotes(name) + did_you_mean(name, events.names()) +
           "; it has " + list;
}

} // namespace cg
