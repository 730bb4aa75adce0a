// SPDX-License-Identifier: GPL-2.0-or-later
// The linker gives the core these functions in place of its own (--wrap in tool.mk; decision 0019).
#include "vg/core/core_memory.hpp"

#include "vg/core/debug_information.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {
namespace {

constinit bool has_failed = false;
using Handler = void (*)();
constinit Handler before_exit = nullptr;

} // namespace

void before_core_fails(void (*handler)()) {
    before_exit = handler;
}

} // namespace cg::vg

extern "C" {

SysRes __real_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
SysRes __wrap_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
[[noreturn]] void __real_vgPlain_exit(Int status);
[[noreturn]] void __wrap_vgPlain_exit(Int status);

SysRes __wrap_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes) {
    const SysRes result = __real_vgPlain_am_mmap_anon_float_valgrind(bytes);
    cg::vg::has_failed |= sr_isError(result);
    return result;
}

void __wrap_vgPlain_exit(Int status) {
    if (cg::vg::has_failed && cg::vg::before_exit != nullptr) {
        auto* const handler = cg::vg::before_exit;
        cg::vg::before_exit = nullptr; // it may come here again
        handler();
    }
    if (cg::vg::is_reading_debug_information()) {
        VG_(umsg)("note: this Valgrind does not read the debugging information of that file.\n");
        VG_(umsg)("      Compile it with -gdwarf-4, or without -gsplit-dwarf.\n");
    }
    __real_vgPlain_exit(status);
}

} // extern "C"
