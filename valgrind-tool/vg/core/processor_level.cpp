// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/core/processor_level.hpp"

#include "vg/core/internals.hpp"

namespace cg::vg {

#if defined(VGA_amd64)
const HChar* processor_level() {
    VexArch architecture;
    VexArchInfo host;
    VG_(machine_get_VexArchInfo)(&architecture, &host);
    constexpr UInt of_v2 = VEX_HWCAPS_AMD64_SSSE3 | VEX_HWCAPS_AMD64_CX16;
    if ((host.hwcaps & VEX_HWCAPS_AMD64_AVX2) != 0)
        return "x86-64-v3";
    if ((host.hwcaps & VEX_HWCAPS_AMD64_AVX) != 0)
        return "x86-64-v2 with AVX";
    return (host.hwcaps & of_v2) == of_v2 ? "x86-64-v2" : "x86-64";
}
#else
const HChar* processor_level() {
    return nullptr;
}
#endif

} // namespace cg::vg
