// SPDX-License-Identifier: GPL-2.0-or-later
// The events of a profile: names in order; the position is the column of the counts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

class EventSet {
  public:
    EventSet() = default;
    // Throws std::invalid_argument when a name is empty, holds white space or occurs twice.
    explicit EventSet(std::vector<std::string> names);

    std::size_t size() const { return names_.size(); }
    const std::string& operator[](std::size_t column) const { return names_[column]; }
    const std::vector<std::string>& names() const { return names_; }
    std::optional<std::size_t> column(std::string_view name) const;

    friend bool operator==(const EventSet&, const EventSet&) = default;

  private:
    std::vector<std::string> names_;
};

} // namespace cg
