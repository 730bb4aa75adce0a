// SPDX-License-Identifier: GPL-2.0-or-later
// The call of an allocation function in which a thread is.
#pragma once

#include "memory.hpp"

namespace cg::data {

struct AllocationCall {
    Address stack_pointer = 0;  // at the function's first instruction
    Address return_address = 0; // 0: no call
    const void* function = nullptr;
    Address arguments[4] = {};
    const void* context = nullptr; // of the caller, at the call
};

// One for each thread. Of calls within each other only the outermost one counts: it is the
// allocator that the program called.
//
// A stack grows down. On return its pointer is that of the entry, or above it where the return
// address is on the stack. So a call whose stack pointer is below that of the present code has
// ended without a return that was seen: by an exception, longjmp(), or because the code at its
// return address was translated before that was known as one.
class PendingCall {
  public:
    bool is_pending() const { return call_.return_address != 0; }

    // A known function is entered. Returns true if that is the outermost one; then it is pending.
    bool enter(const AllocationCall& call) {
        if (is_pending() && is_within(call))
            return false;
        call_ = call;
        return true;
    }

    // The code at `address` begins, with this stack pointer. Returns the call that has returned
    // there, which is pending no more, or null. It is valid until the next one is entered.
    const AllocationCall* leave(Address address, Address stack_pointer) {
        if (!is_pending() || stack_pointer < call_.stack_pointer)
            return nullptr;
        const bool has_returned = address == call_.return_address;
        if (!has_returned && stack_pointer == call_.stack_pointer)
            return nullptr;
        last_ = call_;
        call_ = {};
        return has_returned ? &last_ : nullptr;
    }

    // Drops the call if its frame is gone. To be called where memory is mapped, which else belongs
    // to a call that has ended.
    void drop_dead(Address stack_pointer) {
        if (is_pending() && stack_pointer > call_.stack_pointer)
            call_ = {};
    }
    void drop() { call_ = {}; }
    const AllocationCall& call() const { return call_; }

  private:
    // A jump from one allocator to another leaves the return address where it was. The same
    // function with it is another call from the same place.
    bool is_within(const AllocationCall& inner) const {
        if (inner.stack_pointer == call_.stack_pointer)
            return inner.return_address == call_.return_address && inner.function != call_.function;
        return inner.stack_pointer < call_.stack_pointer;
    }

    AllocationCall call_;
    AllocationCall last_;
};

} // namespace cg::data
