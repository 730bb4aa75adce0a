// SPDX-License-Identifier: GPL-2.0-or-later
#include "out_of_memory.hpp"

#include "instrument.hpp"
#include "output.hpp"

namespace cg::vg {
namespace {

constinit bool stopped = false;

} // namespace

void stop_for_want_of_memory() {
    if (stopped)
        return;
    stopped = true;
    instrumenting = false;
    VG_(umsg)("error: out of memory for counters; nothing is counted from here on.\n");
    // Now, since the core may not get to the program's end.
    write_profile(add_up());
}

bool stopped_for_want_of_memory() {
    return stopped;
}

} // namespace cg::vg
