// SPDX-License-Identifier: GPL-2.0-or-later
// Valgrind's tool interface, adapted to C++. All other files of the tool include this
// header, and none of them a pub_tool header.
#pragma once

#undef NULL
#define NULL nullptr // the headers define it as a void*, which C++ does not convert
#ifndef _Static_assert
#    define _Static_assert static_assert // newer headers use the C keyword
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
extern "C" {
#include "pub_tool_basics.h"
}
#include "pub_tool_vki.h" // has a template, which extern "C" does not allow
extern "C" {
#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_clreq.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_guest.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_transtab.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"
}
#pragma GCC diagnostic pop

// For uses of the core beyond these headers, and facts about its releases, see core/internals.hpp.

namespace cg::vg {

// Converts the result of VG_(am_shadow_alloc): a pointer up to 3.19, a SysRes since then. Null: no
// memory.
inline void* memory_of(void* block) {
    return block;
}
inline void* memory_of(SysRes result) {
    return sr_isError(result) ? nullptr : reinterpret_cast<void*>(sr_Res(result));
}

// Returns where generated code calls the function.
template <typename F>
void* entry_of(F* function) {
    return VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function));
}

inline bool begins_with(const HChar* text, const HChar* beginning) {
    return VG_(strncmp)(text, beginning, VG_(strlen)(beginning)) == 0;
}

// Most names are interned, so equal ones are the same.
inline Int compare(const HChar* left, const HChar* right) {
    return left == right ? 0 : VG_(strcmp)(left, right);
}

} // namespace cg::vg
