// SPDX-License-Identifier: GPL-2.0-or-later
// Names of files and functions, each kept once, so that equal names are one pointer.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

struct Text {
    const HChar* begin;
    SizeT length;
    explicit Text(const HChar* text) : Text(text, VG_(strlen)(text)) {}
    Text(const HChar* text, SizeT n) : begin(text), length(n) {}
};

// Is `text` dir/name, or just name if there is no folder?
bool equals_path(const HChar* text, Text dir, Text name);

// Of "dir/name", or just the name if there is no folder. Null: out of memory.
const HChar* intern(Text dir, Text name);
const HChar* intern(Text name);

} // namespace cg::vg
