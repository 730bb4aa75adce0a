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

// Every address from `first` to `last` is in this function.
struct Known {
    Addr first = 1, last = 0;
    const HChar* function = nullptr;
};
constinit Known known = {};
constinit size_t look_ups = 0;

const HChar* ask_function(Addr address) {
    ++look_ups;
    const HChar* name = nullptr;
    // Kept at once: the next question may overwrite the answer.
    return VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name) ? intern(Text(name)) : unknown;
}

// Is `last` in the same symbol, and which addresses between are?
void learn_function(Addr address, Addr last, const HChar* function) {
    ++look_ups;
    const HChar* name = nullptr;
    if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), last, &name))
        return;
    const HChar* const plus = VG_(strrchr)(name, '+');
    if (plus == nullptr)
        return; // the first byte of another
    const Addr first = last - static_cast<Addr>(VG_(strtoull10)(plus + 1, nullptr));
    // Other than equal, if the user wants offsets in all names.
    const auto length = static_cast<SizeT>(plus - name);
    const bool equal = VG_(strncmp)(function, name, length) == 0 && function[length] == '\0';
    if (equal && first <= address)
        known = {first, last, function};
}

const HChar* function_of(Addr address, Addr last) {
    if (known.first <= address && address <= known.last)
        return known.function;
    const HChar* const function = ask_function(address);
    if (function != nullptr && function != unknown && address < last)
        learn_function(address, last, function);
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

void forget_functions() {
    known = {};
}

size_t function_look_ups() {
    return look_ups;
}

} // namespace cg::vg
