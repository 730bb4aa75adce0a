// SPDX-License-Identifier: GPL-2.0-or-later
// Checks by their headers whether profiles can be summed.
#pragma once

#include "model/profile.hpp"

#include <string>
#include <vector>

namespace cg {

class HeaderCheck {
  public:
    HeaderCheck(std::string file, const Header& first, bool force);

    // Throws Error if both have misses, of different caches, which would not add up. With `force`
    // it only counts such profiles.
    void compare(const std::string& file, const Header& header);

    // Returns notes with the number of profiles that have other caches or commands than the first.
    std::vector<std::string> notes() const;

  private:
    std::string first_file_;
    Header first_;
    std::string file_with_misses_; // the first one that has caches, too
    std::vector<std::string> caches_with_misses_;
    bool force_;
    std::size_t other_caches_ = 0;
    std::size_t other_commands_ = 0;
};

} // namespace cg
