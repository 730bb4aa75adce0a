// SPDX-License-Identifier: GPL-2.0-or-later
// Calls in the report: the section on functions with all that they call, their callers and their
// callees; and the calls at each line of a source. Private to this module.
#pragma once

#include "annotate/report.hpp"
#include "calls/select.hpp"
#include "model/calls.hpp"
#include "model/count_rows.hpp"
#include "view/ranking.hpp"
#include "view/rollup.hpp"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg {

// "a.c:f (3x)"; without a number of calls that is 0.
std::string called_text(const CalledFunctions& functions, FunctionId function, Count calls);

class FunctionCalls {
  public:
    // Ranks functions by inclusive or own cost. The calls and columns must outlive it. Throws
    // std::overflow_error.
    FunctionCalls(const Calls& calls, const ReportColumns& columns, bool inclusive);

    // Those that reach the threshold, the greatest first.
    std::span<const FunctionId> significant() const { return significant_; }
    void write(std::string& out, const ReportOptions& options, const Sink& sink) const;

  private:
    // The greatest first.
    std::vector<std::size_t> ranked(std::span<const std::size_t> arcs) const;

    const Calls& calls_;
    const ReportColumns& columns_;
    CallsBetweenFunctions between_;
    CountRows costs_; // by function
    std::vector<Count> numbers_;
    std::vector<FunctionId> significant_;
};

// A row below a line of a file: a call, "=> a.c:f (3x)", with its inclusive cost, or an
// instruction.
struct RowBelowLine {
    Line line;
    std::span<const Count> counts; // empty: it has none
    std::string text;
};

// Finds calls by the line of source that they are at.
class CallsAtLines {
  public:
    // Calls whose line is not known are at the first line of the caller, or at line 0 where that is
    // not known or in another file. order: the columns to rank by.
    CallsAtLines(const Calls& calls, std::vector<std::size_t> order);

    // By ascending lines, the most expensive of a line first.
    std::vector<RowBelowLine> of_file(std::string_view file) const;

  private:
    const CalledFunctions& functions_;
    CallArcs arcs_;
    std::vector<std::size_t> order_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> arcs_of_files_;
};

// The counts of lines, and rows of zeros for lines that only have rows below.
LineCounts with_lines_of(const LineCounts& counts, std::span<const RowBelowLine> rows);

} // namespace cg
