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

std::optional<std::size_t> EventSet::base_of(std::size_t column) const {
    return this->column(names_[column] + base_suffix);
}

bool EventSet::is_base(std::size_t column) const {
    std::string_view name = names_[column];
    if (!name.ends_with(base_suffix))
        return false;
    name.remove_suffix(std::string_view(base_suffix).size());
    return this->column(name).has_value();
}

} // namespace cg
