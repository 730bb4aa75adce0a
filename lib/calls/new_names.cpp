// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/new_names.hpp"

namespace cg {

Calls NewNamesOfCalls::apply(const Calls& calls) const {
    const auto new_name = [&](const CalledName& old, CalledNumber) {
        const auto to = places_.find({old.file, old.name});
        return to == places_.end() || !to->second.has_name
                   ? old
                   : CalledName{old.object, to->second.place.file, to->second.place.name};
    };
    const auto new_place = [&](std::string_view file, std::string_view name, CalledNumber) {
        const auto to = places_.find({std::string(file), std::string(name)});
        return to == places_.end() ? RowPlace{std::string(file), std::string(name)}
                                   : to->second.place;
    };
    return changed_calls(calls, calls.event_count(),
                         {.new_name = new_name, .new_place = new_place});
}

} // namespace cg
