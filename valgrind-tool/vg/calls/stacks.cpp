// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/stacks.hpp"

#include "vg/calls/callee.hpp"

namespace cg::vg {

bool is_other_mapping(Addr stack_pointer, Addr highest) {
    const NSegment* const first = VG_(am_find_nsegment)(stack_pointer);
    const NSegment* const second = VG_(am_find_nsegment)(highest);
    return first != nullptr && second != nullptr && first != second;
}

bool is_other_stack(Addr from, Addr to) {
    return to > from || (from - to >= near_jump && is_other_mapping(to, from));
}

bool is_new_stack(Addr highest, Addr top, Addr stack_pointer, Addr target) {
    const bool is_above = stack_pointer > highest;
    const bool is_far_below = !is_above && stack_pointer < top && top - stack_pointer >= near_jump;
    if (is_above || is_far_below)
        return is_other_mapping(stack_pointer, is_above ? highest : top) ||
               beginning_at(target) == Beginning::function;
    return stack_pointer < top && top - stack_pointer >= smallest_stack &&
           beginning_at(target) == Beginning::function;
}

bool is_returned_to(Addr target) {
    return processor::longest_call != 0 &&
           VG_(am_is_valid_for_client)(target - processor::longest_call, processor::longest_call,
                                       VKI_PROT_READ) &&
           processor::follows_call(reinterpret_cast<const UChar*>(target)) &&
           beginning_at(target) != Beginning::function;
}

} // namespace cg::vg
