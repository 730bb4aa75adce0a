// SPDX-License-Identifier: GPL-2.0-or-later
// Sums of profiles.
#pragma once

#include "model/profile.hpp"

namespace cg {

// Takes profiles one after the other and keeps only their sum, so that a thousand profiles take
// the memory of their union. Rows are in first-seen order; header (desc, cmd) is the first
// profile's. Laws: merge is associative and, up to the order of rows, commutative.
class Merge {
  public:
    // The events, in the order of the result.
    explicit Merge(Profile first) : sum_(std::move(first)) {}

    // Columns are matched by the events' names. Throws Error naming the events that only one
    // has, and std::overflow_error.
    void add(const Profile& profile);

    Profile finish() && { return std::move(sum_); }

  private:
    Profile sum_;
};

} // namespace cg
