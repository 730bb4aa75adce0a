// SPDX-License-Identifier: GPL-2.0-or-later
// The machine word that addresses and level-1 time stamps are kept in.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace cg::sim {

// As wide as an address of the simulated program, since generated code handles
// it: 64 bits on amd64, 32 on x86.
using Word = uintptr_t;

inline constexpr Word top_bit = Word{1} << (sizeof(Word) * 8 - 1);

// Level-1 stamps must stay below this; then restamp() makes room. A 64-bit
// clock never gets there.
inline constexpr Word last_stamp = top_bit / 2;

} // namespace cg::sim
