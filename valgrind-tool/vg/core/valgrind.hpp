// SPDX-License-Identifier: GPL-2.0-or-later
// Valgrind's tool interface, adapted to C++. All other files of the tool include this
// header, and none of them a pub_tool header.
#pragma once

#undef NULL
#define NULL nullptr // the headers define it as a void*, which C++ does not convert
#ifndef _Static_assert
#    define _Static_assert static_assert // newer headers use the C keyword
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
extern "C" {
#include "pub_tool_basics.h"
}
#include "pub_tool_vki.h" // has a template, which extern "C" does not allow
extern "C" {
#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_clreq.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_transtab.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"
}
#pragma GCC diagnostic pop

#include "vg/core/version.hpp"
