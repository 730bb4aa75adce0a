// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/arcs/function.hpp"

#include "vg/calls/callee.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/core/options.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

UInt hash_of(const HChar* object, const HChar* file, const HChar* name) {
    const UWord mix = reinterpret_cast<UWord>(object) * 31 + reinterpret_cast<UWord>(file) * 7 +
                      reinterpret_cast<UWord>(name);
    const UInt hash = static_cast<UInt>(mix >> 4) * 2654435761u;
    return hash ^ hash >> 16;
}

UInt hash_of_function(const Function& f) {
    return hash_of(f.object, f.file, f.name);
}

UInt hash_of_entrance(const Entrance& e) {
    return hash_of_address(e.address);
}

constinit HashTable<Function, &Function::next_in_bucket, hash_of_function> functions;
constinit HashTable<Entrance, &Entrance::next, hash_of_entrance> entrances;
constinit Function* list = nullptr;
constinit UInt count = 0;

Addr bias_at(const HChar* object, Addr address) {
    DebugInfo* const info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
    return object == unknown || info == nullptr
               ? 0
               : static_cast<Addr>(VG_(DebugInfo_get_text_bias)(info));
}

Function* find_or_add(const HChar* object, const HChar* file, const HChar* name,
                      const HChar* lines_name, Addr address, bool is_nameless) {
    Function* const found = functions.find(hash_of(object, file, name), [=](const Function& f) {
        return f.object == object && f.file == file && f.name == name && f.lines_name == lines_name;
    });
    if (found != nullptr)
        return found;
    auto* const made = allocate<Function>();
    if (made == nullptr)
        return nullptr;
    // A function that is skipped has no actions.
    const bool is_skipped = options.fn_skip.match(name) || options.object_skip.match(object);
    const auto acts = [&](const Patterns& patterns) { return !is_skipped && patterns.match(name); };
    *made = {.object = object,
             .file = file,
             .name = name,
             .lines_name = lines_name,
             .number = ++count,
             .actions = {.toggles = acts(options.toggle_collect),
                         .dumps_before = acts(options.dump_before),
                         .dumps_after = acts(options.dump_after),
                         .zeroes_before = acts(options.zero_before)},
             .around = address,
             .bias = bias_at(object, address),
             .entrance = nullptr,
             .is_shared = false,
             .is_nameless = is_nameless,
             .is_skipped = is_skipped,
             .active = 0,
             .next_in_bucket = nullptr,
             .next_in_list = list};
    functions.add(made);
    list = made;
    return made;
}

// Returns the object by its debug information, not by the mapping: code outside of what that
// covers, such as .init, is of no object.
const HChar* object_at(Addr address) {
    DebugInfo* const info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
    return info == nullptr ? unknown : intern(Text(VG_(DebugInfo_get_filename)(info)));
}

// A function without a symbol has the address as its name, which has 16 digits on all hosts.
Function* nameless_function(const HChar* object, const HChar* file, const HChar* lines_name,
                            Addr named, Addr address, const HChar* end) {
    HChar name[2 + 16 + 6 + 1];
    VG_(sprintf)(name, "0x%016llx%s", static_cast<ULong>(named), end);
    const HChar* const kept = intern(Text(name));
    return kept == nullptr ? nullptr : find_or_add(object, file, kept, lines_name, address, true);
}

Function* function_of(const Callee& callee, Addr address) {
    if (!options.skip_plt && is_in_plt(address))
        return nameless_function(unknown, unknown, callee.lines_name, address, address, " [PLT]");
    const HChar* const object = object_at(address);
    if (object == nullptr)
        return nullptr;
    if (!callee.is_nameless)
        return find_or_add(object, callee.file, callee.name, callee.lines_name, address, false);
    return nameless_function(object, callee.file, callee.lines_name,
                             object == unknown ? address : callee.entry, address, "");
}

} // namespace

Function* function_around(Addr address) {
    const Callee* const callee = callee_at(address);
    return callee == nullptr ? nullptr : function_of(*callee, address);
}

Entrance* entrance_at(Addr address) {
    const Callee* const callee = callee_at(address);
    Function* const function = callee == nullptr ? nullptr : function_of(*callee, address);
    if (function == nullptr)
        return nullptr;
    for (Entrance* e = entrances.first(hash_of_address(address)); e != nullptr; e = e->next) {
        if (e->address == address && e->function == function)
            return e;
    }
    auto* const made = allocate<Entrance>();
    if (made == nullptr)
        return nullptr;
    *made = {.address = address, .line = callee->line, .function = function, .next = nullptr};
    entrances.add(made);
    if (function->entrance == nullptr)
        function->entrance = made;
    return made;
}

Entrance* first_entrance(const Function& function) {
    return function.entrance != nullptr ? function.entrance : entrance_at(function.around);
}

void share_function(Addr address) {
    Function* const function = function_around(address);
    if (function == nullptr || function->is_shared)
        return;
    function->is_shared = true;
    const Addr begin = symbol_begin(address);
    SizeT length = 64;
    while (is_in_function(begin + length - 1, begin))
        length *= 2;
    discard_translations(begin, length);
}

void settle_functions() {
    for (Function* f = list; f != nullptr; f = f->next_in_list) {
        if (!is_awaited(f->lines_name))
            continue;
        const HChar* const told = settled_name(f->lines_name);
        if (!is_awaited(told) && told != unknown)
            f->name = told;
        f->lines_name = told;
    }
}

Function* all_functions() {
    return list;
}

UInt function_count() {
    return count;
}

} // namespace cg::vg
