// SPDX-License-Identifier: GPL-2.0-or-later
// Selects rows of a profile.
#pragma once

#include "model/profile.hpp"

#include <functional>
#include <span>

namespace cg {

// The function, in the file "???", that has the sum of the omitted rows.
inline constexpr const char* rest_name = "(other)";

enum class Rest {
    drop, // the summary is the sum of the kept rows
    keep, // omitted rows are summed in one row, so that totals stay the same
};
// In a difference with bases (NAME@base), the bases of omitted rows are summed in one row even with
// Rest::drop, so that percentages refer to all of the first profile.

// Called for each row; returns true to keep it. Drops calls. Law: if the result depends only on
// names and line, filter, then merge, is merge, then filter.
using KeepRow = std::function<bool(const FunctionCosts&, std::size_t row)>;
Profile filter(const Profile& profile, const KeepRow& keep, Rest rest = Rest::drop);

// Keeps rows of a difference that are not 0 in all events; ignores bases (NAME@base).
KeepRow changed_rows(const Profile& profile);

} // namespace cg
