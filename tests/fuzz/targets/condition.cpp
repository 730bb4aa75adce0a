// SPDX-License-Identifier: GPL-2.0-or-later
// Arguments of --fail-if and --min, on counts as far as they go.
#include "algebra/condition.hpp"
#include "../targets.hpp"
#include "error/error.hpp"
#include "model/event_set.hpp"

#include <limits>

namespace cg::fuzz {

void condition(std::string_view bytes) {
    constexpr Count least = std::numeric_limits<Count>::min();
    constexpr Count most = std::numeric_limits<Count>::max();
    const EventSet events({"A", "B"});
    try {
        const Condition condition{std::string(bytes)};
        condition.check_events(events);
        require(meant_event(events, condition.main_event()).has_value(), "its event is known");
        for (const Count difference : {least, Count{-1}, Count{0}, Count{1}, most})
            for (const Count base : {least, Count{0}, Count{1}, most}) {
                const Count differences[] = {difference, base};
                const Count bases[] = {base, difference};
                condition.holds(events, differences, bases);
            }
    } catch (const UsageError&) {
    }
}

} // namespace cg::fuzz
