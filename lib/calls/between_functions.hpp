// SPDX-License-Identifier: GPL-2.0-or-later
// Calls from function to function, wherever in the caller they are.
#pragma once

#include "model/calls.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace cg {

// An arc for each caller and callee, without roots, and for each function the arcs to it and from
// it.
class CallsBetweenFunctions {
  public:
    // Throws std::overflow_error.
    explicit CallsBetweenFunctions(const Calls& calls);

    // At line 0, with the own cost of each function.
    const CallArcs& arcs() const { return arcs_; }
    // Numbers of arcs.
    std::span<const std::size_t> to(CalledNumber callee) const { return range(to_, callee); }
    std::span<const std::size_t> from(CalledNumber caller) const { return range(from_, caller); }

  private:
    struct Lists {
        std::vector<std::size_t> arcs;
        std::vector<std::size_t> begins; // by function, in arcs; and one more, the end
    };
    Lists listed(CalledNumber CallArc::*end, std::size_t functions) const;
    static std::span<const std::size_t> range(const Lists& lists, CalledNumber function) {
        return std::span(lists.arcs)
            .subspan(lists.begins[function], lists.begins[function + 1] - lists.begins[function]);
    }

    CallArcs arcs_;
    Lists to_;
    Lists from_;
};

} // namespace cg
