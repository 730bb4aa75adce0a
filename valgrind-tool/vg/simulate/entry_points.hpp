// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that generated code calls with the run of a group and a number of addresses.
#pragma once

#include "vg/core/options.hpp"
#include "vg/simulate/simulation.hpp"

namespace cg::vg {

// Returns what generated code calls for a function.
template <typename F>
void* entry_of(F* function) {
    return VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function));
}

// The functions that generated code calls, by number of addresses. Each calls
// Body::call<number>() with the run and an array of the addresses. VG_REGPARM makes x86 pass up to
// three arguments in registers; amd64 does anyway.
template <typename Body>
struct EntryPoints {
    static VG_REGPARM(1) void with_0(GroupRun* run) { Body::template call<0>(*run, nullptr); }
    // Not inline, because functions of a part of its runs leave the rest to it.
    [[gnu::noinline]] static VG_REGPARM(2) void with_1(GroupRun* run, sim::Word a) {
        Body::template call<1>(*run, kept(a));
    }
    static VG_REGPARM(3) void with_2(GroupRun* run, sim::Word a, sim::Word b) {
        Body::template call<2>(*run, kept(a, b));
    }
    static VG_REGPARM(3) void with_3(GroupRun* run, sim::Word a, sim::Word b, sim::Word c) {
        Body::template call<3>(*run, kept(a, b, c));
    }
    static VG_REGPARM(3) void with_4(GroupRun* run, sim::Word a, sim::Word b, sim::Word c,
                                     sim::Word d) {
        Body::template call<4>(*run, kept(a, b, c, d));
    }
    static VG_REGPARM(3) void with_5(GroupRun* run, sim::Word a, sim::Word b, sim::Word c,
                                     sim::Word d, sim::Word e) {
        Body::template call<5>(*run, kept(a, b, c, d, e));
    }

    // Keeps the addresses, but not on the stack, so that the body may end with a jump to another
    // function. The next call writes over them: no body runs generated code.
    template <typename... Words>
    [[gnu::always_inline]] static const sim::Word* kept(Words... addresses) {
        unsigned i = 0;
        ((simulation.addresses[i++] = addresses), ...);
        return simulation.addresses;
    }

    static void* taking(unsigned arguments) {
        static_assert(max_arguments >= 3 && max_arguments <= 5);
        if constexpr (max_arguments >= 5) {
            if (arguments == 5)
                return entry_of(with_5);
        }
        if constexpr (max_arguments >= 4) {
            if (arguments == 4)
                return entry_of(with_4);
        }
        switch (arguments) {
        case 0:
            return entry_of(with_0);
        case 1:
            return entry_of(with_1);
        case 2:
            return entry_of(with_2);
        default:
            return entry_of(with_3);
        }
    }
};

// Returns the result of `choose` for the observer and the shape of the caches of this run.
template <typename Choose>
void* choose_for_run(Choose choose) {
    const auto with_shape_of = [&]<typename Observer>(const sim::Hierarchy<Observer>& used) {
        return used.with_shape(
            [&]<typename Shape>(Shape) { return choose.template operator()<Observer, Shape>(); });
    };
    return events.use ? with_shape_of(simulation.used) : with_shape_of(simulation.plain);
}

} // namespace cg::vg
