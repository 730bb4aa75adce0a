// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/core/release.hpp"

#include "vg/core/valgrind.hpp"

#include "valgrind.h"

namespace cg::vg {
namespace {

constexpr int major = __VALGRIND_MAJOR__, minor = __VALGRIND_MINOR__;
constexpr int newest_major = CGTOOLS_NEWEST_MAJOR, newest_minor = CGTOOLS_NEWEST_MINOR;

} // namespace

constinit const bool is_release_tested =
    major < newest_major || (major == newest_major && minor <= newest_minor);

void note_untested_release() {
    VG_(umsg)
    ("note: this tool holds the core of Valgrind %d.%d, and was tested with releases up to %d.%d: "
     "VEX checks all code, which takes longer.\n",
     major, minor, newest_major, newest_minor);
}

} // namespace cg::vg
