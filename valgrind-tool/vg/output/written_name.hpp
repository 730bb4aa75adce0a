// SPDX-License-Identifier: GPL-2.0-or-later
// The name by which a function is written in a profile with calls, perhaps with an addition that
// tells it apart from others (name_choice.hpp).
#pragma once

#include "vg/output/out_file.hpp"

namespace cg::vg {

// Returns the part of a path after its last slash.
const HChar* base_name(const HChar* path);

// Returns the hash of more text.
ULong hash_on(ULong hash, const HChar* text);
inline constexpr ULong first_hash = 14695981039346656037u;

// "base in code_of (tail) [object] #which". Other parts than `base` may be null or 0.
struct WrittenName {
    const HChar* base;
    const HChar* code_of; // the object of code without a symbol
    const HChar* tail;    // the end of the path of the function's file
    const HChar* object;
    UInt which;

    // Returns true if `text` is written.
    bool is(const HChar* text) const;
    ULong hash() const;
    void write(OutFile& out) const;
};

} // namespace cg::vg
