// SPDX-License-Identifier: GPL-2.0-or-later
// Arcs: who calls whom from where, how often, and at what inclusive cost. Less than a tree: they
// do not say on whose behalf a caller called.
#pragma once

#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/flat_index.hpp"

namespace cg {

struct CallArc {
    CalledNumber caller;
    NameId file; // where it calls: the caller's, or one that was inlined there
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
    // Inclusive: of the callees and what they called.
    std::span<const Count> counts(std::size_t i) const {
        return {counts_.data() + i * event_count_, event_count_};
    }
    std::span<Count> counts(std::size_t i) {
        return {counts_.data() + i * event_count_, event_count_};
    }
    // What a function cost itself, wherever its lines are.
    std::span<const Count> own(CalledNumber function) const {
        return {own_.data() + function * event_count_, event_count_};
    }
    std::span<Count> own(CalledNumber function) {
        return {own_.data() + function * event_count_, event_count_};
    }

    // The number of this arc, made with zeros if it is new.
    std::size_t insert(const CallArc& arc);
    // Room for the own counts of so many functions.
    void set_functions(std::size_t functions);

    // With other numbers for functions, by caller, file's name, line, callee.
    CallArcs sorted(std::span<const CalledNumber> new_numbers, const Names& names) const;

  private:
    std::size_t event_count_;
    GrowingArray<CallArc> arcs_;
    GrowingArray<Count> calls_;
    GrowingArray<Count> counts_; // row-major
    GrowingArray<Count> own_;    // row-major, by function
    FlatIndex<CallArc> index_;
};

// The arcs of a tree, at line 0: it does not say from which line. Of calls within one another, of
// the same caller and callee, the outermost's cost is counted, and none of a function's calls to
// itself: so own cost and that of arcs add up to inclusive cost. Throws std::overflow_error.
CallArcs arcs_of(const CallTree& tree, const CalledFunctions& functions);

} // namespace cg
