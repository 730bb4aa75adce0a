// SPDX-License-Identifier: GPL-2.0-or-later
// How much each function changed between two profiles, for gates.
#pragma once

#include "model/count_rows.hpp"
#include "model/event_set.hpp"
#include "model/fwd.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cg {

// A function is not a row of a profile, which has a file and a name. Without calls in both profiles
// it is a name, whose rows in all files count. With calls it is what CalledFunctions says, and
// match_functions() finds in the other profile.
struct ChangedFunction {
    std::string name;
    std::string file;      // of the second profile, if the function is there
    std::size_t files = 1; // that its rows are in; with calls 1, since inlined code is expected
};

struct FunctionChanges {
    // There are no functions, and the totals are 0.
    explicit FunctionChanges(EventSet of);

    // Adds a function without counts, and returns its index.
    std::size_t append(ChangedFunction function);
    // Adds counts of a function in one of the profiles.
    void add(std::size_t function, std::span<const Count> counts, bool is_first);

    // With calls also calls_event, how often each function was called, unless the profiles have an
    // event of that name.
    EventSet events;
    std::vector<ChangedFunction> functions;
    CountRows differences; // of each function: second minus first
    CountRows bases;       // the first profile's counts
    // Of the whole profiles. Inclusive costs of functions add up to more.
    std::vector<Count> total_difference;
    std::vector<Count> total_base;
};

enum class FunctionCost {
    own,
    // Of calls, which both profiles must have. In a tree, lazy binding does not count: the dynamic
    // linker looks up a symbol for its first caller, which may be another one in each profile.
    inclusive,
};

// `difference` is diff(first, second), whose order of functions this has. Both profiles have their
// events in one order. Throws std::overflow_error.
FunctionChanges function_changes(const Profile& difference, const Profile& first,
                                 const Profile& second, FunctionCost cost);

} // namespace cg
