// SPDX-License-Identifier: GPL-2.0-or-later
// New places for counts: other functions, other lines.
#pragma once

#include "model/profile.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace cg {

// Where a function's counts go. The views need to hold only until the next call.
struct FunctionTarget {
    std::string_view file;
    std::optional<std::string_view> function; // none: unspecified
    bool at_line_0 = false;                   // its lines are given up
};

// Calls label once for each function in order; what gets the same place is summed. Throws
// std::overflow_error.
Profile relabel(const Profile& profile,
                const std::function<FunctionTarget(const FunctionCosts&)>& label);

// Other lines for the rows of each function; rows that get the same are summed.
Profile with_lines(const Profile& profile,
                   const std::function<Line(const FunctionCosts&, Line)>& new_line);

// The name of the function, or nothing when it was not named.
std::optional<std::string_view> function_name(const Profile& profile, const FunctionCosts& f);

// Functions of this name become unnamed: for commands that do not tell the two apart.
Profile unname(Profile profile, std::string_view name);

// One row for each function, at line 0.
Profile by_function(const Profile& profile);

// Functions sorted by file and name, as bytes; what was not named counts as "???".
Profile sorted_by_name(const Profile& profile);

// The same counts with the other sign. Throws std::overflow_error.
Profile negated(Profile profile);

} // namespace cg
