// SPDX-License-Identifier: GPL-2.0-or-later
// The rows that the options select.
#pragma once

#include "algebra/row_selection.hpp"
#include "options.hpp"

namespace cg::filtering {

// The profile must outlive the result. Throws UsageError for an event that it does not have.
RowSelection selected_rows(const Options& options, const Profile& profile);

} // namespace cg::filtering
