// SPDX-License-Identifier: GPL-2.0-or-later
// Arguments, environment and auxiliary vector, as the program finds them on its stack.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {

// Values of the auxiliary vector in place of the machine's.
struct AuxiliaryValues {
    bool has_capabilities;
    UWord capabilities;  // AT_HWCAP; AT_HWCAP2 is 0 then
    const UChar* random; // the 16 bytes of AT_RANDOM; null: the kernel's
};

// Changes only these values. To be called before the thread, the program's first, runs.
void set_auxiliary(ThreadId thread, const AuxiliaryValues& values);

constexpr SizeT stack_limit = 8 << 20; // of the first thread, in bytes, whatever the user's is

// Lays the whole out anew: at the end of the stack, whatever was there before; each string at a
// multiple of 64 bytes; the auxiliary vector with the entries that any kernel has, in the order of
// their numbers. So caches see the same addresses, whatever lengths of variables are. There is as
// much stack as stack_limit says.
void lay_out_stack(ThreadId thread, const HChar* const* environment, const AuxiliaryValues& values);

// Where these are. Null: not laid out anew.
struct InitialStack {
    const HChar* const* environment;
    const UWord* auxiliary;
};
extern InitialStack initial_stack;

} // namespace cg::vg::reproduce
