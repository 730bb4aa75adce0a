// SPDX-License-Identifier: GPL-2.0-or-later
// Asking the debug information as seldom as exactness allows.
//
// A function's name costs a search and, in C++, being demangled: as much as the
// translation of the instruction. So a name is remembered with the addresses that
// it is known to hold for. They are known because VG_(get_fnname_w_offset) says how
// far behind its symbol's begin an address is, and a symbol has one range.
#include "code_location.hpp"

#include "arena.hpp"

namespace cg::vg {
namespace {

// ---- names, each kept once ---------------------------------------------------

struct Name {
    Name* next;
    UInt hash;
    HChar text[];
};

constexpr unsigned bucket_count = 1u << 16;
constinit Name* names[bucket_count] = {};

UInt hash_bytes(UInt hash, const HChar* text, SizeT length) {
    for (SizeT i = 0; i < length; ++i)
        hash = (hash ^ static_cast<UChar>(text[i])) * 16777619u;
    return hash;
}

struct Text {
    const HChar* begin;
    SizeT length;
    explicit Text(const HChar* text) : Text(text, VG_(strlen)(text)) {}
    Text(const HChar* text, SizeT n) : begin(text), length(n) {}
};

// Is `text` dir/name, or just name if there is no folder?
bool is_path(const HChar* text, Text dir, Text name) {
    if (dir.length != 0) {
        if (VG_(strncmp)(text, dir.begin, dir.length) != 0 || text[dir.length] != '/')
            return false;
        text += dir.length + 1;
    }
    return VG_(strncmp)(text, name.begin, name.length) == 0 && text[name.length] == '\0';
}

const HChar* intern(Text dir, Text name) {
    const SizeT slash = dir.length != 0 ? 1 : 0;
    UInt hash = hash_bytes(2166136261u, dir.begin, dir.length);
    hash = hash_bytes(hash_bytes(hash, "/", slash), name.begin, name.length);
    Name*& bucket = names[(hash ^ hash >> 16) % bucket_count];
    for (Name* n = bucket; n != nullptr; n = n->next) {
        if (n->hash == hash && is_path(n->text, dir, name))
            return n->text;
    }
    auto* const made =
        static_cast<Name*>(take(sizeof(Name) + dir.length + slash + name.length + 1));
    if (made == nullptr)
        return nullptr;
    made->next = bucket;
    made->hash = hash;
    VG_(memcpy)(made->text, dir.begin, dir.length);
    if (slash != 0)
        made->text[dir.length] = '/';
    VG_(memcpy)(made->text + dir.length + slash, name.begin, name.length);
    bucket = made;
    return made->text;
}

const HChar* intern(Text name) {
    return intern(Text("", 0), name);
}

// ---- functions ---------------------------------------------------------------

constexpr const HChar unknown[] = "???";

// Every address from `first` to `last` is in this function. `beyond` is not, or
// nobody knows.
struct Known {
    Addr first = 1, last = 0, beyond = ~Addr{0};
    const HChar* function = nullptr;

    bool holds(Addr address) const { return first <= address && address <= last; }
};

// By stretch of addresses. A place may hold any function: what it says tells.
constexpr unsigned stretch_shift = 8;
constexpr unsigned known_count = 1u << 14;
constinit Known known[known_count] = {};
constinit size_t look_ups = 0;

// The megabytes, by their low bits, in which something is known: unmapping data,
// which programs do all the time, must not cost a walk over the table.
constexpr unsigned region_shift = 20;
constexpr unsigned region_count = 1u << 12;
constinit bool regions[region_count] = {};

bool& region_of(Addr address) {
    return regions[(address >> region_shift) % region_count];
}

Known& known_at(Addr address) {
    const Addr stretch = address >> stretch_shift;
    return known[(stretch ^ stretch >> 14) % known_count];
}

const HChar* ask_function(Addr address) {
    ++look_ups;
    const HChar* name = nullptr;
    // Kept at once: the next question may overwrite the answer.
    return VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name) ? intern(Text(name)) : unknown;
}

// Where the symbol begins that `address` is in, if its name is `function` and
// `address` is not its first byte; else `address`.
Addr begin_of(Addr address, const HChar* function) {
    ++look_ups;
    const HChar* name = nullptr;
    if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), address, &name))
        return address;
    const HChar* const plus = VG_(strrchr)(name, '+');
    if (plus == nullptr)
        return address;
    // Other than equal, if the user wants offsets in all names.
    const auto length = static_cast<SizeT>(plus - name);
    const bool equal = VG_(strncmp)(function, name, length) == 0 && function[length] == '\0';
    return equal ? address - static_cast<Addr>(VG_(strtoull10)(plus + 1, nullptr)) : address;
}

// True if `k` holds for all up to `last`, too. Looks as far ahead again, so that a
// long function is asked for a few times and not for each of its superblocks.
bool extend(Known& k, Addr last) {
    const Addr ahead = last + (last - k.first);
    if (last < ahead && ahead < k.beyond) {
        if (begin_of(ahead, k.function) == k.first) {
            k.last = ahead;
            return true;
        }
        k.beyond = ahead;
    }
    if (last >= k.beyond || begin_of(last, k.function) != k.first)
        return false;
    k.last = last;
    return true;
}

const HChar* function_of(Addr address, Addr last) {
    Known& k = known_at(address);
    if (k.holds(address))
        return k.function;
    const Known& before = known_at(address - (Addr{1} << stretch_shift));
    if (before.holds(address)) {
        k = before;
        return k.function;
    }
    // Code comes in order, more or less: this may be what follows.
    if (k.last < address && address - k.last <= Addr{1} << stretch_shift && extend(k, last))
        return k.function;
    const HChar* const function = ask_function(address);
    if (function == nullptr || function == unknown || address >= last)
        return function;
    const Addr first = begin_of(last, function);
    if (first <= address) {
        k = {.first = first, .last = last, .function = function};
        region_of(address) = true;
    }
    return function;
}

// ---- files -------------------------------------------------------------------

// Most instructions are of the same file as the one before. Texts are compared,
// since the debug information's own pointers do not outlive it.
constinit const HChar* latest_file = nullptr;

const HChar* file_of(Text dir, Text file) {
    if (latest_file == nullptr || !is_path(latest_file, dir, file))
        latest_file = intern(dir, file);
    return latest_file;
}

} // namespace

CodeLocation location_of(Addr address, Addr last) {
    const HChar* file = nullptr;
    const HChar* dir = nullptr;
    UInt line = 0;
    if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), address, &file, &dir, &line)) {
        file = unknown;
        dir = nullptr;
        line = 0;
    }
    const HChar* const path = file_of(Text(dir == nullptr ? "" : dir), Text(file));
    return {path, function_of(address, last), line};
}

void forget_functions(Addr start, SizeT length) {
    const SizeT touched = ((start + length - 1) >> region_shift) - (start >> region_shift) + 1;
    bool any = false;
    for (SizeT i = 0; length != 0 && i < touched && i < region_count && !any; ++i)
        any = region_of(start + (i << region_shift));
    if (!any)
        return;
    for (Known& k : known)
        k = {};
    for (bool& region : regions)
        region = false;
}

size_t function_look_ups() {
    return look_ups;
}

} // namespace cg::vg
