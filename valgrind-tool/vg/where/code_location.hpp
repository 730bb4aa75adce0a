// SPDX-License-Identifier: GPL-2.0-or-later
// The source location of an instruction, from the debug information that is loaded now.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// The names are interned: equal names are equal pointers, and are never released.
struct CodeLocation {
    const HChar* file;     // "directory/file", or "???"
    const HChar* function; // or "???"
    UInt line;             // 0: unknown
};

// Returns the location of `address`. `last` is the last byte of the contiguous code that
// is translated together with `address`; see function_at().
CodeLocation location_of(Addr address, Addr last);

// Returns true if `address` is in code that was loaded from an object file and cannot be written.
bool is_in_object(Addr address);

} // namespace cg::vg
