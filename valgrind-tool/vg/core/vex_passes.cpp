// SPDX-License-Identifier: GPL-2.0-or-later
// Passes of VEX that the tool leaves out. The linker gives VEX these functions in place of its own,
// which have `__real_` before their names (--wrap in tool.mk; decision 0019).
#include "vg/core/options.hpp"

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
