// SPDX-License-Identifier: GPL-2.0-or-later
// A profile is a value: the contents of a cachegrind file, or the result of an operation.
#pragma once

#include "model/calls.hpp"
#include "model/code_ranges.hpp"
#include "model/cost_table.hpp"
#include "model/data_objects.hpp"
#include "model/header.hpp"

#include <optional>
#include <vector>

namespace cg {

struct Profile {
    Header header;
    Names names; // of the files and functions in costs
    CostTable costs;
    std::vector<Count> summary; // a count for each event; equals costs.total()
    // The calls, if they are known, with the same events as costs.
    std::optional<Calls> calls = std::nullopt;
    // The costs by address, if they are known, with the same events as costs. What changes
    // functions or lines otherwise than by new names drops them.
    std::optional<CodeRanges> addresses = std::nullopt;
    // The costs by data object, if they are known.
    std::optional<DataObjects> data = std::nullopt;
};

// Calls visit(parts...) for each part that a profile has beside its table, with that of each owner:
// a profile, or whatever has members of these names. So code that does not know how to treat a part
// does not compile.
template <typename Visit, typename... Owners>
void for_each_part(const Visit& visit, Owners&&... owners) {
    visit(owners.calls...);
    visit(owners.addresses...);
    visit(owners.data...);
}

// The counts that percentages refer to.

// Returns the cost of the complete run for each event: its total, unless the file states another
// number.
std::vector<Count> totals_of_run(const Profile& profile);

// Returns, for each event, the count that is 100 %: the total of its base (NAME@base) if the
// profile has one, otherwise its own total, of the run.
std::vector<Count> percent_bases(const Profile& profile);

// Returns true for a difference of two profiles: it says so (says_difference()), or has a base.
bool is_difference(const Profile& profile);

// Returns true for a difference that does not state the cost of the first profile: percentages of
// its own total would have the wrong sign where the total fell, and any size.
bool lacks_base(const Profile& profile);

} // namespace cg
