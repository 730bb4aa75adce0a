// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/new_names.hpp"

namespace cg {

Calls NewNamesOfCalls::apply(const Calls& calls) const {
    const auto new_name = [&](const CalledName& old) {
        const auto to = functions_.find({old.file, old.name});
        return to == functions_.end() ? old
                                      : CalledName{old.object, to->second.file, to->second.name};
    };
    return changed_calls(calls, calls.event_count(), {.new_name = new_name});
}

} // namespace cg
