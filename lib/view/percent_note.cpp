// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/percent_note.hpp"

#include "text/destination.hpp"

namespace cg {

std::optional<std::string> note_of_percent_base(const Profile& profile) {
    std::string said, counted;
    for (std::size_t i = 0; i < profile.header.events.size(); ++i) {
        const std::string& event = profile.header.events[i];
        const auto total = profile.header.totals_of_run.find(event);
        if (total == profile.header.totals_of_run.end())
            continue;
        const std::string separator = said.empty() ? "" : ", ";
        said +=
            separator + std::to_string(total->second) + " " + text_for(Destination::message, event);
        counted += separator + std::to_string(profile.summary[i]);
    }
    if (said.empty())
        return std::nullopt;
    return "the summary says " + said + ", but the counts add up to " + counted +
           ": percentages are of the summary";
}

} // namespace cg
