// SPDX-License-Identifier: GPL-2.0-or-later
// Anybody may create files in /tmp. So only a regular file of the user is read, and not through a
// link. A file is opened for each reading, because the program may use all descriptors.
#include "vg/where/jit_files.hpp"

#include "reading/jit_dump.hpp"
#include "reading/perf_map.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {

// A table by granules of memory. Each has a list of the entries that touch it, the newest first.

namespace {

struct Link {
    const JitEntry* entry;
    Link* older;
};

struct Granule {
    Addr number;
    Link* newest;
    Granule* next_in_bucket;

    static UInt hash_of(const Granule& granule) { return hash_of_address(granule.number); }
};

constexpr unsigned granule_shift = 10; // few functions are larger, and few fit into one
constexpr Addr max_granules = 1024;    // of an entry; larger ones are in a list of their own

constinit HashTable<Granule> granules;
constinit Link* large = nullptr;
constinit SizeT entry_count = 0;

void add_link(Link*& list, const JitEntry* entry) {
    auto* const made = allocate<Link>();
    *made = {.entry = entry, .older = list};
    list = made;
}

Granule* find_granule(Addr number) {
    return granules.find(hash_of_address(number),
                         [=](const Granule& g) { return g.number == number; });
}

void add_to_granule(Addr number, const JitEntry* entry) {
    Granule* granule = find_granule(number);
    if (granule == nullptr) {
        granule = allocate<Granule>();
        granule->number = number;
        granules.add(granule);
    }
    add_link(granule->newest, entry);
}

// Returns the last entry of the list that contains the address or, if `first` is set, the first one
// of those from `number` on.
const JitEntry* find(const Link* list, Addr address, SizeT number, bool first) {
    const JitEntry* found = nullptr;
    for (; list != nullptr && list->entry->number >= number; list = list->older) {
        if (!list->entry->contains(address))
            continue;
        found = list->entry;
        if (!first)
            break;
    }
    return found;
}

const JitEntry* find(Addr address, SizeT number, bool first) {
    const Granule* const granule = find_granule(address >> granule_shift);
    const JitEntry* const in_granule =
        granule == nullptr ? nullptr : find(granule->newest, address, number, first);
    const JitEntry* const among_large = find(large, address, number, first);
    if (in_granule == nullptr || among_large == nullptr)
        return in_granule == nullptr ? among_large : in_granule;
    const bool is_older = in_granule->number < among_large->number;
    return is_older == first ? in_granule : among_large;
}

void add_entry(Addr begin, Addr last, const HChar* name) {
    auto* const made = allocate<JitEntry>();
    *made = {.begin = begin, .last = last, .name = name, .number = entry_count++};
    const Addr first_granule = begin >> granule_shift, last_granule = last >> granule_shift;
    if (last_granule - first_granule >= max_granules) {
        add_link(large, made);
        return;
    }
    for (Addr g = first_granule; g <= last_granule; ++g)
        add_to_granule(g, made);
}

} // namespace

SizeT jit_entry_count() {
    return entry_count;
}

const JitEntry* newest_jit_entry(Addr address) {
    return find(address, 0, false);
}

const JitEntry* first_jit_entry(Addr address, SizeT number) {
    return find(address, number, true);
}

namespace {

constexpr SizeT buffer_size = 1u << 16; // the longest line, and the longest name, that is read

struct File {
    const HChar* path; // null: there is none
    bool is_dump;
    bool is_found;
    bool is_broken;     // nothing is read any more
    bool skips_to_line; // the line at `offset` began before, and is too long
    ULong device, inode;
    Off64T offset; // what is before it was read
};

constinit File perf_map = {};
constinit File jit_dump = {};
constinit bool may_be_new = true;
constinit HChar* buffer = nullptr;
constinit ULong started_at = 0; // in seconds

const HChar* name_of_map() {
    HChar path[32];
    VG_(sprintf)(path, "/tmp/perf-%d.map", VG_(getpid)());
    return intern(Text(path));
}

bool is_of_user(const struct vg_stat& status) {
    return VKI_S_ISREG(status.mode) && status.uid == static_cast<UInt>(VG_(geteuid)());
}

bool is_link(const HChar* path) {
    HChar target[2];
    return VG_(readlink)(path, target, sizeof target) >= 0;
}

void add(const reading::NamedCode& code, const HChar* name) {
    constexpr ULong highest = ~Addr{0};
    if (name != nullptr && code.begin <= highest && code.begin + (code.length - 1) <= highest)
        add_entry(static_cast<Addr>(code.begin), static_cast<Addr>(code.begin + (code.length - 1)),
                  name);
}

// Such files are large: without memory names are lost.
void add(const reading::NamedCode& code) {
    if (memory_ran_out())
        return;
    add(code, intern(Text(code.name, code.name_length)));
}

// Reads the complete lines in the buffer. Returns the number of bytes that are done with.
SizeT read_lines(File& file, SizeT size) {
    const HChar* const end = buffer + size;
    const HChar* line = buffer;
    for (const HChar* at = buffer; at != end; ++at) {
        if (*at != '\n')
            continue;
        reading::NamedCode code;
        if (!file.skips_to_line && reading::read_perf_map_line(line, at, code))
            add(code);
        file.skips_to_line = false;
        line = at + 1;
    }
    if (line == buffer && size == buffer_size) {
        file.skips_to_line = true;
        return size;
    }
    return static_cast<SizeT>(line - buffer);
}

void take(const reading::JitDumpRecord& record) {
    using Kind = reading::JitDumpRecord::Kind;
    if (record.kind == Kind::load)
        add(record.code);
    if (record.kind == Kind::move) {
        const JitEntry* const moved = newest_jit_entry(static_cast<Addr>(record.old_begin));
        add(record.code, moved == nullptr ? nullptr : moved->name);
    }
}

// Reads the records in the buffer, of a file of which `left` bytes are left. Returns the number of
// bytes that are done with, which includes all of the code at the end of a record.
ULong read_records(File& file, SizeT size, ULong left) {
    using Kind = reading::JitDumpRecord::Kind;
    ULong at = 0;
    if (file.offset == 0) {
        at = reading::jit_dump_header_size(buffer, size);
        file.is_broken = at == 0 && size >= 40;
        if (at == 0)
            return 0;
    }
    while (at < size) {
        const reading::JitDumpRecord record = reading::read_jit_dump_record(
            buffer + static_cast<SizeT>(at), size - static_cast<SizeT>(at));
        const bool is_cut = record.kind == Kind::incomplete && at == 0 && size == buffer_size;
        file.is_broken = record.kind == Kind::broken || is_cut;
        if (record.size == 0 || record.size > left - at)
            break;
        take(record);
        at += record.size;
    }
    return at;
}

void read_from(File& file, Int descriptor, Off64T size) {
    while (!file.is_broken && file.offset < size &&
           VG_(lseek)(descriptor, file.offset, VKI_SEEK_SET) == file.offset) {
        const Int bytes = VG_(read)(descriptor, buffer, buffer_size);
        if (bytes <= 0)
            return;
        const auto got = static_cast<SizeT>(bytes);
        const ULong done = file.is_dump
                               ? read_records(file, got, static_cast<ULong>(size - file.offset))
                               : read_lines(file, got);
        if (done == 0)
            return;
        file.offset += static_cast<Off64T>(done);
    }
}

// Notes which file the path leads to. One that was there before the program is of another process
// with the same number: what is in it is not read.
void note_identity(File& file, const struct vg_stat& status) {
    const bool is_same = file.is_found && file.device == status.dev && file.inode == status.ino &&
                         status.size >= file.offset;
    if (is_same)
        return;
    file.is_found = true;
    file.is_broken = false;
    file.skips_to_line = false;
    file.device = status.dev;
    file.inode = status.ino;
    file.offset = status.mtime < started_at ? status.size : 0;
}

// Opens the file that was found, without following a link that has taken its place since then.
Int open_found(const File& file) {
    if (is_link(file.path))
        return -1;
    const SysRes opened = VG_(open)(file.path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
    if (sr_isError(opened))
        return -1;
    const Int descriptor = static_cast<Int>(sr_Res(opened));
    struct vg_stat status = {};
    if (VG_(fstat)(descriptor, &status) == 0 && is_of_user(status) && status.dev == file.device &&
        status.ino == file.inode && !is_link(file.path)) {
        return descriptor;
    }
    VG_(close)(descriptor);
    return -1;
}

void read(File& file) {
    struct vg_stat status = {};
    if (file.path == nullptr || sr_isError(VG_(stat)(file.path, &status)) || !is_of_user(status))
        return;
    note_identity(file, status);
    if (status.size == file.offset || file.is_broken)
        return;
    if (buffer == nullptr)
        buffer = static_cast<HChar*>(map_pages(buffer_size));
    const Int descriptor = buffer == nullptr ? -1 : open_found(file);
    if (descriptor < 0)
        return;
    read_from(file, descriptor, status.size);
    VG_(close)(descriptor);
}

} // namespace

void start_jit_files() {
    struct vki_timeval now = {};
    VG_(gettimeofday)(&now, nullptr);
    started_at = static_cast<ULong>(now.tv_sec);
    perf_map.path = name_of_map();
    jit_dump.is_dump = true;
}

void note_created_file() {
    may_be_new = true;
}

void note_mapped_file(Addr start) {
    const NSegment* const segment = VG_(am_find_nsegment)(start);
    if (segment == nullptr || segment->kind != SkFileC)
        return;
    const HChar* const path = VG_(am_get_filename)(segment);
    if (path == nullptr)
        return;
    HChar name[32];
    VG_(sprintf)(name, "jit-%d.dump", VG_(getpid)());
    if (VG_(strcmp)(VG_(basename)(path), name) != 0)
        return;
    jit_dump.path = intern(Text(path));
    jit_dump.is_found = false;
    may_be_new = true;
}

void forget_jit_files() {
    perf_map.is_found = jit_dump.is_found = false;
    jit_dump.path = nullptr;
    perf_map.path = name_of_map();
    may_be_new = true;
}

bool may_have_jit_files() {
    return may_be_new || perf_map.is_found || jit_dump.is_found;
}

bool read_jit_files() {
    if (!may_have_jit_files())
        return false;
    may_be_new = false;
    read(perf_map);
    read(jit_dump);
    return perf_map.is_found || jit_dump.is_found;
}

} // namespace cg::vg
