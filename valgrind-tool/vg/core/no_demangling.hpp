// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "vg/core/internals.hpp"

namespace cg::vg {

// Switches demangling off while an object of this class exists, because the core demangles a name
// each time it is looked up.
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
