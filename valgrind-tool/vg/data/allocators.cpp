// SPDX-License-Identifier: GPL-2.0-or-later
// Several symbols may have the same address, of which the core returns any one: so aliases are
// known, too.
#include "vg/data/allocators.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/no_demangling.hpp"

namespace cg::vg {
namespace {

struct Known {
    const HChar* name;
    Allocates kind;
};

// Without the prefixes below.
constexpr Known known[] = {
    {"malloc", Allocates::malloc},
    {"calloc", Allocates::calloc},
    {"realloc", Allocates::realloc},
    {"reallocarray", Allocates::reallocarray},
    {"free", Allocates::free},
    {"cfree", Allocates::free},
    {"memalign", Allocates::memalign},
    {"aligned_alloc", Allocates::memalign},
    {"posix_memalign", Allocates::posix_memalign},
    {"valloc", Allocates::malloc},
    {"pvalloc", Allocates::malloc},
    {"rust_alloc", Allocates::malloc},
    {"rust_alloc_zeroed", Allocates::malloc},
    {"rust_realloc", Allocates::rust_realloc},
    {"rust_dealloc", Allocates::free},
};

// Of glibc's aliases, the functions of its loader, and libraries that replace malloc.
constexpr const HChar* loader_prefix = "__minimal_";
constexpr const HChar* prefixes[] = {"__GI_", "__libc_", loader_prefix, "__", "je_", "tc_", "mi_"};

// Operators of C++, as they are mangled. `size` is the letter for size_t. Those that construct in
// given memory ("Pv", "S_") allocate nothing.
constexpr HChar size = sizeof(SizeT) == 8 ? 'm' : 'j';
constexpr HChar operator_new[] = {'_', 'Z', 'n', 'w', size, '\0'};
constexpr HChar operator_new_array[] = {'_', 'Z', 'n', 'a', size, '\0'};
constexpr const HChar* operators_delete[] = {"_ZdlPv", "_ZdaPv"};
constexpr const HChar* forms[] = {"", "RKSt9nothrow_t", "St11align_val_t",
                                  "St11align_val_tRKSt9nothrow_t"};

// Returns the text after the prefix, or null if it has another.
const HChar* after(const HChar* text, const HChar* prefix) {
    const SizeT length = VG_(strlen)(prefix);
    return VG_(strncmp)(text, prefix, length) == 0 ? text + length : nullptr;
}

bool is_form(const HChar* text) {
    for (const HChar* const form : forms) {
        if (VG_(strcmp)(text, form) == 0)
            return true;
    }
    return false;
}

bool is_operator_delete(const HChar* symbol) {
    for (const HChar* const name : operators_delete) {
        const HChar* const form = after(symbol, name);
        if (form != nullptr && (is_form(form) || (form[0] == size && is_form(form + 1))))
            return true;
    }
    return false;
}

Allocates kind_of_operator(const HChar* symbol) {
    const HChar* const form = after(symbol, operator_new);
    const HChar* const array_form = after(symbol, operator_new_array);
    if ((form != nullptr && is_form(form)) || (array_form != nullptr && is_form(array_form)))
        return Allocates::malloc;
    return is_operator_delete(symbol) ? Allocates::free : Allocates::nothing;
}

Allocates kind_of_symbol(const HChar* symbol) {
    if (after(symbol, "_Z") != nullptr)
        return kind_of_operator(symbol);
    const HChar* base = symbol;
    for (const HChar* const prefix : prefixes) {
        if (const HChar* const rest = after(base, prefix))
            base = rest;
    }
    for (const Known& function : known) {
        if (VG_(strcmp)(base, function.name) == 0)
            return function.kind;
    }
    return Allocates::nothing;
}

// Returns true if the user gave this name: the symbol, or the name in the source with or without
// the types of the parameters.
bool is_named(const HChar* name, const DataAllocs::One& wanted) {
    return VG_(strncmp)(name, wanted.name, wanted.length) == 0 &&
           (name[wanted.length] == '\0' || name[wanted.length] == '(');
}

Allocates kind_by_user(const HChar* name) {
    for (unsigned i = 0; i < options.data_alloc.count; ++i) {
        DataAllocs::One& wanted = options.data_alloc.one[i];
        if (is_named(name, wanted)) {
            wanted.has_run = true;
            return wanted.kind;
        }
    }
    return Allocates::nothing;
}

Allocates kind_at(Addr address, bool& is_of_loader) {
    const DiEpoch now = VG_(current_DiEpoch)();
    const HChar* symbol = nullptr;
    {
        const NoDemangling names_as_they_are;
        if (!VG_(get_fnname_if_entry)(now, address, &symbol))
            return Allocates::nothing;
        const Allocates by_user = kind_by_user(symbol);
        if (by_user != Allocates::nothing)
            return by_user;
        const Allocates kind = kind_of_symbol(symbol);
        is_of_loader = after(symbol, loader_prefix) != nullptr;
        if (kind != Allocates::nothing || options.data_alloc.count == 0)
            return kind;
    }
    return VG_(get_fnname)(now, address, &symbol) ? kind_by_user(symbol) : Allocates::nothing;
}

// The functions that were found, of which there are few.
constinit Allocator* found = nullptr;

} // namespace

const Allocator* allocator_at(Addr address) {
    bool is_of_loader = false;
    const Allocates kind = kind_at(address, is_of_loader);
    if (kind == Allocates::nothing)
        return nullptr;
    for (Allocator* a = found; a != nullptr; a = a->next) {
        if (a->entry == address && a->kind == kind)
            return a;
    }
    auto* const added = allocate<Allocator>();
    *added = {address, kind, is_of_loader, found};
    return found = added;
}

UInt allocators_found() {
    UInt count = 0;
    for (const Allocator* a = found; a != nullptr; a = a->next)
        count += a->kind != Allocates::free;
    return count;
}

} // namespace cg::vg
