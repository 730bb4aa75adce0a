// SPDX-License-Identifier: GPL-2.0-or-later
// Events of the instructions under translation, until code that counts them is written.
//
// That code is written where the queue is flushed, and so after the instructions. If one of
// them faults, the events in the queue are not counted; and a write joins a read only if both
// are in the queue. So the queue has the same capacity as the one of Valgrind's own tool, and is
// flushed in the same places: otherwise the counts would differ.
#pragma once

#include "vg/count/superblock.hpp"

namespace cg::vg {

struct Event {
    ReferenceKind kind;
    bool modify;      // reads: a write of the same bytes has joined it
    bool repeated;    // fetches: of an instruction that its completion counts
    UShort size;      // fetches, reads, writes: bytes
    UChar length;     // of the instruction, in bytes
    Addr address;     // of the instruction
    CostCentre* cost; // of the instruction
    ULong* counts;    // of the cost centre, or of the range (code_range.hpp)
    // An atom. Reads and writes: the address; indirect branches: the target; conditional
    // branches: the outcome, 1 for taken.
    IRExpr* value;

    bool is_counted() const { return !repeated; }
};

class EventQueue {
  public:
    static constexpr unsigned capacity = 16;

    bool full() const { return count_ == capacity; }
    bool empty() const { return count_ == 0; }
    void add(const Event& event) { events_[count_++] = event; }
    void clear() { count_ = 0; }
    Event* begin() { return events_; }
    Event* end() { return events_ + count_; }
    const Event* begin() const { return events_; }
    const Event* end() const { return events_ + count_; }

    // Joins a write to the last event, if that is a read of the same bytes by the same
    // instruction. Such a write cannot miss, and is not counted. Returns true if it joined.
    // `is_write`: both are counted as a write then, as callgrind does.
    bool joins_read(const Event& write, bool is_write) {
        if (count_ == 0)
            return false;
        Event& last = events_[count_ - 1];
        if (last.kind != ReferenceKind::read || last.modify || last.size != write.size ||
            last.address != write.address || !eqIRAtom(last.value, write.value)) {
            return false;
        }
        last.modify = true;
        if (is_write)
            last.kind = ReferenceKind::write;
        return true;
    }

  private:
    Event events_[capacity];
    unsigned count_ = 0;
};

} // namespace cg::vg
