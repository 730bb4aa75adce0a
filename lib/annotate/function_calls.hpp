// SPDX-License-Identifier: GPL-2.0-or-later
// The section on functions with all that they call, their callers and their callees. Private to
// this room.
#pragma once

#include "annotate/report.hpp"
#include "calls/between_functions.hpp"
#include "calls/inclusive.hpp"
#include "view/significance.hpp"

#include <string>
#include <vector>

namespace cg {

// "a.c:f (3x)"; without a number of calls that is 0.
std::string called_text(const CalledFunctions& functions, CalledNumber function, Count calls);

class FunctionCalls {
  public:
    // Ranks functions by inclusive or own cost. The calls and columns must outlive it. Throws
    // std::overflow_error.
    FunctionCalls(const Calls& calls, const ReportColumns& columns, bool inclusive);

    // Those that reach the threshold, the greatest first.
    std::span<const CalledNumber> significant() const { return significant_; }
    void write(std::string& out, const ReportOptions& options, const Sink& sink) const;

  private:
    std::span<const Count> costs(CalledNumber function) const {
        const std::size_t events = calls_.event_count();
        return std::span(costs_).subspan(function * events, events);
    }
    // The greatest first.
    std::vector<std::size_t> ranked(std::span<const std::size_t> arcs) const;

    const Calls& calls_;
    const ReportColumns& columns_;
    CallsBetweenFunctions between_;
    std::vector<Count> costs_; // by function, row-major
    std::vector<Count> numbers_;
    std::vector<CalledNumber> significant_;
};

} // namespace cg
