// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/calls_at_lines.hpp"

#include "annotate/function_calls.hpp"
#include "model/magnitude.hpp"

#include <algorithm>

namespace cg {

CallsAtLines::CallsAtLines(const Calls& calls, std::vector<std::size_t> order)
    : functions_(calls.functions), arcs_(calls.arcs()), order_(std::move(order)) {
    for (std::size_t i = 0; i < arcs_.size(); ++i)
        if (!is_root_number(arcs_[i].caller))
            arcs_of_files_[functions_.names()[arcs_[i].file]].push_back(i);
}

std::vector<CallAtLine> CallsAtLines::of_file(std::string_view file) const {
    std::vector<CallAtLine> calls;
    const auto found = arcs_of_files_.find(file);
    if (found == arcs_of_files_.end())
        return calls;
    for (const std::size_t i : found->second) {
        const CallArc& arc = arcs_[i];
        CallAtLine call{arc.line, arcs_.counts(i),
                        "=> " + called_text(functions_, arc.callee, arcs_.calls(i))};
        if (arc.line == 0) {
            const CalledFunction& caller = functions_[arc.caller];
            call.line = caller.file == arc.file ? caller.line : 0;
            call.text += " from ";
            call.text += functions_.name(arc.caller);
        }
        calls.push_back(std::move(call));
    }
    std::ranges::stable_sort(calls, [this](const CallAtLine& a, const CallAtLine& b) {
        if (a.line != b.line)
            return a.line < b.line;
        return compare_magnitudes(a.counts, b.counts, order_) > 0;
    });
    return calls;
}

LineCounts with_lines_of(const LineCounts& counts, std::span<const CallAtLine> calls) {
    LineCounts all(counts.event_count());
    const std::vector<Count> none(counts.event_count());
    const auto lines = counts.lines();
    std::size_t i = 0;
    for (auto call = calls.begin(); i < lines.size() || call != calls.end();) {
        if (call == calls.end() || (i < lines.size() && lines[i] <= call->line)) {
            all.append(lines[i], counts.counts(i));
            ++i;
        } else {
            if (all.lines().empty() || all.lines().back() != call->line)
                all.append(call->line, none);
            ++call;
        }
    }
    return all;
}

} // namespace cg
