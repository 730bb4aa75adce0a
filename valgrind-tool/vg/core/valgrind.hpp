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
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_transtab.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"
}
#pragma GCC diagnostic pop

// Differences between the Valgrind releases that this tool is written for (3.19 to 3.28).
//
// The tool is built and tested with 3.19, 3.24 and 3.27 (make check-suite). A prototype was also
// built with 3.28; only memory_of() differed.
extern "C" {
extern __attribute__((weak)) Bool VG_(ok_to_discard_translations);
extern __attribute__((weak)) Bool VG_(clo_demangle);
extern __attribute__((weak)) Int VG_(safe_fd)(Int descriptor);
}

namespace cg::vg {

// Converts the result of VG_(am_shadow_alloc): a pointer up to 3.19, a SysRes since
// then. Null: no memory.
inline void* memory_of(void* block) {
    return block;
}
inline void* memory_of(SysRes result) {
    return sr_isError(result) ? nullptr : reinterpret_cast<void*>(sr_Res(result));
}

// Discards translations. The core allows this in a client request only, and asserts a
// flag that it sets there. It is as safe between superblocks (hot_code.cpp), so the flag
// is set here. The flag is a weak symbol: a release without it has no such assertion.
inline void discard_translations(Addr start, SizeT length) {
    const bool flagged = &VG_(ok_to_discard_translations) != nullptr;
    const Bool before = flagged ? VG_(ok_to_discard_translations) : False;
    if (flagged)
        VG_(ok_to_discard_translations) = True;
    VG_(discard_translations_safely)(start, length, "cachegrind");
    if (flagged)
        VG_(ok_to_discard_translations) = before;
}
inline void discard_all_translations() {
    discard_translations(0x1000, ~SizeT{0xfff});
}

// Moves a descriptor to where the program cannot see or close it, and returns its new number.
// A release without the function leaves it where it is.
inline Int hide_descriptor(Int descriptor) {
    return &VG_(safe_fd) != nullptr ? VG_(safe_fd)(descriptor) : descriptor;
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

// Switches demangling off while an object of this class exists, because the core
// demangles a name each time it is looked up. The core's variable is a weak symbol: a
// release without it demangles all the same, which costs time only.
class NoDemangling {
  public:
    NoDemangling() : before_(set(False)) {}
    ~NoDemangling() { set(before_); }
    NoDemangling(const NoDemangling&) = delete;
    NoDemangling& operator=(const NoDemangling&) = delete;

  private:
    static Bool set(Bool demangle) {
        if (&VG_(clo_demangle) == nullptr)
            return False;
        const Bool before = VG_(clo_demangle);
        VG_(clo_demangle) = demangle;
        return before;
    }

    Bool before_;
};

} // namespace cg::vg
