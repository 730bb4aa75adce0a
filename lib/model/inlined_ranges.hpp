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
    // Adjacent instructions of a range that come from a frame's function.
    struct Piece {
        std::size_t range;   // an index into the ranges
        std::uint32_t frame; // no_frame: the range's own function
        std::uint32_t instructions;
        std::uint64_t address; // of the first one
        std::uint32_t bytes;   // of all
    };

    Names names;
    std::vector<Frame> frames; // each one once
    // By range. A range without pieces is of its own function; another one has pieces for all of
    // it.
    std::vector<Piece> pieces;
};

} // namespace cg
