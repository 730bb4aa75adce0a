// SPDX-License-Identifier: GPL-2.0-or-later
// Valgrind's tool interface, made fit for C++. The rest of the room includes
// this and no pub_tool header itself.
#pragma once

#undef NULL
#define NULL nullptr // the headers' own, a void*, does not convert
#ifndef _Static_assert
#    define _Static_assert static_assert // what newer headers write, in C's words
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
extern "C" {
#include "pub_tool_basics.h"
}
#include "pub_tool_vki.h" // holds a template
extern "C" {
#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_clreq.h"
#include "pub_tool_debuginfo.h"
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
#include "pub_tool_xarray.h"
}
#pragma GCC diagnostic pop

#include "vg/core/version.hpp"
