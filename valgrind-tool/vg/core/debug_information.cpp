// SPDX-License-Identifier: GPL-2.0-or-later
// Decompression and sorting for the core: the largest parts of reading debug information, which is
// most of a short run. The linker gives the core these functions in place of its own (--wrap in
// tool.mk; decision 0019).
#include "reading/inflate.hpp"
#include "reading/run_merge.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg {
namespace {

constinit reading::Inflater inflater;

// For arrays of some hundred thousand elements; pages that are not used take no memory.
alignas(64) constinit char scratch[size_t{8} << 20] = {};

} // namespace
} // namespace cg::vg

extern "C" {

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
    const SizeT written = cg::vg::inflater.run(static_cast<UChar*>(out), out_size,
                                               static_cast<const UChar*>(in), in_size);
    return written != cg::reading::Inflater::failed
               ? written
               : __real_tinfl_decompress_mem_to_mem(out, out_size, in, in_size, flags);
}

// Sorts symbols, line numbers and the like. Where elements are equal, it depends on the algorithm
// which one comes first, and then on that which name or line is found: so the core's sorts them.
void __wrap_vgPlain_ssort(void* elements, SizeT count, SizeT size, Compare compare) {
    using cg::reading::RunMerge;
    if (RunMerge::scratch_bytes(count, size) <= sizeof cg::vg::scratch &&
        RunMerge(elements, count, size, compare).sort(cg::vg::scratch))
        return;
    __real_vgPlain_ssort(elements, count, size, compare);
}

} // extern "C"
