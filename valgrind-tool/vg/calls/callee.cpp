// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/callee.hpp"

#include "vg/calls/called_code.hpp"
#include "vg/core/no_demangling.hpp"
#include "vg/core/options.hpp"
#include "vg/core/processor.hpp"
#include "vg/where/code_location.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {

constinit ListedTable<Callee> all_callees;

UInt Callee::hash_of(const HChar* object, Addr entry) {
    const UWord mix = (reinterpret_cast<UWord>(object) >> 4) * 31 + entry;
    return static_cast<UInt>(mix ^ mix >> 14);
}

namespace {

constinit Sequence<Callee*> numbered; // from 1 on

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
    VG_(sprintf)(name, "0x%llx", static_cast<ULong>(entry));
    return intern(Text(name));
}

const HChar* object_of(Addr address) {
    const HChar* object = nullptr;
    return VG_(get_objname)(VG_(current_DiEpoch)(), address, &object) ? intern(Text(object))
                                                                      : unknown;
}

// Finds or adds the function. Only what identifies a function is compared.
Callee* find_or_add(const Callee& wanted) {
    Callee* const found = all_callees.find(Callee::hash_of(wanted), [&](const Callee& c) {
        return c.entry == wanted.entry && c.object == wanted.object && c.name == wanted.name &&
               c.file == wanted.file && c.lines_name == wanted.lines_name;
    });
    if (found != nullptr)
        return found;
    auto* const made = allocate<Callee>();
    numbered.append(made);
    *made = wanted;
    made->number = static_cast<UInt>(numbered.size());
    made->is_skipped = options.calls_skip.match(made->name);
    all_callees.add(made);
    return made;
}

struct Symbol {
    Addr begin;
    const HChar* name; // as it is in the object, with its length; null: no symbol
    SizeT length;
};

// Returns the symbol that contains `address`. The core's next lookup overwrites the name.
Symbol symbol_around(Addr address) {
    const NoDemangling names_as_they_are;
    const HChar* name = nullptr;
    if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), address, &name)) {
        const JitFunction jit = jit_function_around(address);
        return {jit.begin, jit.name, jit.name == nullptr ? 0 : VG_(strlen)(jit.name)};
    }
    if (const HChar* const plus = VG_(strrchr)(name, '+')) {
        HChar* end = nullptr;
        const auto offset = static_cast<Addr>(VG_(strtoull10)(plus + 1, &end));
        if (end != plus + 1 && *end == '\0')
            return {address - offset, name, static_cast<SizeT>(plus - name)};
    }
    return {address, name, VG_(strlen)(name)};
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
    if (is_in_plt(address))
        return Beginning::stub;
    const JitFunction jit = jit_function_around(address);
    if (jit.name != nullptr)
        return jit.begin == address ? Beginning::function : Beginning::inside;
    return is_marked(address) ? Beginning::function : Beginning::unknown;
}

namespace {

const UInt* words_at(Addr address, SizeT count) {
    const bool is_readable =
        VG_(am_is_valid_for_client)(address, count * sizeof(UInt), VKI_PROT_READ);
    return is_readable ? reinterpret_cast<const UInt*>(address) : nullptr;
}

// Returns true for code that only jumps to where the linker finds a function of another object.
bool leads_to_linker(Addr address) {
    if (!processor::plt_is_data)
        return false;
    const UInt* const code = words_at(address, 1);
    const UInt* const there =
        code == nullptr ? nullptr : words_at(processor::linkers_jump(code), 3);
    return there != nullptr && processor::is_linkers(there);
}

} // namespace

Beginning tree_beginning_at(Addr address) {
    const Beginning beginning = beginning_at(address);
    if (beginning == Beginning::unknown && leads_to_linker(address))
        return Beginning::stub;
    if (processor::bytes_to_local_entry == 0 || beginning != Beginning::inside)
        return beginning;
    const Addr begin = address - processor::bytes_to_local_entry;
    const bool is_local_entry =
        begins_symbol(begin) && processor::finds_data(reinterpret_cast<const UInt*>(begin));
    return is_local_entry ? Beginning::function : beginning;
}

bool is_entered_by_calls(Addr address) {
    const Beginning beginning = tree_beginning_at(address);
    return beginning == Beginning::inside || beginning == Beginning::unknown || is_marked(address);
}

bool begins_symbol(Addr address) {
    const NoDemangling names_as_they_are;
    const HChar* symbol = nullptr;
    return VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &symbol);
}

bool is_in_resolver(Addr address) {
    const NoDemangling names_as_they_are;
    const HChar* symbol = nullptr;
    return VG_(get_fnname)(VG_(current_DiEpoch)(), address, &symbol) && is_resolver(symbol);
}

bool is_in_plt(Addr address) {
    return VG_(DebugInfo_sect_kind)(nullptr, address) == Vg_SectPLT;
}

Addr symbol_begin(Addr address) {
    return symbol_around(address).begin;
}

bool is_in_function(Addr address, Addr entry) {
    return symbol_begin(address) == entry;
}

Callee* callee_at(Addr address) {
    const Symbol around = symbol_around(address);
    const HChar* const symbol =
        around.name == nullptr ? unknown : intern(Text(around.name, around.length));
    const CodeLocation at = location_of(around.begin, around.begin);
    const bool is_nameless = at.function == unknown || is_placeholder(at.function);
    const Addr entry = address_in_object(around.begin);
    const HChar* const name = is_nameless ? name_of_nameless(entry) : at.function;
    const HChar* const object = object_of(around.begin);
    return find_or_add({.object = object,
                        .entry = entry,
                        .file = at.file,
                        .name = name,
                        .symbol = is_nameless ? name : symbol,
                        .lines_name = at.function,
                        .line = at.line,
                        .is_nameless = is_nameless,
                        .is_cold_part = is_cold_part(symbol)});
}

const Callee* known_callee_at(Addr address) {
    const Addr begin = symbol_begin(address);
    const Addr entry = address_in_object(begin);
    const HChar* const object = object_of(begin);
    return all_callees.find(Callee::hash_of(object, entry), [=](const Callee& c) {
        return c.entry == entry && c.object == object;
    });
}

const HChar* name_without_symbol(Addr address) {
    return name_of_nameless(address_in_object(address));
}

void settle_callees() {
    for (Callee& c : all_callees) {
        if (!is_placeholder(c.lines_name))
            continue;
        const HChar* const told = settled_name(c.lines_name);
        if (!is_placeholder(told) && told != unknown) {
            c.entry = settled_begin(c.lines_name, c.entry);
            c.name = c.symbol = told;
            c.is_nameless = false;
        }
        c.lines_name = told;
    }
}

Callee* callee_numbered(UInt number) {
    return numbered[number - 1];
}

} // namespace cg::vg
