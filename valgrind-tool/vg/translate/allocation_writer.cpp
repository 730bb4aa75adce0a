// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/allocation_writer.hpp"

#include "vg/data/allocators.hpp"
#include "vg/data/observe.hpp"

namespace cg::vg {
namespace {

template <typename F>
void* entry_of(F* function) {
    return VG_(fnptr_to_fnentry)(reinterpret_cast<void*>(function));
}

} // namespace

void write_allocation_calls(IrWriter& ir, Addr address) {
    if (returns_to(address)) {
        IRExpr* const is_pending = ir.is_nonzero(ir.load(ir.place_of(&pending_calls)));
        IRExpr* const argument = IrWriter::word(address);
        ir.call("cachegrind_allocated", entry_of(observe_return), &argument, 1, is_pending);
    }
    if (const Allocator* const function = allocator_at(address)) {
        IRExpr* const argument = IrWriter::address_of(function);
        ir.call("cachegrind_allocate", entry_of(observe_entry), &argument, 1);
    }
}

} // namespace cg::vg
