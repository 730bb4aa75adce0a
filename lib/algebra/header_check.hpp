// SPDX-License-Identifier: GPL-2.0-or-later
// Whether profiles can be compared and summed, by what their headers say of how they were counted.
// All commands say it with the same words. A setting that profiles begin to state is one more row
// of the table in header_check.cpp.
#pragma once

#include "model/header.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cg {

class HeaderCheck {
  public:
    // The purpose of the comparison.
    enum class Use {
        sum,          // misses of different caches are an error
        sum_by_force, // they are a note
        comparison,   // likewise, and the commands may differ: builds are compared, or inputs
    };
    explicit HeaderCheck(Use use);

    // Compares a profile with the first one, that of the first call. Throws Error if both have
    // misses, of different caches, which would not add up. With other uses than a sum it only
    // counts such profiles.
    void compare(const std::string& file, const Header& header);

    // Returns a note for each setting that some profiles have otherwise than the first one: their
    // number, and the first line that differs. In a comparison, caches matter only to misses.
    std::vector<std::string> notes() const;

  private:
    // The profiles that differ from the first one in a setting.
    struct Others {
        std::size_t count = 0;
        std::string difference; // of the first of them
    };
    std::string first_file_; // empty: none yet, since each file that was read has a name
    Header first_;
    std::string file_with_misses_; // the first one that has caches, too
    std::vector<std::string> caches_with_misses_;
    Use use_;
    std::vector<Others> others_; // by setting
    std::size_t other_commands_ = 0;
};

// Returns the notes() on profiles that are compared with the first one, by the paths of their
// files.
std::vector<std::string> notes_on_settings(std::span<const std::string> paths,
                                           std::span<const Profile> profiles);

} // namespace cg
