// SPDX-License-Identifier: GPL-2.0-or-later
// The same, nearer.
#define DISTANCE (1 << 21)
#include "apart.c"
