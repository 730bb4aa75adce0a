// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event_set.hpp"

#include "model/containers.hpp"
#include "text/escaping.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <stdexcept>
#include <string_view>

namespace cg {

EventSet::EventSet(std::vector<std::string> names) : names_(std::move(names)) {
    for (const std::string& name : names_)
        if (name.empty() || name.find_first_of(" \t\n\r\v\f") != std::string::npos)
            throw std::invalid_argument(in_quotes(name) + " is not a valid name of an event");
    const auto name_of = [this](std::size_t column) { return std::string_view(names_[column]); };
    by_name_ = numbers_below(names_.size());
    std::ranges::sort(by_name_, {}, name_of);
    const auto twice = std::ranges::adjacent_find(by_name_, {}, name_of);
    if (twice != by_name_.end())
        throw std::invalid_argument("event " + in_quotes(names_[*twice]) + " is named twice");
}

std::optional<std::size_t> EventSet::column(std::string_view name) const {
    const auto name_of = [this](std::size_t column) { return std::string_view(names_[column]); };
    const auto found = std::ranges::lower_bound(by_name_, name, {}, name_of);
    if (found == by_name_.end() || names_[*found] != name)
        return std::nullopt;
    return *found;
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

std::vector<std::size_t> EventSet::own_columns() const {
    std::vector<std::size_t> columns;
    std::ranges::copy_if(std::views::iota(std::size_t{0}, size()), std::back_inserter(columns),
                         [this](std::size_t column) { return !is_base(column); });
    return columns;
}

std::optional<std::size_t> meant_event(const EventSet& events, std::string_view name) {
    if (const auto column = events.column(name))
        return column;
    auto found = std::views::iota(std::size_t{0}, events.size()) |
                 std::views::filter(
                     [&](std::size_t column) { return equal_ignoring_case(events[column], name); });
    const bool is_one = !found.empty() && std::ranges::next(found.begin()) == found.end();
    return is_one ? std::optional(found.front()) : std::nullopt;
}

std::string listed(const EventSet& events) {
    constexpr std::size_t longest_list = 300; // a profile may have thousands of events
    std::string list;
    for (const std::string& event : events.names()) {
        if (list.size() > longest_list)
            return list + ", …";
        list += (list.empty() ? "" : ", ") + text_for(EscapingContext::message, event);
    }
    return list;
}

std::string no_such_event(const EventSet& events, std::string_view name) {
    std::string message = "the profile has no event " + in_quotes(name) +
                          did_you_mean(name, events.names()) + "; it has " + listed(events);
    if (equal_ignoring_case(name, "EstCycles"))
        message += "; --cycles adds it";
    else if (name.find_first_of("*/+") != std::string_view::npos)
        message += "; cg_show and cg_filter derive others: --derive=NAME=" +
                   text_for(EscapingContext::message, name);
    return message;
}

} // namespace cg
