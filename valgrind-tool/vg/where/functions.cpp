// SPDX-License-Identifier: GPL-2.0-or-later
// Looking a function up searches the debug information and demangles a name, which takes as
// long as translating several superblocks. So each function is cached with
// a range of addresses that are known to be in it. Two addresses are in the same function
// if VG_(get_fnname_w_offset) gives both the same symbol with the same beginning, because
// a symbol is one range. That lookup needs no demangling.
#include "vg/where/functions.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/no_demangling.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

// Forgotten functions have another age, so that forgetting does not write to the whole cache.
constinit UInt age = 1;

// All zeros: none.
struct CachedFunction {
    Addr first, last; // all addresses from `first` to `last` are in the function
    const HChar* function;
    const HChar* symbol; // the name as it is in the object, not demangled
    UInt cached_at;      // age
    UInt granule;        // that the entry is for: its lower bits

    bool contains(Addr address) const {
        return cached_at == age && first <= address && address <= last;
    }
    bool ends_before(Addr address, Addr distance) const {
        return cached_at == age && last < address && address - last <= distance;
    }
};

// A direct-mapped cache keyed by 128-byte address granule. A function has an entry for
// each granule that it is known to extend into. An entry may belong to another granule;
// check its address range before use. The cache grows with the code.
constexpr unsigned granule_shift = 7;
constexpr Addr granule_size = Addr{1} << granule_shift;
constexpr unsigned first_size = 1u << 10;
constexpr unsigned largest_size = 1u << 16;
constinit CachedFunction* cache = nullptr;
constinit unsigned cache_size = 0;
constinit unsigned used_entries = 0; // of this age
constinit size_t lookups = 0;

UInt granule_of(Addr address) {
    const Addr granule = address >> granule_shift;
    return static_cast<UInt>(granule ^ granule >> 16);
}

CachedFunction& cache_entry(Addr address) {
    static constinit CachedFunction none = {};
    return cache == nullptr ? none : cache[granule_of(address) % cache_size];
}

// Indexed by the low bits of the number of a megabyte: may it contain a cached function?
// Programs unmap data often, and a walk over the cache each time would take too long.
constexpr unsigned region_shift = 20;
constexpr unsigned region_count = 1u << 12;
constinit bool regions[region_count] = {};

bool& region_of(Addr address) {
    return regions[(address >> region_shift) % region_count];
}

// Makes the cache twice as large. Without memory it stays as it is.
void grow_cache() {
    const unsigned size = cache == nullptr ? first_size : 2 * cache_size;
    auto* const larger = static_cast<CachedFunction*>(map_pages(size * sizeof(CachedFunction)));
    if (larger == nullptr)
        return;
    for (unsigned i = 0; i < cache_size; ++i) {
        if (cache[i].cached_at == age)
            larger[cache[i].granule % size] = cache[i];
    }
    unmap_pages(cache, cache_size * sizeof(CachedFunction));
    cache = larger;
    cache_size = size;
}

void put(const CachedFunction& f, Addr address) {
    if (2 * used_entries >= cache_size && cache_size < largest_size)
        grow_cache();
    CachedFunction& entry = cache_entry(address);
    used_entries += entry.cached_at != age;
    entry = f;
    entry.granule = granule_of(address);
}

// Adds an entry for each granule from the one that contains `from` to the one that contains
// `f.last`.
void remember(const CachedFunction& f, Addr from) {
    for (Addr a = from & ~(granule_size - 1); a <= f.last; a += granule_size) {
        put(f, a);
        region_of(a) = true;
    }
}

// Interns the name at once, because the core's next lookup may overwrite it.
const HChar* look_up_name(Addr address) {
    ++lookups;
    const HChar* name = nullptr;
    return VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name) ? intern(Text(name)) : unknown;
}

// Returns the address at which the symbol that contains `address` begins, provided that it
// is `symbol` and `address` is not its first byte; else `address` itself.
Addr symbol_begin(Addr address, const HChar* symbol) {
    ++lookups;
    const NoDemangling names_as_they_are;
    const HChar* name = nullptr;
    if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), address, &name))
        return address;
    const HChar* const plus = VG_(strrchr)(name, '+');
    if (plus == nullptr)
        return address;
    // The names also differ if the user asked the core for offsets in all names. Then no
    // function is cached.
    const auto length = static_cast<SizeT>(plus - name);
    const bool equal = VG_(strncmp)(symbol, name, length) == 0 && symbol[length] == '\0';
    return equal ? address - static_cast<Addr>(VG_(strtoull10)(plus + 1, nullptr)) : address;
}

// Extends the range of `f` to `last`. Returns false if `last` is not in the function.
bool extend(CachedFunction f, Addr last) {
    if (symbol_begin(last, f.symbol) != f.first)
        return false;
    const Addr from = f.last;
    f.last = last;
    remember(f, from);
    return true;
}

} // namespace

const HChar* function_at(Addr address, Addr last) {
    const CachedFunction& found = cache_entry(address);
    if (found.contains(address))
        return found.function;
    // Code is translated more or less in order: the address may be in the function whose
    // known range ends just before it.
    constexpr unsigned granules_back = 4;
    for (unsigned i = 0; i < granules_back; ++i) {
        const CachedFunction before = cache_entry(address - i * granule_size);
        if (before.ends_before(address, granules_back * granule_size)) {
            if (extend(before, last))
                return before.function;
            break;
        }
    }
    const HChar* const function = look_up_name(address);
    if (function == unknown || address >= last)
        return function;
    const NoDemangling names_as_they_are;
    const HChar* const symbol = look_up_name(address);
    const Addr first = symbol_begin(last, symbol);
    if (first <= address)
        remember({first, last, function, symbol, age, 0}, address);
    return function;
}

void forget_functions(Addr start, SizeT length) {
    const SizeT touched = ((start + length - 1) >> region_shift) - (start >> region_shift) + 1;
    bool any = false;
    for (SizeT i = 0; length != 0 && i < touched && i < region_count && !any; ++i)
        any = region_of(start + (i << region_shift));
    if (!any)
        return;
    used_entries = 0;
    if (++age == 0) {
        age = 1;
        for (unsigned i = 0; i < cache_size; ++i)
            cache[i] = {};
    }
    for (bool& region : regions)
        region = false;
}

size_t function_lookups() {
    return lookups;
}

} // namespace cg::vg
