// SPDX-License-Identifier: GPL-2.0-or-later
// The options of a reproducible run (docs/reproducible.md), and the values that --reproducible=yes
// gives them. No other module of this directory looks at an option.
#pragma once

#include "vg/core/options.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/reproduce/reproduce.hpp"

namespace cg::vg::reproduce {

struct Settings {
    // True if anything is fixed. The rest of the tool asks this only.
    bool any = false;
    CpuModel cpu = CpuModel::host;
    UInt cpus = 0; // 0: those of the machine
    bool random = false;
    bool clock = false;
    bool order = false;       // of threads
    bool environment = false; // environment and initial stack
    bool machine = false;     // memory, limits, the kernel's name, texts of /proc and /sys
};

extern Settings settings;

// The number that random numbers begin with.
extern ULong seed;

// Sets `settings` from the options.
ReproduceFault choose_settings();

} // namespace cg::vg::reproduce
