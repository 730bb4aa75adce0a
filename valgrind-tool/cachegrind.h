/* SPDX-License-Identifier: BSD-2-Clause */
/* Client requests of Cachegrind, which switch counting on and off in a program.

     #include <valgrind/cachegrind.h>

     prepare();
     CACHEGRIND_START_INSTRUMENTATION;
     work();
     CACHEGRIND_STOP_INSTRUMENTATION;

   Run the program so that nothing is counted before the first request:

     valgrind --tool=cachegrind --instr-at-start=no ./program

   What lies between the two is counted, and not the requests themselves.

   For C and C++. Needs only valgrind.h, which comes with Valgrind. In a program
   that does not run under Valgrind, a request has no effect and costs a few
   instructions. */
#ifndef __CACHEGRIND_H
#define __CACHEGRIND_H

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
    VG_USERREQ__CG_START_INSTRUMENTATION = VG_USERREQ_TOOL_BASE('C', 'G'),
    VG_USERREQ__CG_STOP_INSTRUMENTATION
} Vg_CachegrindClientRequest;

/* Starts counting. Prints a warning if it is on. */
#define CACHEGRIND_START_INSTRUMENTATION                                                           \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_START_INSTRUMENTATION, 0, 0, 0, 0, 0)

/* Stops counting, and keeps the counts. Prints a warning if it is off. */
#define CACHEGRIND_STOP_INSTRUMENTATION                                                            \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_STOP_INSTRUMENTATION, 0, 0, 0, 0, 0)

#endif /* __CACHEGRIND_H */
