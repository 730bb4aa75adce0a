// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions that tell of the machine: the processor's model (CPUID), its clock (RDTSC, RDTSCP),
// its random numbers (RDRAND, RDSEED).
#pragma once

#include "vg/reproduce/settings.hpp"

namespace cg::vg::reproduce {

// Returns the reason why this machine cannot show the model that was chosen, or null.
const HChar* check_cpu_model();

// Lets the superblock call functions of ours where VEX asks the machine.
void replace_instructions(IRSB& block);

// AT_HWCAP of the model.
UWord hardware_capabilities();

} // namespace cg::vg::reproduce
