// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/callee.hpp"

#include "vg/calls/called_code.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/options.hpp"
#include "vg/where/code_location.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

UInt hash_of(const HChar* object, const HChar* file, const HChar* name) {
    const auto mix = (reinterpret_cast<UWord>(object) * 31 + reinterpret_cast<UWord>(file)) * 31 +
                     reinterpret_cast<UWord>(name);
    return static_cast<UInt>(mix >> 4 ^ mix >> 18);
}

UInt hash_of_callee(const Callee& callee) {
    return hash_of(callee.object, callee.file, callee.name);
}

constinit HashTable<Callee, &Callee::next_in_bucket, hash_of_callee> callees;
constinit Callee* all = nullptr;
constinit UInt made_so_far = 0;

// Pages of pointers to the functions, indexed by their numbers.
constexpr UInt page_size = 1u << 12;
constexpr UInt max_callees = 1u << 26;
constinit Callee** pages[max_callees / page_size] = {};

bool add_to_page(Callee* callee) {
    Callee**& page = pages[callee->number / page_size % (max_callees / page_size)];
    if (page == nullptr)
        page = static_cast<Callee**>(allocate(page_size * sizeof(Callee*)));
    if (page == nullptr || callee->number >= max_callees)
        return false;
    page[callee->number % page_size] = callee;
    return true;
}

bool begins_with(const HChar* text, const HChar* beginning) {
    return VG_(strncmp)(text, beginning, VG_(strlen)(beginning)) == 0;
}

// "f.cold" and "f.cold.3" are parts of f that the compiler moved away.
bool is_cold_part(const HChar* symbol) {
    const HChar* const cold = VG_(strstr)(symbol, ".cold");
    if (cold == nullptr)
        return false;
    const HChar after = cold[5];
    return after == '\0' || after == '.' || after == '@';
}

// Returns true for the function by which the dynamic linker binds a function at its first call.
// It ends with a jump to the bound function. It is ignored, so that this jump counts as the call.
bool is_resolver(const HChar* symbol) {
    return begins_with(symbol, "_dl_runtime_resolve");
}

bool is_to_be_skipped(const HChar* name) {
    for (unsigned i = 0; i < options.calls_skip_count; ++i) {
        if (VG_(string_match)(options.calls_skip[i], name))
            return true;
    }
    return false;
}

// Returns the address relative to its object, because that is the same in each run. Computes it
// from the debug information or, if there is none, from the mapping of the file.
Addr address_in_object(Addr address) {
    if (const DebugInfo* const object = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address))
        return address - static_cast<Addr>(VG_(DebugInfo_get_text_bias)(object));
    const NSegment* const segment = VG_(am_find_nsegment)(address);
    const bool is_file = segment != nullptr && segment->kind == SkFileC;
    return is_file ? address - segment->start + static_cast<Addr>(segment->offset) : address;
}

const HChar* name_of_nameless(Addr entry) {
    HChar name[2 + 2 * sizeof(ULong) + 1];
    VG_(sprintf)(name, "0x%llx", static_cast<ULong>(address_in_object(entry)));
    return intern(Text(name));
}

const HChar* object_of(Addr address) {
    const HChar* object = nullptr;
    return VG_(get_objname)(VG_(current_DiEpoch)(), address, &object) ? intern(Text(object))
                                                                      : unknown;
}

Callee* find(const HChar* object, const HChar* file, const HChar* name, UInt line,
             bool is_nameless) {
    for (Callee* c = callees.first(hash_of(object, file, name)); c != nullptr;
         c = c->next_in_bucket) {
        if (c->name == name && c->file == file && c->object == object)
            return c;
    }
    auto* const made = allocate<Callee>();
    if (made == nullptr)
        return nullptr;
    *made = {.object = object,
             .file = file,
             .name = name,
             .line = line,
             .number = ++made_so_far,
             .is_skipped = is_to_be_skipped(name),
             .is_nameless = is_nameless,
             .next_in_bucket = nullptr,
             .next_in_list = all};
    if (!add_to_page(made))
        return nullptr;
    callees.add(made);
    all = made;
    return made;
}

// Returns the address at which the symbol that contains `address` begins; `address` itself if no
// symbol contains it.
Addr symbol_begin(Addr address) {
    const NoDemangling names_as_they_are;
    const HChar* name = nullptr;
    if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), address, &name))
        return address;
    const HChar* const plus = VG_(strrchr)(name, '+');
    return plus == nullptr ? address
                           : address - static_cast<Addr>(VG_(strtoull10)(plus + 1, nullptr));
}

} // namespace

Beginning beginning_at(Addr address) {
    const DiEpoch now = VG_(current_DiEpoch)();
    {
        const NoDemangling names_as_they_are;
        const HChar* symbol = nullptr;
        if (VG_(get_fnname)(now, address, &symbol)) {
            if (is_resolver(symbol))
                return Beginning::stub;
            const bool is_entry = VG_(get_fnname_if_entry)(now, address, &symbol);
            return is_entry && !is_cold_part(symbol) ? Beginning::function : Beginning::inside;
        }
    }
    if (VG_(DebugInfo_sect_kind)(nullptr, address) == Vg_SectPLT)
        return Beginning::stub;
    return is_marked(address) ? Beginning::function : Beginning::unknown;
}

bool is_in_function(Addr address, Addr entry) {
    return symbol_begin(address) == entry;
}

Callee* callee_at(Addr entry) {
    const CodeLocation at = location_of(entry, entry);
    const bool is_nameless = at.function == unknown;
    const HChar* const name = is_nameless ? name_of_nameless(entry) : at.function;
    const HChar* const object = object_of(entry);
    if (at.file == nullptr || name == nullptr || object == nullptr)
        return nullptr;
    return find(object, at.file, name, at.line, is_nameless);
}

Callee* callee_around(Addr address) {
    return callee_at(symbol_begin(address));
}

Callee* all_callees() {
    return all;
}

Callee* callee_numbered(UInt number) {
    return pages[number / page_size][number % page_size];
}

UInt callee_count() {
    return made_so_far;
}

} // namespace cg::vg
