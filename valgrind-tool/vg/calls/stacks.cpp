// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/stacks.hpp"

#include "vg/core/arena.hpp"

namespace cg::vg {
namespace {

SizeT bytes_for(SizeT count) {
    return sizeof(SavedStack) + (count + 1) * frame_bytes();
}

void release_stack(SavedStack* stack) {
    release(stack, bytes_for(stack->count));
}

// Drops the oldest stacks, because a program does not tell which stacks it no longer uses.
void forget_oldest(SavedStack*& list) {
    constexpr unsigned max_stacks = 4096;
    SavedStack** link = &list;
    for (unsigned i = 0; i < max_stacks && *link != nullptr; ++i)
        link = &(*link)->next;
    drop_stacks(*link);
}

} // namespace

void save_stack(SavedStack*& list, Frame* bottom, const Frame* top, UWord node, Addr highest) {
    const SizeT count = frames_between(bottom, top);
    auto* const saved = static_cast<SavedStack*>(allocate(bytes_for(count)));
    if (saved == nullptr) { // when the thread switches back, the callers are not known
        flush_frames(bottom, top);
        return;
    }
    saved->highest = highest;
    saved->node = node;
    saved->count = count;
    VG_(memcpy)(saved->frames(), bottom, (count + 1) * frame_bytes());
    saved->next = list;
    list = saved;
    forget_oldest(list);
}

void detach_stack(SavedStack*& list, SavedStack* stack) {
    SavedStack** link = &list;
    while (*link != stack)
        link = &(*link)->next;
    *link = stack->next;
}

Frame* restore_stack(SavedStack* stack, Frame* bottom) {
    const SizeT count = stack->count;
    VG_(memcpy)(bottom, stack->frames(), (count + 1) * frame_bytes());
    release_stack(stack);
    return frame_at(bottom, count);
}

// Stacks do not overlap, so a stack pointer is in the stack whose `highest` is the nearest above
// it. A thread that switches back returns to the call that it left, so its stack pointer is at
// most `slack` bytes below the top frame.
SavedStack* find_stack(SavedStack* list, Addr stack_pointer, Addr highest) {
    constexpr Addr slack = 512;
    SavedStack* nearest = nullptr;
    Addr distance = highest >= stack_pointer ? highest - stack_pointer : ~Addr{0};
    for (SavedStack* s = list; s != nullptr; s = s->next) {
        const Addr lowest = frame_at(s->frames(), s->count)->stack_pointer;
        if (s->highest >= stack_pointer && s->highest - stack_pointer < distance &&
            lowest <= stack_pointer + slack) {
            nearest = s;
            distance = s->highest - stack_pointer;
        }
    }
    return nearest;
}

void drop_stacks(SavedStack*& list) {
    while (list != nullptr) {
        SavedStack* const next = list->next;
        flush_frames(list->frames(), frame_at(list->frames(), list->count));
        release_stack(list);
        list = next;
    }
}

} // namespace cg::vg
