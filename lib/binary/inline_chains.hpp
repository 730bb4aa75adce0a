// SPDX-License-Identifier: GPL-2.0-or-later
// Which functions of the source an instruction belongs to: the one that it was written in, the one
// into which the compiler inlined that one, and so on, to the function that the linker knows.
#pragma once

#include "binary/binary_file.hpp"
#include "model/names.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace cg::binary {

// A position in the source: of an instruction or, of the other frames of a chain, of the call that
// was inlined.
struct InlineFrame {
    NameId
        function; // as it is linked (`_ZN...`), or its name in the source if that is all there is
    // Of a function that has only a name in the source: with its scopes and parameters, as if it
    // were linked and demangled (binary/source_names.hpp); else empty.
    NameId source_name;
    NameId file;        // with the directory of the compilation if it is relative to that; or "???"
    std::uint32_t line; // 0: unknown
    std::uint32_t outer; // the index of the frame that this one was inlined into; no_frame: none
};

inline constexpr std::uint32_t no_frame = 0xffffffff;

struct InlineChains {
    Names names;
    std::vector<InlineFrame> frames;
    // Of each address, the index of its innermost frame; no_frame: nothing is known of it.
    std::vector<std::uint32_t> innermost;
    bool has_debug_information = false;
    std::size_t missing_units = 0; // whose debugging information is in files that were not found
};

// Returns the chains of addresses of the file, which are ascending; without debugging information,
// of the symbols only. Throws Error if the debugging information is broken.
InlineChains inline_chains(BinaryFile& file, std::span<const std::uint64_t> addresses);

} // namespace cg::binary
