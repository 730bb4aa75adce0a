// SPDX-License-Identifier: GPL-2.0-or-later
// Sums of profiles.
#pragma once

#include "model/function_index.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <vector>

namespace cg {

// What becomes of events that only some of the profiles have.
enum class MergeEvents {
    equal,  // they are an error
    common, // they are left out
    all,    // they are 0 where they are missing
};

// Takes profiles one after the other and keeps only their sum, so that a thousand profiles take
// the memory of their union. Rows are in first-seen order; header (desc, cmd) is the first
// profile's. Laws: merge is associative and, up to the order of rows, commutative.
class Merge {
  public:
    explicit Merge(Profile first, MergeEvents events = MergeEvents::equal)
        : sum_(std::move(first)), events_(events) {}

    // Columns are matched by the events' names. Throws Error naming the events that only one
    // has (or that there is none left), and std::overflow_error.
    void add(const Profile& profile);

    Profile finish() && { return std::move(sum_); }

  private:
    // Rows of the profile that is being added, for which the sum has none yet.
    struct NewRows {
        std::size_t place; // they belong behind the rows of this function of the sum
        bool is_new;       // else they belong to that function
        NameId file;
        NameId function;
        std::size_t first; // in a list of the other's rows
        std::size_t end;
    };
    void add_same_events(const Profile& profile);
    std::size_t place_of(NameId file, NameId function, std::size_t guess);
    void find_first_functions();
    void make_index();
    std::vector<std::size_t> last_functions() const;
    void insert(std::vector<NewRows>& new_rows, const std::vector<std::size_t>& rows,
                const Profile& profile, const std::vector<std::size_t>& columns);

    Profile sum_;
    MergeEvents events_;
    std::vector<std::size_t> first_functions_; // by file; empty: not known
    FunctionIndex index_;                      // of the sum's functions
    bool is_indexed_ = false;
};

} // namespace cg
