// SPDX-License-Identifier: GPL-2.0-or-later
// All differences between the Valgrind releases that this tool is built with
// (3.19 to 3.28). Included by valgrind.hpp.
//
// Built and tested with 3.19. A prototype was built with 3.28, too, where nothing but
// memory_of() differed. What the prototype did not use, and whose declarations are
// therefore known from 3.19 only: VG_(get_fnname_w_offset), VG_(track_start_client_code),
// VG_(get_shadow_regs_area), VG_(set_shadow_regs_area), VG_(strtoull10).
#pragma once

extern "C" {
extern __attribute__((weak)) Bool VG_(ok_to_discard_translations);
extern __attribute__((weak)) Bool VG_(clo_demangle);
}

namespace cg::vg {

// VG_(am_shadow_alloc) answers with a pointer up to 3.19, later with a SysRes.
// Null: no memory.
inline void* memory_of(void* block) {
    return block;
}
inline void* memory_of(SysRes result) {
    return sr_isError(result) ? nullptr : reinterpret_cast<void*>(sr_Res(result));
}

// The core lets a tool discard translations in a client request only, and asserts
// it by this flag. Between superblocks it is just as safe (hot_code.cpp), but has
// to be said. Weak: a release without the flag has no such check.
inline void discard_translations(Addr start, SizeT length) {
    const bool flagged = &VG_(ok_to_discard_translations) != nullptr;
    const Bool before = flagged ? VG_(ok_to_discard_translations) : False;
    if (flagged)
        VG_(ok_to_discard_translations) = True;
    VG_(discard_translations_safely)(start, length, "cachegrind");
    if (flagged)
        VG_(ok_to_discard_translations) = before;
}

// While one lives, the debug information gives names as they are in the object: the
// core demangles anew each time it is asked. Weak: a release that has no such variable
// goes on demangling, which costs time only.
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
