// SPDX-License-Identifier: GPL-2.0-or-later
// Arcs: a caller, a callee, the line of the call, the number of calls and their inclusive cost.
// Unlike a tree, they do not tell which caller of the caller caused a call.
#pragma once

#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/containers.hpp"
#include "model/count_table.hpp"

#include <optional>
#include <ranges>

namespace cg {

struct CallArc {
    FunctionId caller; // or root_number(): of functions that no function called
    NameId file; // of the call: the caller's, or a file that was inlined there; of a root: the
                 // callee's
    Line line;   // 0: unknown
    FunctionId callee;

    bool operator==(const CallArc&) const = default;
    friend std::size_t hash_of(const CallArc& arc) {
        return hash_of_pair(arc.caller, arc.callee) + hash_of_pair(arc.file, arc.line);
    }
};

class CallArcs {
  public:
    explicit CallArcs(std::size_t event_count) : arcs_(1 + event_count), own_(event_count) {}
    // Not inline: they are much code, and each file that has a profile would have it.
    CallArcs(const CallArcs&);
    CallArcs(CallArcs&&) noexcept;
    CallArcs& operator=(const CallArcs&);
    CallArcs& operator=(CallArcs&&) noexcept;
    ~CallArcs();

    std::size_t event_count() const { return own_.events(); }
    std::size_t size() const { return arcs_.size(); }
    const CallArc& operator[](std::size_t i) const { return arcs_[i]; }
    const CallArc* begin() const { return arcs_.begin(); }
    const CallArc* end() const { return arcs_.end(); }
    Count calls(std::size_t i) const { return arcs_.counts(i)[0]; }
    Count& calls(std::size_t i) { return arcs_.counts(i)[0]; }
    // Inclusive counts of the calls.
    std::span<const Count> counts(std::size_t i) const { return arcs_.counts(i).subspan(1); }
    std::span<Count> counts(std::size_t i) { return arcs_.counts(i).subspan(1); }
    struct Row {
        const CallArc& arc;
        Count calls;
        std::span<const Count> counts;
    };
    auto rows() const {
        return IndexRange(0, size()) | std::views::transform([this](std::size_t i) {
                   return Row{arcs_[i], calls(i), counts(i)};
               });
    }
    // The own cost of a function, in all files.
    std::span<const Count> own(FunctionId function) const { return own_[function]; }
    std::span<Count> own(FunctionId function) { return own_[function]; }
    const CountRows& own() const { return own_; }

    // Returns the number of this arc; adds it, with zeros, if it is new.
    std::size_t insert(const CallArc& arc);
    // Adds to the calls and counts of an arc, which is inserted if it is new. Throws
    // std::overflow_error.
    void add_to_sum(const CallArc& arc, Count calls, std::span<const Count> counts);
    // Adds an arc, even if there is an equal one; sorted() sums both. Unlike insert() it looks
    // nothing up, which in a large profile is a cache miss for each arc.
    void add(const CallArc& arc, Count calls, std::span<const Count> counts);
    // True if the inclusive cost of a function is at most its own and that of the calls that it
    // makes, though the calls of it say more: so in files of writers that count calls twice, such
    // as Parrot's converter.
    bool is_bounded() const { return is_bounded_; }
    void set_bounded(bool is_bounded) { is_bounded_ = is_bounded; }
    // Sets the number of functions that own() may be called with.
    void set_functions(std::size_t functions);

    // Returns the own costs of the functions without arcs, to which others are added.
    CallArcs without_arcs() const;
    // Returns the same calls with counts of other events: fill(new_counts, counts) gets zeros.
    template <typename Fill>
    CallArcs with_events(std::size_t events, const Fill& fill) const {
        CallArcs result(events);
        result.arcs_ =
            arcs_.with_events(1 + events, [&](std::span<Count> row, std::span<const Count> old) {
                row[0] = old[0];
                fill(row.subspan(1), old.subspan(1));
            });
        result.set_functions(functions_);
        for (std::size_t f = 0; f < functions_; ++f)
            fill(result.own_[f], own_[f]);
        result.is_bounded_ = is_bounded_;
        return result;
    }
    // Returns the arcs with new numbers for functions, sorted by caller, name of the file, line and
    // callee. Throws std::overflow_error if sums of equal arcs do not fit.
    CallArcs sorted(std::span<const FunctionId> new_numbers, const Names& names) const;

  private:
    CountTable<CallArc> arcs_; // the first count is the number of calls
    CountRows own_;            // by function
    std::size_t functions_ = 0;
    FlatIndex<CallArc> index_; // of the first arcs
    std::size_t indexed_ = 0;  // how many
    bool is_bounded_ = false;
};

// Returns the arcs of a tree, at line 0, because its nodes have no lines, and from its roots. A
// call counts only if the callee was not on the path already, and a call of a function by itself
// not at all: so the arcs to a function add up to its inclusive cost. Throws std::overflow_error.
CallArcs arcs_of(const CallTree& tree, const CalledFunctions& functions);
// Returns true if an arc is at a line other than 0.
bool has_lines(const CallArcs& arcs);
// Returns an arc of a tree to which the arcs at lines do not add up; nothing if they all do. Throws
// std::overflow_error.
std::optional<CallArc> other_sum(CallArcs of_tree, const CallArcs& at_lines,
                                 const CalledFunctions& functions);

} // namespace cg
