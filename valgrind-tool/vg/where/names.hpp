// SPDX-License-Identifier: GPL-2.0-or-later
// Names of files and functions. Each is stored once, so equal names are equal pointers.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

struct Text {
    const HChar* begin;
    SizeT length;
    explicit Text(const HChar* text) : Text(text, VG_(strlen)(text)) {}
    Text(const HChar* text, SizeT n) : begin(text), length(n) {}
};

// Returns FNV-1a, of what has the hash `before` and these bytes.
UInt hash_of_bytes(Text bytes, UInt before = 2166136261u);

// Returns the stored copy of "directory/name", or of "name" if `directory` is empty. The
// copy is never released.
const HChar* intern(Text directory, Text name);
const HChar* intern(Text name);

} // namespace cg::vg
