// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/where/c_library.hpp"

#include "vg/core/segments.hpp"

namespace cg::vg {
namespace {

HChar version[80] = "";

// Copies the version from the text that the library prints if it is executed: `GNU C Library
// (Debian GLIBC 2.36-9+deb12u10) stable release version 2.36.`
bool find_version(const HChar* begin, const HChar* end) {
    constexpr HChar text[] = "GNU C Library (";
    constexpr SizeT length = sizeof text - 1;
    for (const HChar* at = begin; at + length + sizeof version < end; ++at) {
        if (*at != text[0] || VG_(memcmp)(at, text, length) != 0)
            continue;
        for (SizeT i = 0; i < sizeof version - 1; ++i) {
            const HChar c = at[length + i];
            if (c == ')' && i != 0) {
                version[i] = '\0';
                return true;
            }
            if (c < ' ' || c > '~')
                break;
            version[i] = c;
        }
    }
    version[0] = '\0';
    return false;
}

bool is_c_library(const NSegment& segment) {
    const HChar* const path = VG_(am_get_filename)(&segment);
    if (path == nullptr || !segment.hasR)
        return false;
    const HChar* const name = VG_(basename)(path);
    return VG_(strncmp)(name, "libc.so", 7) == 0 || VG_(strncmp)(name, "libc-2", 6) == 0;
}

bool find_in_segments(bool executable) {
    return any_segment(SkFileC, [=](const NSegment& segment) {
        return (segment.hasX != 0) == executable && is_c_library(segment) &&
               find_version(reinterpret_cast<const HChar*>(segment.start),
                            reinterpret_cast<const HChar*>(segment.end));
    });
}

// The text is a constant, which most linkers keep apart from code, and code is the largest part.
bool find_library() {
    return find_in_segments(false) || find_in_segments(true);
}

} // namespace

const HChar* c_library() {
    return version[0] != '\0' || find_library() ? version : nullptr;
}

} // namespace cg::vg
