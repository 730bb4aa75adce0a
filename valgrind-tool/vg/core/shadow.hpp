// SPDX-License-Identifier: GPL-2.0-or-later
// What the tool keeps in the first of the two shadows of the guest's registers: memory that each
// thread has for itself, zero at first, and that a new thread gets a copy of.
#pragma once

#include <stddef.h>

namespace cg::vg::shadow {

inline constexpr ptrdiff_t zero = 0;        // a word that nobody writes
inline constexpr ptrdiff_t base = 8;        // arena_base(), which is written before the thread runs
inline constexpr ptrdiff_t call_state = 16; // the top of the thread's calls (calls/frames.hpp)

} // namespace cg::vg::shadow
