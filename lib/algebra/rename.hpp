// SPDX-License-Identifier: GPL-2.0-or-later
// Moves counts to other functions, files and lines: renames, sorts, sums.
#pragma once

#include "calls/match_functions.hpp"
#include "model/profile.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// The function that a function's counts are moved to. The views must be valid until the next call.
struct FunctionTarget {
    std::string_view file;
    std::optional<std::string_view> function; // none: unspecified
    bool at_line_0 = false;                   // drops its lines
};

// Calls `target` once for each function, in order, and sums functions with the same target. Renames
// the functions of the calls as their rows, and those on the paths of data objects, but for those
// that drop their lines. Throws std::overflow_error.
Profile relabel(const Profile& profile,
                const std::function<FunctionTarget(const FunctionCosts&)>& target);

// Replaces the line of each row by new_line(file, line), and sums rows of a function with the same
// new line; likewise the lines that allocate data objects. Keeps the lines that calls are made
// from.
Profile with_lines(const Profile& profile, const std::function<Line(NameId file, Line)>& new_line);

// Gives the variables of each program or library that was moved to the one that it became.
void move_variables(DataObjects& data, std::span<const MovedObject> moved);

// Returns the name of the function, or nothing if it has none.
std::optional<std::string_view> function_name(const Profile& profile, const FunctionCosts& f);

// Removes the name of functions with this name, for commands that do not distinguish the two.
Profile unname(Profile profile, std::string_view name);

// Sums the rows of each function in one row, at line 0.
Profile by_function(const Profile& profile);

// Sorts functions by the bytes of file and name; functions without a name are sorted as "???".
Profile sorted_by_name(const Profile& profile);

// Negates all counts. Throws std::overflow_error.
Profile negated(const Profile& profile);

// Renames files and functions, and sums those that get the same name.

using NameMap = std::function<std::string(std::string_view)>;

struct Renamed {
    Profile profile;
    // Indexed by the NameId of a file in profile.names: its original names, in first-seen order.
    // cg_annotate looks up sources by them.
    std::vector<std::vector<std::string>> original_files; // empty: no file was renamed

    // Returns the original names of a file; only the name itself if it was not renamed.
    std::vector<std::string> originals(std::string_view file) const;
};

// Keeps the names for which a function is empty, and unspecified_function. The objects of
// calls change as files do.
Renamed rename(const Profile& profile, const NameMap& file, const NameMap& function);

} // namespace cg
