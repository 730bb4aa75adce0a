// SPDX-License-Identifier: GPL-2.0-or-later
// Files and lines are asked for each instruction: no interface tells how far a line
// reaches.
#include "vg/where/code_location.hpp"

#include "vg/where/functions.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

// Most instructions are of the same file as the one before. Texts are compared,
// since the debug information's own pointers do not outlive it.
constinit const HChar* latest_file = nullptr;

const HChar* file_of(Text dir, Text file) {
    if (latest_file == nullptr || !equals_path(latest_file, dir, file))
        latest_file = intern(dir, file);
    return latest_file;
}

} // namespace

CodeLocation location_of(Addr address, Addr last) {
    const HChar* file = nullptr;
    const HChar* dir = nullptr;
    UInt line = 0;
    const HChar* const function = function_at(address, last);
    if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), address, &file, &dir, &line))
        return {unknown, function, 0};
    return {file_of(Text(dir == nullptr ? "" : dir), Text(file)), function, line};
}

} // namespace cg::vg
