// SPDX-License-Identifier: GPL-2.0-or-later
// The linker gives the core and VEX these functions instead of theirs, which have `__real_` before
// their names (--wrap in tool.mk; decision 0019).
#include "vg/core/replaced_functions.hpp"

#include <new>

#include "reading/inflate.hpp"
#include "reading/merge_sort.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/incomplete.hpp"
#include "vg/core/internals.hpp"
#include "vg/core/options.hpp"
#include "vg/core/release.hpp"

namespace cg::vg {
namespace {

constinit bool has_failed = false;
using Handler = void (*)();
constinit Handler before_exit = nullptr;
constinit bool is_reading = false; // debugging information

// Returns true if the object is the C library or the loader.
bool is_of_c_library(const DebugInfo* object) {
    const HChar* const path = VG_(DebugInfo_get_filename)(object);
    const HChar* const name = path == nullptr ? nullptr : VG_(strrchr)(path, '/');
    return name != nullptr &&
           (VG_(strncmp)(name, "/libc.so", 8) == 0 || VG_(strncmp)(name, "/libc-", 6) == 0 ||
            VG_(strncmp)(name, "/ld-", 4) == 0 || VG_(strncmp)(name, "/ld.so", 6) == 0);
}

// Calls the core's reader of an object's debugging information. What is inlined in the C library is
// not read, which takes 0.06 s at each start where its debugging information is installed: nobody
// looks for his data there.
Bool read_with(Bool (*reader)(DebugInfo*), DebugInfo* object) {
    is_reading = true;
    const bool has_inlined = &VG_(clo_read_inline_info) != nullptr && VG_(clo_read_inline_info);
    if (has_inlined && options.data_objects && is_of_c_library(object))
        VG_(clo_read_inline_info) = False;
    const Bool result = reader(object);
    if (has_inlined)
        VG_(clo_read_inline_info) = True;
    is_reading = false;
    return result;
}

// Sorts the elements if no two are equal; if not, leaves them as they were and returns false.
bool sort_distinct(void* elements, size_t count, size_t size, reading::Compare compare) {
    const size_t bytes = count * size, half = (count + 1) / 2 * size;
    auto* const copy = static_cast<char*>(map_pages(bytes + half));
    if (copy == nullptr)
        return false;
    VG_(memcpy)(copy, elements, bytes);
    const bool is_sorted = reading::MergeSort(size, compare, copy + bytes).sort(copy, count);
    if (is_sorted)
        VG_(memcpy)(elements, copy, bytes);
    unmap_pages(copy, bytes + half);
    return is_sorted;
}

// Decompresses a stream of the zlib format that becomes `size` bytes. Returns false if it does not,
// or without memory.
bool inflate(const void* in, size_t in_size, void* out, size_t size) {
    auto* const inflater = static_cast<reading::Inflater*>(map_pages(sizeof(reading::Inflater)));
    if (inflater == nullptr)
        return false;
    new (inflater) reading::Inflater();
    const bool is_whole =
        inflater->run(static_cast<const UChar*>(in), in_size, static_cast<UChar*>(out), size);
    unmap_pages(inflater, sizeof(reading::Inflater));
    return is_whole;
}

} // namespace

void before_core_fails(void (*handler)()) {
    before_exit = handler;
}

void exit_without_memory() {
    if (before_exit == nullptr)
        VG_(umsg)("cachegrind: cannot continue: out of memory.\n");
    has_failed = true;
    VG_(exit)(1);
}

} // namespace cg::vg

extern "C" {

SysRes __wrap_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes) {
    const SysRes result = __real_vgPlain_am_mmap_anon_float_valgrind(bytes);
    cg::vg::has_failed |= sr_isError(result);
    return result;
}

void __wrap_vgPlain_exit(Int status) {
    if (cg::vg::has_failed && cg::vg::before_exit != nullptr) {
        auto* const handler = cg::vg::before_exit;
        cg::vg::before_exit = nullptr; // it may come here again
        handler();
    }
    if (cg::vg::is_reading && !cg::vg::has_failed) {
        VG_(umsg)("note: this Valgrind does not read the debugging information of that file.\n");
        VG_(umsg)("      Compile it with -gdwarf-4, or without -gsplit-dwarf.\n");
    }
    __real_vgPlain_exit(status);
}

void __wrap_vgPlain_client_exit(Int status) {
    __real_vgPlain_client_exit(status == 0 && cg::vg::is_incomplete ? 1 : status);
}

// Each release has one of them, and calls it once for an object.
//
// The address of the missing one is 0, which s390x's code can't reach relative to itself. So both
// are data, which `volatile` keeps.
using Reader = Bool (*)(DebugInfo*);
static Reader volatile reader_3_19 = __real_vgModuleLocal_read_elf_debug_info;
static Reader volatile reader_3_24 = __real_vgModuleLocal_read_elf_debug;

Bool __wrap_vgModuleLocal_read_elf_debug_info(DebugInfo* object) {
    return cg::vg::read_with(reader_3_19, object);
}

Bool __wrap_vgModuleLocal_read_elf_debug(DebugInfo* object) {
    return cg::vg::read_with(reader_3_24, object);
}

// The core sorts symbols and line numbers with it, which takes a twentieth of a short run. Where
// elements are equal, it depends on the algorithm which comes first, and then on that which name or
// line is found: so the core's sorts them.
void __wrap_vgPlain_ssort(void* elements, SizeT count, SizeT size,
                          Int (*compare)(const void*, const void*)) {
    constexpr SizeT worth_a_mapping = 1024;
    if (count < worth_a_mapping || size % sizeof(UInt) != 0 ||
        !cg::vg::sort_distinct(elements, count, size, compare))
        __real_vgPlain_ssort(elements, count, size, compare);
}

// Debugging information is mostly compressed; to decompress that of the C library takes a sixth
// of a short run. Streams with an error are left to the core's function, which reports it.
SizeT __wrap_tinfl_decompress_mem_to_mem(void* out, SizeT out_size, const void* in, SizeT in_size,
                                         Int flags) {
    constexpr Int has_zlib_header = 1; // miniz: TINFL_FLAG_PARSE_ZLIB_HEADER
    if ((flags & has_zlib_header) != 0 && cg::vg::inflate(in, in_size, out, out_size))
        return out_size;
    return __real_tinfl_decompress_mem_to_mem(out, out_size, in, in_size, flags);
}

// Passes of VEX that the tool leaves out of a release that it was tested with.

// VEX checks its IR, and that of the tool, four times for each superblock, which is a tenth of all
// that a translation takes. Tests check it, and users with --check-ir=yes.
void __wrap_sanityCheckIRSB(const IRSB* block, const HChar* caller, Bool flat, IRType word) {
    if (cg::vg::options.check_ir || !cg::vg::is_release_tested)
        __real_sanityCheckIRSB(block, caller, flat, word);
}

// After a tool has added its code, VEX looks twice for unused values, and replaces copies
// and sums of constants. Building trees, which follows, drops unused values, and we add no
// copies. In VEX's own optimisations, which come first, these passes are called directly.
void __wrap_do_deadcode_BB(IRSB* block) {
    if (!cg::vg::is_release_tested)
        __real_do_deadcode_BB(block);
}

IRSB* __wrap_cprop_BB(IRSB* block) {
    return cg::vg::is_release_tested ? block : __real_cprop_BB(block);
}

} // extern "C"
