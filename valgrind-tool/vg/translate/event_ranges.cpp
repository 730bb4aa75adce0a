// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/event_ranges.hpp"

#include "vg/core/options.hpp"

namespace cg::vg {
namespace {

static_assert(EventQueue::capacity <= RangeShape::max_instructions);

Event* end_of_instruction(Event* first, const Event* end) {
    Event* e = first + 1;
    while (e != end && e->address == first->address)
        ++e;
    return e;
}

// Returns true if the fetch cannot miss, because it is from the line of code that was fetched last.
bool is_in_line_of(const Event& before, const Event& fetch) {
    const Addr in_line = options.code.line_size - 1;
    const Addr last = before.address + before.length - 1;
    return (last | in_line) == (fetch.address | in_line) &&
           (last | in_line) == ((fetch.address + fetch.length - 1) | in_line);
}

// Returns how many columns, from the first on, an instruction may count in.
UChar columns_of(const Event* begin, const Event* end, const Event* before) {
    if (events.use || events.causes || events.other_data + events.other_last != 0)
        return static_cast<UChar>(events.count);
    UInt columns = EventSet::ir + 1;
    const auto reach = [&](UInt column) { columns = column < columns ? columns : column + 1; };
    for (const Event* e = begin; e != end; ++e) {
        if (is_data(e->kind))
            reach(miss_column(e->kind) + 1);
        else if (e->kind != ReferenceKind::fetch && e->kind != ReferenceKind::completion)
            reach(events.count - 1);
        else if (events.cache && e->kind == ReferenceKind::fetch &&
                 (before == nullptr || !is_in_line_of(*before, *e)))
            reach(EventSet::ir_miss_last);
    }
    return static_cast<UChar>(columns);
}

// The instructions of a range, while they are gathered.
struct Gathered {
    RangeShape shape;
    UChar lengths[RangeShape::max_instructions];

    void add(const Event& event) { lengths[shape.instructions++] = event.length; }
};

// Gathers the instructions from that of the first event on that can be one range. Returns the end
// of their events. `before` is null if the superblock begins here, or was flushed.
Event* gather(Event* begin, const Event* end, const Event* before, Gathered& range) {
    const auto is_only_counted = [](const Event* first, const Event* last, UInt columns) {
        return columns == 1 && last - first == 1 && first->kind == ReferenceKind::fetch &&
               !first->repeated;
    };
    Event* next = end_of_instruction(begin, end);
    range.shape = {.columns = columns_of(begin, next, before), .instructions = 0};
    range.add(*begin);
    if (!is_only_counted(begin, next, range.shape.columns))
        return next;
    Addr address = begin->address + begin->length;
    while (next != end && next->address == address && next->cost == begin->cost) {
        Event* const after = end_of_instruction(next, end);
        if (!is_only_counted(next, after, columns_of(next, after, next - 1)))
            break;
        range.add(*next);
        address += next->length;
        next = after;
    }
    return next;
}

} // namespace

void take_ranges(EventQueue& queue, Superblock& block) {
    const Event* before = nullptr;
    for (Event* e = queue.begin(); e != queue.end();) {
        Gathered gathered;
        Event* const end = gather(e, queue.end(), before, gathered);
        CodeRange* const range = take_range(*e->cost, e->address, gathered.shape, gathered.lengths);
        range->next_in_owner = block.ranges;
        block.ranges = range;
        for (; e != end; ++e)
            e->counts = range->counts();
        before = end - 1;
    }
}

} // namespace cg::vg
