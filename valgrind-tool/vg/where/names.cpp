// SPDX-License-Identifier: GPL-2.0-or-later
// A hash table of names.
#include "vg/where/names.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"

namespace cg::vg {
namespace {

struct Name {
    Name* next_in_bucket;
    UInt hash;
    HChar text[];

    static UInt hash_of(const Name& name) { return name.hash; }
};

constinit HashTable<Name> names;

// Returns true if `path` is "directory/name", or "name" if `directory` is empty.
bool equals_path(const HChar* path, Text directory, Text name) {
    if (directory.length != 0) {
        if (VG_(strncmp)(path, directory.begin, directory.length) != 0 ||
            path[directory.length] != '/') {
            return false;
        }
        path += directory.length + 1;
    }
    return VG_(strncmp)(path, name.begin, name.length) == 0 && path[name.length] == '\0';
}

} // namespace

UInt hash_of_bytes(Text bytes, UInt before) {
    for (SizeT i = 0; i < bytes.length; ++i)
        before = (before ^ static_cast<UChar>(bytes.begin[i])) * 16777619u;
    return before;
}

const HChar* intern(Text directory, Text name) {
    const SizeT slash = directory.length != 0 ? 1 : 0;
    UInt hash = hash_of_bytes(name, hash_of_bytes({"/", slash}, hash_of_bytes(directory)));
    hash ^= hash >> 16;
    const Name* const found = names.find(hash, [&](const Name& n) {
        return n.hash == hash && equals_path(n.text, directory, name);
    });
    if (found != nullptr)
        return found->text;
    auto* const added =
        static_cast<Name*>(allocate(sizeof(Name) + directory.length + slash + name.length + 1));
    added->hash = hash;
    VG_(memcpy)(added->text, directory.begin, directory.length);
    if (slash != 0)
        added->text[directory.length] = '/';
    VG_(memcpy)(added->text + directory.length + slash, name.begin, name.length);
    names.add(added);
    return added->text;
}

const HChar* intern(Text name) {
    return intern(Text("", 0), name);
}

} // namespace cg::vg
