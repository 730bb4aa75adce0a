// SPDX-License-Identifier: GPL-2.0-or-later
// Random numbers that are the same in each run: AT_RANDOM, getrandom, /dev/random, /dev/urandom,
// RDRAND, RDSEED.
#pragma once

#include "vg/reproduce/generator.hpp"
#include "vg/reproduce/system_call.hpp"

namespace cg::vg::reproduce {

extern Generator generator;

// Takes `seed`, and looks whether the program inherits one of the devices.
void start_random();

// In the child after fork: another seed.
void seed_anew();

// Replaces what the system call returned.
void replace_random(const SystemCall& call);

} // namespace cg::vg::reproduce
