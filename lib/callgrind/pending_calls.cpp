// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/pending_calls.hpp"

namespace cg {

void PendingCalls::add(const CallArc& place, const CalledFunction& callee, Count calls,
                       std::span<const Count> counts) {
    if (size_ == capacity)
        flush();
    functions_.prefetch(callee.name);
    calls_[size_] = {place, callee, calls};
    counts_.append(counts);
    ++size_;
}

void PendingCalls::flush() {
    const std::span pending(calls_.data(), size_);
    for (const Call& call : pending)
        functions_.prefetch_first(call.callee.name);
    std::span<const Count> counts(counts_.data(), counts_.size());
    for (Call& call : pending) {
        const CalledFunction& to = call.callee;
        call.place.callee = functions_.insert(to.object, to.file, to.name, to.line);
        arcs_.add(call.place, call.calls, counts.first(arcs_.event_count()));
        counts = counts.subspan(arcs_.event_count());
    }
    size_ = 0;
    counts_.truncate(0);
}

} // namespace cg
