// SPDX-License-Identifier: GPL-2.0-or-later
// Events of the instructions under translation, waiting to be written out.
//
// Where the queue is emptied decides single counts: an instruction that faults,
// or a signal that leaves, loses what is still in it; and a write joins a read
// only if both are in it. So its length and its flushes are the reference's.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

struct Event {
    ReferenceKind kind;
    bool modify;      // read: the write that follows it belongs to it
    UShort size;      // fetch, read, write: bytes
    Addr address;     // of the instruction
    CostCentre* cost; // of the instruction
    // An atom. read, write: the address; indirect: the target; conditional: the
    // outcome, 1 for taken.
    IRExpr* value;
};

class EventQueue {
  public:
    static constexpr unsigned capacity = 16;

    bool full() const { return count_ == capacity; }
    bool empty() const { return count_ == 0; }
    void add(const Event& event) { events_[count_++] = event; }
    void clear() { count_ = 0; }
    const Event* begin() const { return events_; }
    const Event* end() const { return events_ + count_; }

    // "Modify": a write right after a read of the same bytes by the same
    // instruction cannot miss, and is not counted. True: it is one.
    bool joins_read(const Event& write) {
        if (count_ == 0)
            return false;
        Event& last = events_[count_ - 1];
        if (last.kind != ReferenceKind::read || last.modify || last.size != write.size ||
            last.address != write.address || !eqIRAtom(last.value, write.value)) {
            return false;
        }
        last.modify = true;
        return true;
    }

  private:
    Event events_[capacity];
    unsigned count_ = 0;
};

} // namespace cg::vg
