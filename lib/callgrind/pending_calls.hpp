// SPDX-License-Identifier: GPL-2.0-or-later
// Calls whose callees are not yet looked up. A callee may be any function of the file, so in a
// large profile each look-up waits for memory; those of many calls overlap.
#pragma once

#include "model/call_arcs.hpp"
#include "model/called_functions.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace cg {

class PendingCalls {
  public:
    // Both must outlive the object.
    PendingCalls(CalledFunctions& functions, CallArcs& arcs) : functions_(functions), arcs_(arcs) {}

    // Adds a call: where it is, whom it calls, how often and at which inclusive cost.
    void add(const CallArc& place, const CalledFunction& callee, Count calls,
             std::span<const Count> counts);
    std::size_t size() const { return size_; }
    // Looks all callees up, and adds the calls to the arcs in the order of add().
    void flush();

  private:
    static constexpr std::size_t capacity = 32; // about as many as a processor overlaps
    struct Call {
        CallArc place; // without the callee
        CalledFunction callee;
        Count calls;
    };
    CalledFunctions& functions_;
    CallArcs& arcs_;
    std::array<Call, capacity> calls_;
    std::size_t size_ = 0;
    GrowingArray<Count> counts_; // row-major
};

} // namespace cg
