// SPDX-License-Identifier: GPL-2.0-or-later
// File and line are looked up for each instruction, because the core has no function that
// returns the range of addresses of a line.
#include "vg/where/code_location.hpp"

#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/names.hpp"
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

CodeLocation location_of(Addr address, Addr last_byte) {
    const HChar* file = nullptr;
    const HChar* directory = nullptr;
    UInt line = 0;
    const HChar* const function = function_at(address, last_byte);
    const DiEpoch now = VG_(current_DiEpoch)();
    const bool is_known = VG_(get_filename_linenum)(now, address, &file, &directory, &line);
    note_line(address, function, is_known);
    if (!is_known) {
        // The core goes through its list of objects, in which one that is found moves forward. That
        // one has no line numbers here, so it is not found, but would be looked for in all others
        // first, for each instruction of a stripped program. This search finds it.
        const bool is_in_object = VG_(find_DebugInfo)(now, address) != nullptr;
        const bool may_be_jit = function == unknown && !is_in_object;
        return {unknown, may_be_jit ? jit_name_at(address) : function, 0};
    }
    return {intern(Text(directory == nullptr ? "" : directory), Text(file)), function, line};
}

} // namespace cg::vg
