// SPDX-License-Identifier: GPL-2.0-or-later
// A system call that the program made and the kernel has done, before the program sees it.
#pragma once

#include "vg/core/processor.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {

struct SystemCall {
    ThreadId thread;
    UInt number;
    const UWord* arguments;
    SysRes result;

    bool failed() const { return sr_isError(result); }
    UWord value() const { return sr_Res(result); }

    template <typename T>
    T* pointer(unsigned argument) const {
        return reinterpret_cast<T*>(arguments[argument]);
    }
    Int descriptor(unsigned argument) const { return static_cast<Int>(arguments[argument]); }

    // Returns it to the program instead: a value, or an error number.
    void give(UWord replacement) const {
        VG_(set_shadow_regs_area)
        (thread, 0, processor::call_registers.result, sizeof replacement,
         reinterpret_cast<const UChar*>(&replacement));
    }
    void give_error(UWord error) const { give(UWord{0} - error); }
};

} // namespace cg::vg::reproduce
