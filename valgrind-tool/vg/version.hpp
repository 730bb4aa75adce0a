// SPDX-License-Identifier: GPL-2.0-or-later
// All differences between the Valgrind releases that this tool is built with
// (3.19 to 3.28). Included by valgrind.hpp.
#pragma once

namespace cg::vg {

// VG_(am_shadow_alloc) answers with a pointer up to 3.19, later with a SysRes.
// Null: no memory.
inline void* memory_of(void* block) {
    return block;
}
inline void* memory_of(SysRes result) {
    return sr_isError(result) ? nullptr : reinterpret_cast<void*>(sr_Res(result));
}

} // namespace cg::vg
