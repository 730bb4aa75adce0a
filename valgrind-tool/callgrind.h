/* SPDX-License-Identifier: BSD-2-Clause */
/* Client requests of Callgrind, by which a program chooses what is counted, and when it is written.

     #include <valgrind/callgrind.h>

     CALLGRIND_ZERO_STATS;
     work();
     CALLGRIND_DUMP_STATS_AT("work");

   For C and C++. Needs only valgrind.h, which comes with Valgrind. In a program that does not run
   under Valgrind, a request has no effect and costs a few instructions. */
#ifndef __CALLGRIND_H
#define __CALLGRIND_H

/* Beside this file, or, if this one is in a directory of its own, where Valgrind has put it. */
#ifdef __has_include
#    if __has_include("valgrind.h")
#        include "valgrind.h"
#    else
#        include <valgrind/valgrind.h>
#    endif
#else
#    include "valgrind.h"
#endif

/* Every tool of this name has these numbers: do not reorder. */
typedef enum {
    VG_USERREQ__DUMP_STATS = VG_USERREQ_TOOL_BASE('C', 'T'),
    VG_USERREQ__ZERO_STATS,
    VG_USERREQ__TOGGLE_COLLECT,
    VG_USERREQ__DUMP_STATS_AT,
    VG_USERREQ__START_INSTRUMENTATION,
    VG_USERREQ__STOP_INSTRUMENTATION
} Vg_CallgrindClientRequest;

/* Writes what was counted since the last part to a file of its own, FILE.1, FILE.2 and so on, which
   is complete when the request returns. All counts are 0 after that. */
#define CALLGRIND_DUMP_STATS VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__DUMP_STATS, 0, 0, 0, 0, 0)

/* Writes a part like CALLGRIND_DUMP_STATS, with the text as its reason. */
#define CALLGRIND_DUMP_STATS_AT(text)                                                              \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__DUMP_STATS_AT, text, 0, 0, 0, 0)

/* Sets all counts to 0. */
#define CALLGRIND_ZERO_STATS VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__ZERO_STATS, 0, 0, 0, 0, 0)

/* Switches collection off if it is on, and on if it is off, for the calling thread. Calls are
   followed in between. */
#define CALLGRIND_TOGGLE_COLLECT                                                                   \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__TOGGLE_COLLECT, 0, 0, 0, 0, 0)

/* Starts counting. The simulated caches are empty after that. */
#define CALLGRIND_START_INSTRUMENTATION                                                            \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__START_INSTRUMENTATION, 0, 0, 0, 0, 0)

/* Stops counting, and keeps the counts. The program then runs as fast as without a tool. */
#define CALLGRIND_STOP_INSTRUMENTATION                                                             \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__STOP_INSTRUMENTATION, 0, 0, 0, 0, 0)

#endif /* __CALLGRIND_H */
