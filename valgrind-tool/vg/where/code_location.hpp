// SPDX-License-Identifier: GPL-2.0-or-later
// Where an instruction comes from, by the debug information that is loaded now.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Names are kept once each, so equal names are equal pointers. They stay.
struct CodeLocation {
    const HChar* file;     // "dir/file", or "???"; null: out of memory
    const HChar* function; // or "???"; null: out of memory
    UInt line;             // 0: unknown
};

// `last` is the last byte of the contiguous code that `address` is translated
// with: asking for that one answers for the instructions before it, too.
CodeLocation location_of(Addr address, Addr last);

} // namespace cg::vg
