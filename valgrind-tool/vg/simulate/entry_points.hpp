// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that generated code calls with a group and a number of addresses.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

// The functions that generated code calls, by number of addresses. VG_REGPARM makes x86 pass
// up to three arguments in registers; amd64 does anyway.
template <void (*body)(Group*, const sim::Word*)>
struct EntryPoints {
    static VG_REGPARM(1) void with_0(Group* group) { body(group, nullptr); }
    static VG_REGPARM(2) void with_1(Group* group, sim::Word a) {
        const sim::Word arguments[] = {a};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_2(Group* group, sim::Word a, sim::Word b) {
        const sim::Word arguments[] = {a, b};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_3(Group* group, sim::Word a, sim::Word b, sim::Word c) {
        const sim::Word arguments[] = {a, b, c};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_4(Group* group, sim::Word a, sim::Word b, sim::Word c,
                                     sim::Word d) {
        const sim::Word arguments[] = {a, b, c, d};
        body(group, arguments);
    }
    static VG_REGPARM(3) void with_5(Group* group, sim::Word a, sim::Word b, sim::Word c,
                                     sim::Word d, sim::Word e) {
        const sim::Word arguments[] = {a, b, c, d, e};
        body(group, arguments);
    }

    static void* taking(unsigned arguments) {
        static_assert(max_arguments <= 5);
        switch (arguments) {
        case 0:
            return entry(with_0);
        case 1:
            return entry(with_1);
        case 2:
            return entry(with_2);
        case 3:
            return entry(with_3);
        case 4:
            return entry(with_4);
        default:
            return entry(with_5);
        }
    }

  private:
    template <typename F>
    static void* entry(F* function) {
        return VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function));
    }
};

} // namespace cg::vg
