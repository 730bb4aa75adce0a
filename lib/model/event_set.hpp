// SPDX-License-Identifier: GPL-2.0-or-later
// The events of a profile: names in order; the position is the column of the counts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// The suffix of cg_diff's events for the first profile's counts.
inline constexpr const char* base_suffix = "@base";

class EventSet {
  public:
    EventSet() = default;
    // Throws std::invalid_argument if a name is empty, contains white space or occurs twice.
    explicit EventSet(std::vector<std::string> names);

    std::size_t size() const { return names_.size(); }
    const std::string& operator[](std::size_t column) const { return names_[column]; }
    const std::vector<std::string>& names() const { return names_; }
    std::optional<std::size_t> column(std::string_view name) const;
    // Returns the column X@base of an event X.
    std::optional<std::size_t> base_of(std::size_t column) const;
    // Returns true for a column X@base if there is an event X.
    bool is_base(std::size_t column) const;
    // Returns the columns that are not bases, in order.
    std::vector<std::size_t> own_columns() const;
    bool has_bases() const { return own_columns().size() < size(); }

    friend bool operator==(const EventSet&, const EventSet&) = default;

  private:
    std::vector<std::string> names_;
    std::vector<std::size_t> by_name_; // columns, in the order of their names
};

// Events whose counts are inclusive: of functions with all that they call.

inline constexpr std::string_view inclusive_suffix = ":inclusive";
inline constexpr std::string_view calls_event = "calls"; // how often functions were called

// Returns true if the counts of functions add up to more than the total.
inline bool is_inclusive(std::string_view event) {
    return event.ends_with(inclusive_suffix);
}

// The events that users name on the command line.

// Returns the column of the event with this name or, if there is none, of the only one with the
// same letters in another case: `unused1` is Unused1.
std::optional<std::size_t> meant_event(const EventSet& events, std::string_view name);

// Returns the names for a message: "Ir, I1mr". Of many, only the first ones.
std::string listed(const EventSet& events);

// Returns the message for a name that is no event: "the profile has no event 'I1rm' (did you
// mean I1mr?); it has Ir, I1mr". It also names --derive, or --cycles, if that makes it.
std::string no_such_event(const EventSet& events, std::string_view name);

} // namespace cg
