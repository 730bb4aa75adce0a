// SPDX-License-Identifier: GPL-2.0-or-later
// How a difference of profiles says that it is one, as Valgrind's cg_diff does: by a desc: line
// that names the two files. Counts do not tell: those of a difference that only grew are positive,
// and other programs write negative ones (memory that was given back).
#pragma once

#include "model/fwd.hpp"

#include <string_view>

namespace cg {

// The beginning of that line.
inline constexpr std::string_view compared_files = "Files compared:";

// Returns true if the header has such a line.
bool says_difference(const Header& header);

// Makes `header` that of a sum with a profile that has the header `other`: the sum of differences
// is a difference, but a profile and its difference from another one add up to that other profile.
void add_kind(Header& header, const Header& other);

} // namespace cg
