// SPDX-License-Identifier: GPL-2.0-or-later
// Which functions of the source the instructions of ranges come from, where the compiler inlined
// them into others.
#pragma once

#include "model/code_ranges.hpp"

#include <cstdint>
#include <vector>

namespace cg {

struct InlinedRanges {
    static constexpr std::uint32_t no_frame = 0xffffffff;

    // A function that was inlined into another frame, or into the function that the linker knows.
    struct Frame {
        NameId function;     // as the profile names functions
        NameId file;         // where its code is
        std::uint32_t outer; // an index into the frames, less than its own; no_frame: none
        bool operator==(const Frame&) const = default;
    };
    // Instructions of a range that come from a frame's function.
    struct Part {
        std::size_t range; // an index into the ranges
        std::uint32_t frame;
        std::uint32_t instructions;
    };

    Names names;
    std::vector<Frame> frames; // each one once
    std::vector<Part> parts;   // by range; other instructions are of the range's own function
};

} // namespace cg
