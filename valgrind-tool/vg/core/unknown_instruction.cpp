// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/core/unknown_instruction.hpp"

#include "vg/core/processor.hpp"

namespace cg::vg {
namespace {

// The last one that was reached: a program that goes on has a handler. 0: none.
constinit Addr last_of_avx512 = 0;

// In 64-bit code the byte 0x62 begins AVX-512's encoding (EVEX) and nothing else.
bool is_avx512([[maybe_unused]] Addr address) {
#if defined(VGA_amd64)
    return *reinterpret_cast<const UChar*>(address) == 0x62;
#else
    return false;
#endif
}

} // namespace

void note_unknown_instruction(const IRSB& in) {
    if (in.jumpkind != Ijk_NoDecode || in.next->tag != Iex_Const)
        return;
    const Addr address = processor::value_of(*in.next->Iex.Const.con);
    if (is_avx512(address))
        last_of_avx512 = address;
}

void explain_unknown_instruction() {
    if (last_of_avx512 == 0 || VG_(get_IP)(VG_(get_running_tid)()) != last_of_avx512)
        return;
    VG_(umsg)
    ("The program ended at an instruction of AVX-512, which Valgrind does not know: build "
     "with -march=x86-64-v3, or see AVX-512 in cachegrind(1).\n");
}

} // namespace cg::vg
