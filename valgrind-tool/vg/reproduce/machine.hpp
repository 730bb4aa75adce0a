// SPDX-License-Identifier: GPL-2.0-or-later
// The machine as system calls describe it: its cores, memory, limits and kernel.
#pragma once

#include "vg/reproduce/system_call.hpp"

namespace cg::vg::reproduce {

// Bytes of memory that the machine seems to have.
inline constexpr ULong machine_memory = ULong{8} << 30;
inline constexpr const HChar* kernel_release = "6.1.0";
inline constexpr const HChar* kernel_version = "#1 SMP";
inline constexpr const HChar* machine_name = "localhost";

// Sets the stack's limit, which the core itself tells.
void start_machine();

// Replaces what the system call returned.
void replace_cores(const SystemCall& call);
void replace_machine(const SystemCall& call);

} // namespace cg::vg::reproduce
