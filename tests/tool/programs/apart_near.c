// SPDX-License-Identifier: GPL-2.0-or-later
// The same at a distance for which the tool folds slots in another way.
#define DISTANCE (1 << 21)
#include "apart.c"
