// SPDX-License-Identifier: GPL-2.0-or-later
// Changes profiles as the options say, before they are shown; and quotients of sums.
#pragma once

#include "algebra/derive.hpp"
#include "algebra/function_series.hpp"
#include "algebra/rename.hpp"
#include "options.hpp"
#include "output_formats.hpp"

#include <string>
#include <vector>

namespace cg::show {

// Returns the profile with the names that --mod-filename and --mod-funcname make.
Renamed renamed(Profile profile, const Options& options);

// Returns the profile, which was read from `path`, with the functions and events to show in this
// format. `series` has the names that other profiles beside it have; null: it is alone. Throws
// UsageError, and Error if it has no calls, but --inclusive needs them.
Renamed prepare(Renamed result, const Options& options, const OutputFormat& format,
                const std::string& path, FunctionSeries* series);

// Returns a name for each profile: the lines of the file `label`, if it is not empty; else the
// paths, without their directories unless two are alike then. Throws UsageError.
std::vector<std::string> labels(const std::vector<std::string>& paths, const std::string& label);

// A function's quotient is the quotient of the sums of its lines, since a sum of the
// quotients of its lines means nothing.

// Returns the derivations of quotients of events, and those that use them.
std::vector<const Derivation*> quotients_among(const std::vector<Derivation>& derivations);

// Changes the event of the derivation, which the profile has already, so that the rows that are
// summed into one row of a table have the quotient of their sums as their sum, and so has the
// summary. `paths` are the names of files that the table has. Throws UsageError for a difference.
void take_quotients_of_sums(Profile& profile, const Derivation& derivation, By by, Paths paths);

} // namespace cg::show
