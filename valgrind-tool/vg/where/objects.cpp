// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/where/objects.hpp"

namespace cg::vg {
bool is_in_object(Addr address) {
    const NSegment* segment = VG_(am_find_nsegment)(address);
    if (segment == nullptr || segment->kind != SkFileC || segment->hasW)
        return false;
    if (VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address) != nullptr)
        return true;
    // The core reads nothing of an object without data. Its header is before its code.
    while (segment->offset != 0) {
        const NSegment* const before = VG_(am_find_nsegment)(segment->start - 1);
        if (before == nullptr || before->kind != SkFileC || before->dev != segment->dev ||
            before->ino != segment->ino)
            return false;
        segment = before;
    }
    return segment->hasR && VG_(memcmp)(reinterpret_cast<void*>(segment->start), "\177ELF", 4) == 0;
}

} // namespace cg::vg
