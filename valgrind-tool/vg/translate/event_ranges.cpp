// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/event_ranges.hpp"

#include "vg/core/options.hpp"

namespace cg::vg {
namespace {

static_assert(EventQueue::capacity <= CodeRange::max_instructions);

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

// Returns true if all that is counted of the instruction is that it is executed.
bool is_only_counted(const Event* begin, const Event* end, const Event* before) {
    if (end - begin != 1 || begin->kind != ReferenceKind::fetch || begin->repeated)
        return false;
    return !events.cache || (!events.use && before != nullptr && is_in_line_of(*before, *begin));
}

// Finds the instructions from that of the first event on that can be one range. Returns the end of
// their events. `before` is null if the superblock begins here, or was flushed.
Event* end_of_range(Event* begin, const Event* end, const Event* before,
                    InstructionLengths& lengths) {
    Event* next = end_of_instruction(begin, end);
    lengths = {.count = 1, .bytes = {begin->length}};
    if (!is_only_counted(begin, next, before))
        return next;
    Addr address = begin->address + begin->length;
    while (next != end && next->address == address && next->cost == begin->cost) {
        Event* const after = end_of_instruction(next, end);
        if (!is_only_counted(next, after, next - 1))
            break;
        lengths.bytes[lengths.count++] = next->length;
        address += next->length;
        next = after;
    }
    return next;
}

} // namespace

bool take_ranges(EventQueue& queue, Superblock& block) {
    const Event* before = nullptr;
    for (Event* e = queue.begin(); e != queue.end();) {
        InstructionLengths lengths;
        Event* const end = end_of_range(e, queue.end(), before, lengths);
        CodeRange* const range = take_range(*e->cost, e->address, lengths);
        if (range == nullptr)
            return false;
        range->next_in_owner = block.ranges;
        block.ranges = range;
        for (; e != end; ++e)
            e->counts = range->counts;
        before = end - 1;
    }
    return true;
}

} // namespace cg::vg
