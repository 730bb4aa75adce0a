// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/known_event.hpp"

#include "text/words.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>

namespace cg {

const KnownEvent* known_event(std::string_view name) {
    const std::size_t at = name.find('@');
    if (at + 1 < name.size() && '1' <= name[at + 1] && name[at + 1] <= '9')
        name = name.substr(0, at + 1);
    const auto* const found = std::ranges::find_if(known_events, [&](const KnownEvent& event) {
        return equal_ignoring_case(event.name, name);
    });
    return found == std::end(known_events) ? nullptr : found;
}

std::string command_to_count(const std::vector<std::string>& events) {
    std::set<CountedBy> counted_by; // in their order
    for (const std::string& name : events)
        if (const KnownEvent* const event = known_event(name))
            counted_by.insert(event->counted_by);
    std::string options;
    for (const CountedBy needed : counted_by)
        for (const auto word :
             std::string_view(counting_options[static_cast<std::size_t>(needed)]) |
                 std::views::split(' ')) {
            const std::string option = " " + std::string(word.begin(), word.end());
            if (options.find(option) == options.npos)
                options += option;
        }
    return options.empty() ? "" : "valgrind --tool=cachegrind" + options;
}

} // namespace cg
