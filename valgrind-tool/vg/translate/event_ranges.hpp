// SPDX-License-Identifier: GPL-2.0-or-later
// The instructions of a superblock whose costs are counted together (--addresses=yes).
#pragma once

#include "vg/translate/event_queue.hpp"

namespace cg::vg {

// Gives the superblock a range for the events of each instruction, and has them counted there. The
// events of a queue happen together or not at all: so instructions one after the other are one
// range if they are of one line, and each is counted once, and nothing else of it.
void take_ranges(EventQueue& queue, Superblock& block);

} // namespace cg::vg
