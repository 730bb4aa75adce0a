// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles of threads, each with its own costs and arcs (--separate-threads=yes).
#pragma once

#include "vg/arcs/arc.hpp"

namespace cg::vg {

// To be called before another thread than the last one runs.
void profile_thread(ThreadId thread);

// Brings the costs of the thread that ran last up to date.
void settle_thread();

// Notes that a stub or a function that is skipped was called from there, whose cost is to be moved.
// Generated code calls it, if `stub_cost` does not say that it is noted.
VG_REGPARM(1) void note_stub(Site* site);

} // namespace cg::vg
