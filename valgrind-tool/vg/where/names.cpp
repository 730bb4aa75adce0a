// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table of names.
#include "vg/where/names.hpp"

#include "vg/core/arena.hpp"

namespace cg::vg {
namespace {

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

} // namespace

bool equals_path(const HChar* text, Text dir, Text name) {
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
        if (n->hash == hash && equals_path(n->text, dir, name))
            return n->text;
    }
    auto* const made =
        static_cast<Name*>(allocate(sizeof(Name) + dir.length + slash + name.length + 1));
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

} // namespace cg::vg
