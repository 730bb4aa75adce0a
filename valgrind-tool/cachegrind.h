/* SPDX-License-Identifier: BSD-2-Clause */
/* Client requests of Cachegrind: count only a chosen part of a program.

     #include <valgrind/cachegrind.h>

     prepare();
     CACHEGRIND_START_INSTRUMENTATION;
     work();
     CACHEGRIND_STOP_INSTRUMENTATION;

   and run it so that nothing is counted before:

     valgrind --tool=cachegrind --instr-at-start=no ./program

   For C and C++. Needs only valgrind.h, which comes with Valgrind. In a program
   that does not run under Valgrind, each costs a few instructions and does
   nothing. */
#ifndef __CACHEGRIND_H
#define __CACHEGRIND_H

#include "valgrind.h"

/* The numbers are the same in every tool of this name: do not reorder. */
typedef enum {
    VG_USERREQ__CG_START_INSTRUMENTATION = VG_USERREQ_TOOL_BASE('C', 'G'),
    VG_USERREQ__CG_STOP_INSTRUMENTATION
} Vg_CachegrindClientRequest;

/* Starts counting. Starting what has been started already is a warning. */
#define CACHEGRIND_START_INSTRUMENTATION                                                           \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_START_INSTRUMENTATION, 0, 0, 0, 0, 0)

/* Stops counting; the counts so far are kept. Likewise a warning if it is off. */
#define CACHEGRIND_STOP_INSTRUMENTATION                                                            \
    VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__CG_STOP_INSTRUMENTATION, 0, 0, 0, 0, 0)

#endif /* __CACHEGRIND_H */
