// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event_set.hpp"

#include <algorithm>
#include <stdexcept>

namespace cg {

EventSet::EventSet(std::vector<std::string> names) : names_(std::move(names)) {
    // Quadratic, but events are few: Cachegrind's own are 13 at most.
    for (auto name = names_.begin(); name != names_.end(); ++name) {
        if (name->empty() || name->find_first_of(" \t\n\r\v\f") != std::string::npos)
            throw std::invalid_argument("'" + *name + "' is no name for an event");
        if (std::find(names_.begin(), name, *name) != name)
            throw std::invalid_argument("event '" + *name + "' is named twice");
    }
}

std::optional<std::size_t> EventSet::column(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
}

} // namespace cg
