// SPDX-License-Identifier: GPL-2.0-or-later
// Some of a profile's rows.
#pragma once

#include "model/profile.hpp"

#include <functional>
#include <span>

namespace cg {

// The name of the function, in the file "???", that holds what was left out.
inline constexpr const char* rest_name = "(other)";

enum class Rest {
    drop, // the summary is that of what is left
    keep, // as one row, so that totals stay
};
// Of a difference with bases (NAME@base) the bases of what is left out are kept even with
// Rest::drop, as one row, so that percentages go on being those of the whole first profile.

// Asked for each row; drops calls, and keeps those where it says true. Law: filter, then merge, is
// merge, then filter, when the answer depends on names and line only.
using KeepRow = std::function<bool(const FunctionCosts&, std::size_t row)>;
Profile filter(const Profile& profile, const KeepRow& keep, Rest rest = Rest::drop);

// Whether a difference has something to show here: not all 0. Bases (NAME@base) do not count.
KeepRow changed_rows(const Profile& profile);

} // namespace cg
