// SPDX-License-Identifier: GPL-2.0-or-later
// Adding the counting to a superblock.
#pragma once

#include "valgrind.hpp"

namespace cg::vg {

/// While off, code runs uninstrumented and nothing is counted. Whoever switches
/// must discard all translations.
extern bool instrumenting;

/// For VG_(basic_tool_funcs).
IRSB* instrument(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                 const VexGuestExtents* extents, const VexArchInfo* host, IRType guest_word,
                 IRType host_word);

} // namespace cg::vg
