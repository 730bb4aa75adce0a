// SPDX-License-Identifier: GPL-2.0-or-later
// The records of jit-PID.dump (perf's "jitdump"), of which names are taken, but neither the code
// nor its source lines. Words are in the order of the machine that wrote the file, which is this
// one.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "reading/perf_map.hpp"

namespace cg::reading {

inline uint32_t load_u32(const char* from) {
    uint32_t word;
    __builtin_memcpy(&word, from, sizeof word);
    return word;
}

inline uint64_t load_u64(const char* from) {
    uint64_t word;
    __builtin_memcpy(&word, from, sizeof word);
    return word;
}

// Returns the size of the header; 0: these are not the first bytes of a file that is known.
inline size_t jit_dump_header_size(const char* begin, size_t available) {
    constexpr uint32_t magic = 0x4a695444, version = 1, smallest = 40;
    if (available < smallest || load_u32(begin) != magic || load_u32(begin + 4) != version)
        return 0;
    const uint32_t size = load_u32(begin + 8);
    return size < smallest ? 0 : size;
}

struct JitDumpRecord {
    enum class Kind : unsigned char {
        incomplete, // more bytes of it are needed
        broken,     // nothing that follows can be read
        load,       // names `code`
        move,       // `code` has moved there, without its name, from `old_begin`
        other
    };
    Kind kind;
    uint32_t size; // to the next record; 0: incomplete or broken
    NamedCode code;
    uint64_t old_begin;
};

// Reads the record that begins there, of which this number of bytes is available. The code at its
// end is not needed.
inline JitDumpRecord read_jit_dump_record(const char* begin, size_t available) {
    constexpr uint32_t load = 0, move = 1;
    constexpr size_t prefix_size = 16, moved_size = 64, name_at = 56;
    JitDumpRecord record = {JitDumpRecord::Kind::incomplete, 0, {0, 0, nullptr, 0}, 0};
    if (available < prefix_size)
        return record;
    const uint32_t id = load_u32(begin);
    const uint32_t size = load_u32(begin + 4);
    const size_t smallest = id == load ? name_at + 1 : id == move ? moved_size : prefix_size;
    if (size < smallest) {
        record.kind = JitDumpRecord::Kind::broken;
        return record;
    }
    const size_t here = available < size ? available : size;
    if (id == load) {
        size_t end = name_at;
        while (end < here && begin[end] != '\0')
            ++end;
        if (end >= here) {
            record.kind =
                here == size ? JitDumpRecord::Kind::broken : JitDumpRecord::Kind::incomplete;
            return record;
        }
        record.code = {load_u64(begin + 32), load_u64(begin + 40), begin + name_at, end - name_at};
    } else if (id == move) {
        if (here < moved_size)
            return record;
        record.old_begin = load_u64(begin + 32);
        record.code = {load_u64(begin + 40), load_u64(begin + 48), nullptr, 0};
    }
    const bool names_code = id <= move && record.code.length != 0 &&
                            record.code.length - 1 <= UINT64_MAX - record.code.begin &&
                            (id == move || record.code.name_length != 0);
    record.kind = !names_code  ? JitDumpRecord::Kind::other
                  : id == load ? JitDumpRecord::Kind::load
                               : JitDumpRecord::Kind::move;
    record.size = size;
    return record;
}

} // namespace cg::reading
