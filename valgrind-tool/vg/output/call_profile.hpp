// SPDX-License-Identifier: GPL-2.0-or-later
// The profile with calls: Callgrind's format, with the tree of calls in comments.
#pragma once

#include "vg/output/out_file.hpp"
#include "vg/output/profile.hpp"

namespace cg::vg {

// Writes the complete profile. False: out of memory, and nothing was written.
bool write_call_profile(OutFile& out, const Totals& totals, const PartName& part);

// Estimates the memory that this would need now.
SizeT bytes_to_write_calls();

} // namespace cg::vg
