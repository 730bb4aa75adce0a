// SPDX-License-Identifier: GPL-2.0-or-later
// A function's name costs a search and, in C++, being demangled: as much as the
// translation of several superblocks. So a name is remembered with the addresses
// that it is known to hold for. They are known because VG_(get_fnname_w_offset) says
// how far behind its symbol's begin an address is, and a symbol has one range. Names
// are not demangled for that.
#include "vg/where/functions.hpp"

#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

// Every address from `first` to `last` is in this function. `beyond` is not, or
// nobody knows.
struct CachedFunction {
    Addr first = 1, last = 0, beyond = ~Addr{0};
    const HChar* function = nullptr;
    const HChar* symbol = nullptr; // the name before it is demangled

    bool holds(Addr address) const { return first <= address && address <= last; }
};

// By stretch of addresses: a function is entered for each that it is known to reach
// into. A place may hold any function: what it says tells.
constexpr unsigned granule_shift = 7;
constexpr Addr granule_size = Addr{1} << granule_shift;
constexpr unsigned cache_size = 1u << 16;
constinit CachedFunction cache[cache_size] = {};
constinit size_t lookups = 0;

CachedFunction& cache_entry(Addr address) {
    const Addr granule = address >> granule_shift;
    return cache[(granule ^ granule >> 16) % cache_size];
}

// The megabytes, by their low bits, in which something is known: unmapping data,
// which programs do all the time, must not cost a walk over the table.
constexpr unsigned region_shift = 20;
constexpr unsigned region_count = 1u << 12;
constinit bool regions[region_count] = {};

bool& region_of(Addr address) {
    return regions[(address >> region_shift) % region_count];
}

// For the stretches from that of `from` on.
void remember(const CachedFunction& k, Addr from) {
    for (Addr a = from & ~(granule_size - 1); a <= k.last; a += granule_size) {
        cache_entry(a) = k;
        region_of(a) = true;
    }
}

// The answer is kept at once: the next question may overwrite it.
const HChar* look_up_name(Addr address) {
    ++lookups;
    const HChar* name = nullptr;
    return VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name) ? intern(Text(name)) : unknown;
}

// Where the symbol begins that `address` is in, if it is `symbol` and `address` is
// not its first byte; else `address`.
Addr symbol_begin(Addr address, const HChar* symbol) {
    ++lookups;
    const NoDemangling names_as_they_are;
    const HChar* name = nullptr;
    if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), address, &name))
        return address;
    const HChar* const plus = VG_(strrchr)(name, '+');
    if (plus == nullptr)
        return address;
    // Other than equal, if the user wants offsets in all names.
    const auto length = static_cast<SizeT>(plus - name);
    const bool equal = VG_(strncmp)(symbol, name, length) == 0 && symbol[length] == '\0';
    return equal ? address - static_cast<Addr>(VG_(strtoull10)(plus + 1, nullptr)) : address;
}

// True if `k` holds for all up to `last`, too. Looks as far ahead again, or half way
// to where the function is known to have ended, so that a long one is asked for a few
// times and not for each of its superblocks.
bool extend(CachedFunction k, Addr last) {
    const Addr from = k.last;
    Addr ahead = last + (last - k.first);
    if (ahead >= k.beyond)
        ahead = last + (k.beyond - last) / 2;
    if (ahead > last && symbol_begin(ahead, k.symbol) == k.first) {
        k.last = ahead;
    } else {
        if (ahead > last)
            k.beyond = ahead;
        if (symbol_begin(last, k.symbol) != k.first)
            return false;
        k.last = last;
    }
    remember(k, from);
    return true;
}

} // namespace

const HChar* function_at(Addr address, Addr last) {
    const CachedFunction& k = cache_entry(address);
    if (k.holds(address))
        return k.function;
    // Code comes in order, more or less: this may be what follows.
    constexpr unsigned granules_back = 4;
    for (unsigned i = 0; i < granules_back; ++i) {
        const CachedFunction& before = cache_entry(address - i * granule_size);
        if (before.last < address && address - before.last <= granules_back * granule_size) {
            if (last < before.beyond && extend(before, last))
                return before.function;
            break;
        }
    }
    const HChar* const function = look_up_name(address);
    if (function == nullptr || function == unknown || address >= last)
        return function;
    const NoDemangling names_as_they_are;
    const HChar* const symbol = look_up_name(address);
    if (symbol == nullptr)
        return nullptr;
    const Addr first = symbol_begin(last, symbol);
    if (first <= address)
        remember({.first = first, .last = last, .function = function, .symbol = symbol}, address);
    return function;
}

void forget_functions(Addr start, SizeT length) {
    const SizeT touched = ((start + length - 1) >> region_shift) - (start >> region_shift) + 1;
    bool any = false;
    for (SizeT i = 0; length != 0 && i < touched && i < region_count && !any; ++i)
        any = region_of(start + (i << region_shift));
    if (!any)
        return;
    for (CachedFunction& k : cache)
        k = {};
    for (bool& region : regions)
        region = false;
}

size_t function_lookups() {
    return lookups;
}

} // namespace cg::vg
