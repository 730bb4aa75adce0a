// SPDX-License-Identifier: GPL-2.0-or-later
// Cost centres, found by (file, function, line) and, quicker, by address.
#include "cost_centre.hpp"

#include "arena.hpp"

namespace cg::vg {
namespace {

// ---- names, each kept once, so that equal names are equal pointers -----------

struct Name {
    Name* next;
    UInt hash;
    HChar text[];
};

constexpr unsigned bucket_count = 1u << 16;
constinit Name* names[bucket_count] = {};
constinit CostCentre* centres[bucket_count] = {};
constinit CostCentre* all = nullptr;
constinit CostCentreUse use = {};

UInt hash_bytes(UInt hash, const HChar* text, SizeT length) {
    for (SizeT i = 0; i < length; ++i)
        hash = (hash ^ static_cast<UChar>(text[i])) * 16777619u;
    return hash;
}

const HChar* intern(const HChar* dir, const HChar* name) {
    const SizeT dir_length = VG_(strlen)(dir);
    const SizeT name_length = VG_(strlen)(name);
    const SizeT slash = dir_length != 0 ? 1 : 0;
    const SizeT length = dir_length + slash + name_length;
    UInt hash = hash_bytes(2166136261u, dir, dir_length);
    hash = hash_bytes(hash_bytes(hash, "/", slash), name, name_length);
    Name*& bucket = names[(hash ^ hash >> 16) % bucket_count];
    for (Name* n = bucket; n != nullptr; n = n->next) {
        if (n->hash == hash && VG_(strncmp)(n->text, dir, dir_length) == 0 &&
            (slash == 0 || n->text[dir_length] == '/') &&
            VG_(strcmp)(n->text + dir_length + slash, name) == 0) {
            return n->text;
        }
    }
    auto* const made = static_cast<Name*>(take(sizeof(Name) + length + 1));
    if (made == nullptr)
        return nullptr;
    made->next = bucket;
    made->hash = hash;
    VG_(memcpy)(made->text, dir, dir_length);
    if (slash != 0)
        made->text[dir_length] = '/';
    VG_(memcpy)(made->text + dir_length + slash, name, name_length + 1);
    bucket = made;
    return made->text;
}

CostCentre* find(const HChar* file, const HChar* function, UInt line) {
    const auto mix = reinterpret_cast<UWord>(file) * 31 + reinterpret_cast<UWord>(function);
    const UInt hash = (static_cast<UInt>(mix >> 4) ^ line) * 2654435761u;
    CostCentre*& bucket = centres[hash >> 16];
    for (CostCentre* c = bucket; c != nullptr; c = c->next) {
        if (c->line == line && c->function == function && c->file == file)
            return c;
    }
    auto* const made =
        static_cast<CostCentre*>(take(sizeof(CostCentre) + events.count * sizeof(ULong)));
    if (made == nullptr)
        return nullptr;
    made->file = file;
    made->function = function;
    made->line = line;
    made->next = bucket;
    bucket = made;
    made->following = all;
    all = made;
    ++use.cost_centres;
    return made;
}

CostCentre* look_up(Addr address) {
    ++use.look_ups;
    const DiEpoch epoch = VG_(current_DiEpoch)();
    const HChar* file = nullptr;
    const HChar* dir = nullptr;
    const HChar* function = nullptr;
    UInt line = 0;
    if (!VG_(get_filename_linenum)(epoch, address, &file, &dir, &line)) {
        file = "???";
        dir = "";
        line = 0;
    }
    const HChar* const file_name = intern(dir == nullptr ? "" : dir, file);
    // Asked last, and kept at once: the next question may overwrite the answer.
    if (!VG_(get_fnname)(epoch, address, &function))
        function = "???";
    const HChar* const function_name = intern("", function);
    if (file_name == nullptr || function_name == nullptr)
        return nullptr;
    return find(file_name, function_name, line);
}

// ---- by address --------------------------------------------------------------

// Debug information is slow to search, and the same instruction is translated
// again and again: in several superblocks, and after each discard.
struct KnownAddress {
    Addr address; // 0: free
    CostCentre* cost;
};

constexpr size_t first_capacity = size_t{1} << 14;
constinit KnownAddress* known = nullptr;
constinit size_t known_capacity = 0; // power of two, at most half full

// The megabytes that known addresses lie in: unmapping data, which programs do
// all the time, must not empty the table.
constexpr unsigned region_shift = 20;
constexpr unsigned most_regions = 512;
constinit Addr regions[most_regions] = {};
constinit unsigned region_count = 0;

void note_region(Addr address) {
    const Addr region = address >> region_shift;
    for (unsigned i = region_count; i-- > 0;) {
        if (regions[i] == region)
            return;
    }
    if (region_count < most_regions)
        regions[region_count++] = region;
}

bool holds_known(Addr first, Addr last) {
    if (region_count == most_regions)
        return true; // some may be missing
    for (unsigned i = 0; i < region_count; ++i) {
        if (first <= regions[i] && regions[i] <= last)
            return true;
    }
    return false;
}

size_t place_of(Addr address, const KnownAddress* table, size_t capacity) {
    size_t at = (static_cast<size_t>(address) * 0x9E3779B1u >> 7) & (capacity - 1);
    while (table[at].address != 0 && table[at].address != address)
        at = (at + 1) & (capacity - 1);
    return at;
}

bool grow_known() {
    const size_t capacity = known_capacity == 0 ? first_capacity : known_capacity * 2;
    auto* const table = static_cast<KnownAddress*>(take(capacity * sizeof(KnownAddress)));
    if (table == nullptr)
        return false;
    for (size_t i = 0; i < known_capacity; ++i) {
        if (known[i].address != 0)
            table[place_of(known[i].address, table, capacity)] = known[i];
    }
    give(known, known_capacity * sizeof(KnownAddress));
    known = table;
    known_capacity = capacity;
    return true;
}

} // namespace

CostCentre* cost_centre_at(Addr address) {
    if (use.addresses * 2 >= known_capacity && !grow_known())
        return nullptr;
    KnownAddress& place = known[place_of(address, known, known_capacity)];
    if (place.address == address && place.address != 0)
        return place.cost;
    CostCentre* const cost = look_up(address);
    if (cost != nullptr) {
        place = {address, cost};
        ++use.addresses;
        note_region(address);
    }
    return cost;
}

void forget_addresses(Addr start, SizeT length) {
    if (length == 0 || use.addresses == 0)
        return;
    if (!holds_known(start >> region_shift, (start + length - 1) >> region_shift))
        return;
    VG_(memset)(known, 0, known_capacity * sizeof(KnownAddress));
    region_count = 0;
    use.addresses = 0;
}

namespace {

bool precedes(const CostCentre* left, const CostCentre* right) {
    if (left->file != right->file)
        return VG_(strcmp)(left->file, right->file) < 0;
    if (left->function != right->function) {
        return VG_(strcmp)(left->function, right->function) < 0;
    }
    return left->line < right->line;
}

CostCentre* merge(CostCentre* left, CostCentre* right) {
    CostCentre* head = nullptr;
    CostCentre** tail = &head;
    while (left != nullptr && right != nullptr) {
        CostCentre*& smaller = precedes(right, left) ? right : left;
        *tail = smaller;
        tail = &smaller->following;
        smaller = smaller->following;
    }
    *tail = left != nullptr ? left : right;
    return head;
}

} // namespace

CostCentre* sorted_cost_centres() {
    constexpr unsigned most_runs = 64;
    CostCentre* runs[most_runs] = {}; // runs[i] is a sorted list of 2^i, or none
    while (all != nullptr) {
        CostCentre* run = all;
        all = all->following;
        run->following = nullptr;
        unsigned i = 0;
        for (; runs[i] != nullptr; ++i) {
            run = merge(runs[i], run);
            runs[i] = nullptr;
        }
        runs[i] = run;
    }
    for (CostCentre* run : runs)
        all = merge(run, all);
    return all;
}

CostCentreUse cost_centre_use() {
    return use;
}

} // namespace cg::vg
