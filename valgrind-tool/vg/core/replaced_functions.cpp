// SPDX-License-Identifier: GPL-2.0-or-later
// The linker gives the core and VEX these functions instead of theirs, which have `__real_` before
// their names (--wrap in tool.mk; decision 0019).
#include "vg/core/replaced_functions.hpp"

#include "reading/inflate.hpp"
#include "reading/run_merge.hpp"
#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {
namespace {

constinit bool has_failed = false;
using Handler = void (*)();
constinit Handler before_exit = nullptr;

} // namespace

void before_core_fails(void (*handler)()) {
    before_exit = handler;
}

} // namespace cg::vg

extern "C" {

SysRes __real_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
SysRes __wrap_vgPlain_am_mmap_anon_float_valgrind(SizeT bytes);
[[noreturn]] void __real_vgPlain_exit(Int status);
[[noreturn]] void __wrap_vgPlain_exit(Int status);

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
    if (cg::vg::is_reading_debug_information()) {
        VG_(umsg)("note: this Valgrind does not read the debugging information of that file.\n");
        VG_(umsg)("      Compile it with -gdwarf-4, or without -gsplit-dwarf.\n");
    }
    __real_vgPlain_exit(status);
}

} // extern "C"

// Decompression and sorting for the core: the largest parts of reading debug information, which is
// most of a short run. And advice, if the core gives up on that.

namespace cg::vg {
namespace {

// Memory of zeros that is needed for a moment.
class Scratch {
  public:
    explicit Scratch(SizeT bytes)
        : bytes_(VG_PGROUNDUP(bytes)), pages_(bytes == 0 ? nullptr : map_pages(bytes_)) {}
    ~Scratch() { unmap_pages(pages_, bytes_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    void* pages() const { return pages_; } // null: there is no memory

  private:
    SizeT bytes_;
    void* pages_;
};

constinit bool is_reading = false;

// Calls the core's reader of an object's debugging information.
Bool read_with(Bool (*reader)(void*), void* object) {
    is_reading = true;
    const Bool result = reader(object);
    is_reading = false;
    return result;
}

} // namespace

bool is_reading_debug_information() {
    return is_reading;
}

} // namespace cg::vg

extern "C" {

// Weak: Valgrind 3.19 has the first one, 3.24 the second. Either is called once for an object.
[[gnu::weak]] Bool __real_vgModuleLocal_read_elf_debug_info(void* object);
Bool __wrap_vgModuleLocal_read_elf_debug_info(void* object);
[[gnu::weak]] Bool __real_vgModuleLocal_read_elf_debug(void* object);
Bool __wrap_vgModuleLocal_read_elf_debug(void* object);

Bool __wrap_vgModuleLocal_read_elf_debug_info(void* object) {
    return cg::vg::read_with(__real_vgModuleLocal_read_elf_debug_info, object);
}

Bool __wrap_vgModuleLocal_read_elf_debug(void* object) {
    return cg::vg::read_with(__real_vgModuleLocal_read_elf_debug, object);
}

using Compare = Int (*)(const void*, const void*);

SizeT __real_tinfl_decompress_mem_to_mem(void* out, SizeT out_size, const void* in, SizeT in_size,
                                         Int flags);
SizeT __wrap_tinfl_decompress_mem_to_mem(void* out, SizeT out_size, const void* in, SizeT in_size,
                                         Int flags);
void __real_vgPlain_ssort(void* elements, SizeT count, SizeT size, Compare compare);
void __wrap_vgPlain_ssort(void* elements, SizeT count, SizeT size, Compare compare);

// Decompresses a section, whose format the core says by a flag of its library (miniz). Errors are
// left to the core's function, which knows how to report them.
SizeT __wrap_tinfl_decompress_mem_to_mem(void* out, SizeT out_size, const void* in, SizeT in_size,
                                         Int flags) {
    constexpr Int has_zlib_header = 1;
    if ((flags & has_zlib_header) == 0)
        return __real_tinfl_decompress_mem_to_mem(out, out_size, in, in_size, flags);
    using cg::reading::Inflater;
    const cg::vg::Scratch scratch(sizeof(Inflater)); // all zeros is how it begins
    auto* const inflater = static_cast<Inflater*>(scratch.pages());
    const SizeT written = inflater == nullptr
                              ? Inflater::failed
                              : inflater->run(static_cast<UChar*>(out), out_size,
                                              static_cast<const UChar*>(in), in_size);
    return written != Inflater::failed
               ? written
               : __real_tinfl_decompress_mem_to_mem(out, out_size, in, in_size, flags);
}

// Sorts symbols, line numbers and the like. Where elements are equal, it depends on the algorithm
// which one comes first, and then on that which name or line is found: so the core's sorts them.
void __wrap_vgPlain_ssort(void* elements, SizeT count, SizeT size, Compare compare) {
    using cg::reading::RunMerge;
    constexpr SizeT few = 4096; // bytes that take less time to sort than memory to be mapped
    const SizeT bytes = RunMerge::scratch_bytes(count, size);
    const cg::vg::Scratch scratch(bytes > few ? bytes : 0);
    if (scratch.pages() == nullptr ||
        !RunMerge(elements, count, size, compare).sort(scratch.pages()))
        __real_vgPlain_ssort(elements, count, size, compare);
}

} // extern "C"

// Passes of VEX that the tool leaves out.

extern "C" {

void __real_sanityCheckIRSB(const IRSB* block, const HChar* caller, Bool flat, IRType word);
void __wrap_sanityCheckIRSB(const IRSB* block, const HChar* caller, Bool flat, IRType word);
void __wrap_do_deadcode_BB(IRSB* block);
IRSB* __wrap_cprop_BB(IRSB* block);

// VEX checks its IR, and that of the tool, four times for each superblock, which is a tenth of all
// that a translation takes. Tests check it, and users with --check-ir=yes.
void __wrap_sanityCheckIRSB(const IRSB* block, const HChar* caller, Bool flat, IRType word) {
    if (cg::vg::options.check_ir)
        __real_sanityCheckIRSB(block, caller, flat, word);
}

// After a tool has added its code, VEX looks twice for values that nobody uses, and replaces copies
// and sums of constants. Building trees, which follows, drops what nothing uses, and we add no
// copies. In VEX's own optimisations, which come first, these passes are called directly.
void __wrap_do_deadcode_BB(IRSB* /*block*/) {
}

IRSB* __wrap_cprop_BB(IRSB* block) {
    return block;
}

} // extern "C"
