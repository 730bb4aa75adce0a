// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/lost.hpp"

namespace cg {

std::optional<std::string> note_of_lost_calls(std::size_t profiles, std::size_t without_calls,
                                              std::size_t with_arcs_only) {
    const auto some_of_all = [&](std::size_t some) {
        return std::to_string(some) + " of " + std::to_string(profiles) + " profiles " +
               (some == 1 ? "has" : "have");
    };
    if (without_calls > 0 && without_calls < profiles)
        return some_of_all(without_calls) + " no calls, so the result has none";
    if (without_calls == 0 && with_arcs_only > 0 && with_arcs_only < profiles)
        return some_of_all(with_arcs_only) +
               " no tree of calls, so the result has callers and callees only";
    return std::nullopt;
}

} // namespace cg
