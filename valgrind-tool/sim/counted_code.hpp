// SPDX-License-Identifier: GPL-2.0-or-later
// The code of a reference, and where its misses are counted.
#pragma once

namespace cg::sim {

using Count = unsigned long long; // of 64 bits; the type that Valgrind has for it

struct CountedCode {
    Count* counts = nullptr;    // of the source line, or of a part of it
    const void* line = nullptr; // what stands for the line
};

} // namespace cg::sim
