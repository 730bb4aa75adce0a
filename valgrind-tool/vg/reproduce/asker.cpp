// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/asker.hpp"

#include "vg/core/options.hpp"

namespace cg::vg::reproduce {
namespace {

// By the file's name: libc.so.6, ld-linux-x86-64.so.2, libc-2.31.so, ld-musl-x86_64.so.1.
bool is_c_library(const HChar* path) {
    constexpr const HChar* beginnings[] = {"libc.so", "libc-2", "libpthread", "ld-", "ld64."};
    const HChar* const name = VG_(basename)(path);
    for (const HChar* const beginning : beginnings) {
        if (begins_with(name, beginning))
            return true;
    }
    return false;
}

} // namespace

Asker asker_of(ThreadId thread) {
    constexpr UInt most_frames = 24;
    Addr frames[most_frames];
    const UInt count = VG_(get_StackTrace)(thread, frames, most_frames, nullptr, nullptr, 0);
    const DiEpoch now = VG_(current_DiEpoch)();
    Asker asker;
    Addr last_in_library = 0;
    for (UInt i = 0; i < count; ++i) {
        // Of a frame that called, the address is after the call.
        const Addr address = i == 0 ? frames[i] : frames[i] - 1;
        const HChar* object = nullptr;
        const bool is_known = VG_(get_objname)(now, address, &object);
        if (is_known && is_c_library(object)) {
            last_in_library = address;
            continue;
        }
        // The program did not call what runs before main(); nor is the loader called by code
        // of no file, where the stack ends.
        asker.is_own = is_known && VG_(get_fnname_kind_from_IP)(now, address) != Vg_FnNameBelowMain;
        break;
    }
    const HChar* name = nullptr;
    if (last_in_library != 0 && VG_(get_fnname)(now, last_in_library, &name))
        asker.asked = name;
    return asker;
}

} // namespace cg::vg::reproduce
