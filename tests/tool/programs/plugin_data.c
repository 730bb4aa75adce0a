// SPDX-License-Identifier: GPL-2.0-or-later
// The library with data that data_mapped.c loads, under two names.
char plugin_data[1 << 18] = {1};
