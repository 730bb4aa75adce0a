// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/function.hpp"

#include "vg/calls/called_code.hpp"
#include "vg/calls/callee.hpp"
#include "vg/core/address_set.hpp"
#include "vg/core/options.hpp"
#include "vg/core/translations.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {

constinit ListedTable<Function> all_functions;

UInt Function::hash_of(const Function& f) {
    const UWord mix = reinterpret_cast<UWord>(f.object) * 31 + reinterpret_cast<UWord>(f.file) * 7 +
                      reinterpret_cast<UWord>(f.name);
    const UInt hash = static_cast<UInt>(mix >> 4) * 2654435761u;
    return hash ^ hash >> 16;
}

namespace {

constinit HashTable<Entrance> entrances;
constinit AddressSet shared_code; // that several functions run

Addr bias_at(const HChar* object, Addr address) {
    DebugInfo* const info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
    return object == unknown || info == nullptr
               ? 0
               : static_cast<Addr>(VG_(DebugInfo_get_text_bias)(info));
}

// Finds or adds the function. Only what identifies a function is compared.
Function* find_or_add(const Function& wanted) {
    Function* const found = all_functions.find(Function::hash_of(wanted), [&](const Function& f) {
        return f.object == wanted.object && f.file == wanted.file && f.name == wanted.name &&
               f.lines_name == wanted.lines_name;
    });
    if (found != nullptr)
        return found;
    auto* const made = allocate<Function>();
    *made = wanted;
    made->bias = bias_at(made->object, made->around);
    made->is_skipped = options.fn_skip.match(made->name) || options.object_skip.match(made->object);
    if (!made->is_skipped) {
        made->actions = {.toggles = options.toggle_collect.match(made->name),
                         .dumps_before = options.dump_before.match(made->name),
                         .dumps_after = options.dump_after.match(made->name),
                         .zeroes_before = options.zero_before.match(made->name)};
    }
    all_functions.add(made);
    made->number = static_cast<UInt>(all_functions.count());
    return made;
}

// Returns the object by its debug information, not by the mapping: code outside of what that
// covers, such as .init, is of no object.
const HChar* object_at(Addr address) {
    DebugInfo* const info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
    return info == nullptr ? unknown : intern(Text(VG_(DebugInfo_get_filename)(info)));
}

// A function without a symbol has the address as its name, which has 16 digits on all hosts.
const HChar* name_of_nameless(Addr address, const HChar* end) {
    HChar name[2 + 16 + 6 + 1];
    VG_(sprintf)(name, "0x%016llx%s", static_cast<ULong>(address), end);
    return intern(Text(name));
}

Function* function_of(const Callee& callee, Addr address) {
    Function wanted = {.object = object_at(address),
                       .file = callee.file,
                       .name = callee.name,
                       .lines_name = callee.lines_name,
                       .around = address,
                       .is_nameless = callee.is_nameless};
    if (!options.skip_plt && is_in_plt(address)) {
        wanted.object = wanted.file = unknown;
        wanted.name = name_of_nameless(address, " [PLT]");
        wanted.is_nameless = true;
    } else if (callee.is_nameless) {
        wanted.name = name_of_nameless(wanted.object == unknown ? address : callee.entry, "");
    }
    return find_or_add(wanted);
}

} // namespace

Function* function_around(Addr address) {
    return function_of(*callee_at(address), address);
}

Entrance* entrance_at(Addr address) {
    const Callee* const callee = callee_at(address);
    Function* const function = function_of(*callee, address);
    Entrance* const found = entrances.find(hash_of_address(address), [=](const Entrance& e) {
        return e.address == address && e.function == function;
    });
    if (found != nullptr)
        return found;
    auto* const made = allocate<Entrance>();
    *made = {.address = address,
             .line = callee->line,
             .is_inside = !function->is_nameless && !begins_symbol(address),
             .function = function};
    entrances.add(made);
    if (function->entrance == nullptr)
        function->entrance = made;
    return made;
}

Entrance* first_entrance(const Function& function) {
    return function.entrance != nullptr ? function.entrance : entrance_at(function.around);
}

const HChar* name_around(Addr address) {
    const HChar* const name = function_at(address, address);
    return name == unknown ? nullptr : name;
}

bool is_nameless(Addr address) {
    const HChar* const name = name_around(address);
    return name == nullptr || is_placeholder(name) || is_in_plt(address);
}

void share_function(Addr address) {
    Function* const function = function_around(address);
    if (function->is_shared)
        return;
    function->is_shared = true;
    const Addr begin = symbol_begin(address);
    SizeT length = 64;
    while (is_in_function(begin + length - 1, begin))
        length *= 2;
    discard_translations(begin, length);
}

void note_uncertain_entry(Addr address) {
    if (is_marked(address))
        return;
    mark_called(address);
    discard_translations(address, 1);
}

bool is_run_by_several(Addr address) {
    return shared_code.has(address);
}

void note_run_by_several(Addr address) {
    if (shared_code.add(address))
        discard_translations(address, 1);
}

void settle_functions() {
    for (Function& f : all_functions) {
        if (!is_placeholder(f.lines_name))
            continue;
        const HChar* const name = settled_name(f.lines_name);
        if (!is_placeholder(name) && name != unknown)
            f.name = name;
        f.lines_name = name;
    }
}

} // namespace cg::vg
