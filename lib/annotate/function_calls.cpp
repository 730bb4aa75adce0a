// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/function_calls.hpp"

#include "annotate/row_writer.hpp"
#include "annotate/sections.hpp"
#include "model/count.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <ranges>

namespace cg {
namespace {

std::string title_of(const ReportOptions& options) {
    const bool has_both = options.callers && options.callees;
    return std::string(options.inclusive ? "Inclusive" : "Own") + " cost of functions" +
           (has_both          ? ", their callers and callees"
            : options.callers ? ", and their callers"
            : options.callees ? ", and their callees"
                              : "");
}

} // namespace

std::string called_text(const CalledFunctions& functions, FunctionId function, Count calls) {
    return fmt::format("{}:{}{}", functions.file(function), functions.name(function),
                       calls == 0 ? "" : fmt::format(" ({}x)", calls));
}

FunctionCalls::FunctionCalls(const Calls& calls, const ReportColumns& columns, bool inclusive)
    : calls_(calls),
      columns_(columns),
      between_(calls),
      costs_(inclusive ? inclusive_costs(calls) : between_.arcs().own()),
      numbers_(numbers_of_calls(calls)) {
    const Significance significance(columns);
    std::ranges::copy_if(
        std::views::iota(FunctionId{0}, static_cast<FunctionId>(calls.functions.size())),
        std::back_inserter(significant_),
        [&](FunctionId function) { return significance.reached_by(costs_[function]); });
    std::ranges::stable_sort(significant_, [this](FunctionId a, FunctionId b) {
        return compare_magnitudes(costs_[a], costs_[b], columns_.order) > 0;
    });
}

std::vector<std::size_t> FunctionCalls::ranked(std::span<const std::size_t> arcs) const {
    std::vector<std::size_t> result(arcs.begin(), arcs.end());
    std::ranges::stable_sort(result, [this](std::size_t a, std::size_t b) {
        return compare_magnitudes(between_.arcs().counts(a), between_.arcs().counts(b),
                                  columns_.order) > 0;
    });
    return result;
}

void FunctionCalls::write(std::string& out, const ReportOptions& options, const Sink& sink) const {
    const CallArcs& arcs = between_.arcs();
    const auto callers = [&](FunctionId function) {
        return options.callers ? between_.to(function) : std::span<const std::size_t>();
    };
    const auto callees = [&](FunctionId function) {
        return options.callees ? between_.from(function) : std::span<const std::size_t>();
    };
    ColumnWidths widths(columns_);
    for (const FunctionId function : significant_) {
        widths.include(costs_[function]);
        for (const std::size_t arc : callers(function))
            widths.include(arcs.counts(arc));
        for (const std::size_t arc : callees(function))
            widths.include(arcs.counts(arc));
    }
    const RowWriter row_writer(widths, options.colours);
    const auto write_row = [&](std::span<const Count> counts, const char* mark, FunctionId function,
                               Count calls) {
        row_writer.write(out, counts);
        out += mark + called_text(calls_.functions, function, calls);
        if (calls_.functions.object(function) != unknown_name)
            out += fmt::format(" [{}]", calls_.functions.object(function));
        out += '\n';
    };

    const bool has_tree = options.callers || options.callees;
    write_heading(out, title_of(options), options.width);
    row_writer.write_names(out);
    out += has_tree ? "  file:function\n" : " file:function\n\n";
    for (const FunctionId function : significant_) {
        pass_on_if_large(out, sink);
        if (has_tree)
            out += '\n';
        for (const std::size_t arc : ranked(callers(function)))
            write_row(arcs.counts(arc), " < ", arcs[arc].caller, arcs.calls(arc));
        write_row(costs_[function], has_tree ? " * " : " ", function, numbers_[function]);
        for (const std::size_t arc : ranked(callees(function)))
            write_row(arcs.counts(arc), " > ", arcs[arc].callee, arcs.calls(arc));
    }
    out += '\n';
}

CallsAtLines::CallsAtLines(const Calls& calls, std::vector<std::size_t> order)
    : functions_(calls.functions), arcs_(calls.arcs()), order_(std::move(order)) {
    for (std::size_t i = 0; i < arcs_.size(); ++i)
        if (!is_root_number(arcs_[i].caller))
            arcs_of_files_[functions_.names()[arcs_[i].file]].push_back(i);
}

std::vector<RowBelowLine> CallsAtLines::of_file(std::string_view file) const {
    std::vector<RowBelowLine> calls;
    const auto found = arcs_of_files_.find(file);
    if (found == arcs_of_files_.end())
        return calls;
    for (const std::size_t i : found->second) {
        const CallArc& arc = arcs_[i];
        RowBelowLine call{arc.line, arcs_.counts(i),
                          "=> " + called_text(functions_, arc.callee, arcs_.calls(i))};
        if (arc.line == 0) {
            const CalledFunction& caller = functions_[arc.caller];
            call.line = caller.file == arc.file ? caller.line : 0;
            call.text += fmt::format(" from {}", functions_.name(arc.caller));
        }
        calls.push_back(std::move(call));
    }
    std::ranges::stable_sort(calls, [this](const RowBelowLine& a, const RowBelowLine& b) {
        if (a.line != b.line)
            return a.line < b.line;
        return compare_magnitudes(a.counts, b.counts, order_) > 0;
    });
    return calls;
}

LineCounts with_lines_of(const LineCounts& counts, std::span<const RowBelowLine> rows) {
    LineCounts all(counts.event_count());
    const std::vector<Count> none(counts.event_count());
    const auto lines = counts.lines();
    std::size_t i = 0;
    for (auto row = rows.begin(); i < lines.size() || row != rows.end();) {
        if (row == rows.end() || (i < lines.size() && lines[i] <= row->line)) {
            all.append(lines[i], counts.counts(i));
            ++i;
        } else {
            if (all.lines().empty() || all.lines().back() != row->line)
                all.append(row->line, none);
            ++row;
        }
    }
    return all;
}

} // namespace cg
