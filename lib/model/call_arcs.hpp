// SPDX-License-Identifier: GPL-2.0-or-later
// Arcs: a caller, a callee, the line of the call, the number of calls and their inclusive cost.
// Unlike a tree, they do not tell which caller of the caller caused a call.
#pragma once

#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/flat_index.hpp"

namespace cg {

struct CallArc {
    CalledNumber caller;
    NameId file; // of the call: the caller's, or a file that was inlined there
    Line line;   // 0: unknown
    CalledNumber callee;

    bool operator==(const CallArc&) const = default;
    friend std::size_t hash_of(const CallArc& arc) {
        return hash_of_pair(arc.caller, arc.callee) +
               hash_of_pair(static_cast<std::uint32_t>(arc.file), arc.line);
    }
};

class CallArcs {
  public:
    explicit CallArcs(std::size_t event_count) : event_count_(event_count) {}

    std::size_t event_count() const { return event_count_; }
    std::size_t size() const { return arcs_.size(); }
    const CallArc& operator[](std::size_t i) const { return arcs_[i]; }
    Count calls(std::size_t i) const { return calls_[i]; }
    Count& calls(std::size_t i) { return calls_[i]; }
    // Inclusive counts of the calls.
    std::span<const Count> counts(std::size_t i) const {
        return {counts_.data() + i * event_count_, event_count_};
    }
    std::span<Count> counts(std::size_t i) {
        return {counts_.data() + i * event_count_, event_count_};
    }
    // The own cost of a function, in all files.
    std::span<const Count> own(CalledNumber function) const {
        return {own_.data() + function * event_count_, event_count_};
    }
    std::span<Count> own(CalledNumber function) {
        return {own_.data() + function * event_count_, event_count_};
    }

    // Returns the number of this arc; adds it, with zeros, if it is new.
    std::size_t insert(const CallArc& arc);
    // Adds an arc, even if there is an equal one; sorted() sums both. Unlike insert() it looks
    // nothing up, which in a large profile is a cache miss for each arc.
    void add(const CallArc& arc, Count calls, std::span<const Count> counts);
    // Sets the number of functions that own() may be called with.
    void set_functions(std::size_t functions);

    // Returns the arcs with new numbers for functions, sorted by caller, name of the file, line and
    // callee. Throws std::overflow_error if sums of equal arcs do not fit.
    CallArcs sorted(std::span<const CalledNumber> new_numbers, const Names& names) const;

  private:
    std::size_t event_count_;
    GrowingArray<CallArc> arcs_;
    GrowingArray<Count> calls_;
    GrowingArray<Count> counts_; // row-major
    GrowingArray<Count> own_;    // row-major, by function
    FlatIndex<CallArc> index_;   // of the first arcs
    std::size_t indexed_ = 0;    // how many
};

// Returns the arcs of a tree, at line 0, because a tree has no lines. Of nested calls with the same
// caller and callee, counts the cost of the outermost only, and counts none of calls of a function
// by itself, so that own cost plus the cost of arcs is inclusive cost. Throws std::overflow_error.
CallArcs arcs_of(const CallTree& tree, const CalledFunctions& functions);

} // namespace cg
