// SPDX-License-Identifier: GPL-2.0-or-later
// The core finds the symbol of an address, which takes about a microsecond, but tells no sizes. So
// each symbol's end is looked for once, and its caller keeps the range.
#include "vg/data/variables.hpp"

#include "vg/core/arena.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

// Data without a symbol is looked up again for each of these units: a variable may be next to it.
constexpr Addr unit = 16;

// Returns true if the symbol of `address` begins at `begin` and has this name.
bool is_in_symbol(Addr address, Addr begin, const HChar* name) {
    const HChar* found = nullptr;
    PtrdiffT offset = 0;
    return VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), address, &found, &offset) &&
           address - static_cast<Addr>(offset) == begin && VG_(strcmp)(found, name) == 0;
}

// Returns the first address after the symbol, which contains `inside`.
Addr end_of_symbol(Addr begin, Addr inside, const HChar* name) {
    Addr step = 1;
    Addr last = inside; // in the symbol
    while (is_in_symbol(last + step, begin, name)) {
        last += step;
        step *= 2;
    }
    for (; step != 0; step /= 2) {
        if (is_in_symbol(last + step, begin, name))
            last += step;
    }
    return last + 1;
}

const HChar* name_of(VgSectKind section) {
    switch (section) {
    case Vg_SectData:
        return "(.data)";
    case Vg_SectBSS:
        return "(.bss)";
    case Vg_SectText:
        return "(.text)";
    case Vg_SectGOT:
    case Vg_SectGOTPLT:
        return "(.got)";
    case Vg_SectPLT:
        return "(.plt)";
    default:
        return "(no symbol)";
    }
}

bool overlaps(Addr begin, SizeT length, Addr other, SizeT other_length) {
    return begin < other + other_length && other < begin + length;
}

// Returns the object whose zeroed memory overlaps the range. Null: none.
const DebugInfo* object_with_bss(Addr begin, SizeT length) {
    for (const DebugInfo* o = VG_(next_DebugInfo)(nullptr); o != nullptr;
         o = VG_(next_DebugInfo)(o)) {
        if (overlaps(begin, length, VG_(DebugInfo_get_bss_avma)(o), VG_(DebugInfo_get_bss_size)(o)))
            return o;
    }
    return nullptr;
}

// Returns true if the path is that of a program or library whose symbols the core has read.
bool is_loaded(const HChar* path) {
    for (const DebugInfo* o = VG_(next_DebugInfo)(nullptr); o != nullptr;
         o = VG_(next_DebugInfo)(o)) {
        if (VG_(strcmp)(VG_(DebugInfo_get_filename)(o), path) == 0)
            return true;
    }
    return false;
}

// Returns the difference between the addresses of a program's or library's data and those in its
// file. It may be loaded several times: data are after the code, so the nearest one before it is
// meant.
Addr bias_at(Addr address, const HChar* path) {
    const DebugInfo* nearest = nullptr;
    for (const DebugInfo* o = VG_(next_DebugInfo)(nullptr); o != nullptr;
         o = VG_(next_DebugInfo)(o)) {
        const Addr code = VG_(DebugInfo_get_text_avma)(o);
        if (code <= address && VG_(strcmp)(VG_(DebugInfo_get_filename)(o), path) == 0 &&
            (nearest == nullptr || code > VG_(DebugInfo_get_text_avma)(nearest)))
            nearest = o;
    }
    return nearest == nullptr ? 0 : static_cast<Addr>(VG_(DebugInfo_get_text_bias)(nearest));
}

// Returns the path of the program or library that has the address in one of its segments. Null:
// none has.
const HChar* look_up_program(Addr address) {
    if (const DebugInfo* const object = object_with_bss(address, 1))
        return VG_(DebugInfo_get_filename)(object);
    const NSegment* const segment = VG_(am_find_nsegment)(address);
    if (segment == nullptr || segment->kind != SkFileC)
        return nullptr;
    const HChar* const path = VG_(am_get_filename)(segment);
    return path != nullptr && is_loaded(path) ? path : nullptr;
}

// The programs of pages that were asked for last: data without symbols is asked for in units of it.
// Nothing is kept of a page that has none.
struct KnownPage {
    Addr page;
    const HChar* path; // interned; null: none
};
constexpr UInt known_page_count = 256;
constinit KnownPage* known_pages = nullptr; // an array

const HChar* program_at(Addr address) {
    const Addr page = address / VKI_PAGE_SIZE;
    KnownPage& known = known_pages[page % known_page_count];
    if (known.path == nullptr || known.page != page) {
        const HChar* const path = look_up_program(address);
        known = {page, path == nullptr ? nullptr : intern(Text(path))};
    }
    return known.path;
}

} // namespace

void start_static_data() {
    known_pages = static_cast<KnownPage*>(need_pages(known_page_count * sizeof(KnownPage)));
}

void forget_programs() {
    for (UInt i = 0; i < known_page_count; ++i)
        known_pages[i] = {};
}

StaticData static_data_at(Addr address) {
    const HChar* const program = program_at(address);
    if (program == nullptr)
        return {nullptr, nullptr, 0, 0, false, 0};
    const HChar* symbol = nullptr;
    PtrdiffT offset = 0;
    if (VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), address, &symbol, &offset) &&
        offset >= 0) {
        const HChar* const name = intern(Text(symbol));
        const Addr begin = address - static_cast<Addr>(offset);
        return {name,  program,
                begin, end_of_symbol(begin, address, name),
                true,  begin - bias_at(begin, program)};
    }
    const HChar* const section = name_of(VG_(DebugInfo_sect_kind)(nullptr, address));
    const Addr begin = address & ~(unit - 1);
    return {intern(Text(section)), program, begin, begin + unit, false, 0};
}

bool may_have_static_data(Addr begin, SizeT length) {
    const NSegment* const segment = VG_(am_find_nsegment)(begin);
    return (segment != nullptr && segment->kind == SkFileC) ||
           object_with_bss(begin, length) != nullptr;
}

} // namespace cg::vg
