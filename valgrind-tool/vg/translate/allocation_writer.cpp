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

void write_allocation_calls(IrWriter& ir, Addr address, const VexGuestLayout& guest) {
    const Addr code = address & ~processor::return_address_tag;
    if (returns_to(code)) {
        IRExpr* const is_pending = ir.is_nonzero(ir.load(ir.place_of(&pending_calls)));
        ir.call_with_registers("cachegrind_allocated", entry_of(observe_return),
                               IrWriter::word(code), is_pending, guest);
    }
    if (const Allocator* const function = allocator_at(address)) {
        ir.call_with_registers("cachegrind_allocate", entry_of(observe_entry),
                               IrWriter::address_of(function), nullptr, guest);
    }
}

} // namespace cg::vg
