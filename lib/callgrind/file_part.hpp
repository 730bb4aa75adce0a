// SPDX-License-Identifier: GPL-2.0-or-later
// A part of a file in Callgrind's format, as --combine-dumps=yes writes them: what was counted
// between two dumps of a run, or by one of its threads. A part begins at its events: line, to which
// the header lines after the costs of the part before belong. Any other profile is one part.
#pragma once

#include "model/fwd.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

struct FilePart {
    std::size_t index = 0;                 // its place in the file, from 0
    std::uint64_t number = 1;              // of its part: line, else its place in the file, from 1
    std::optional<std::uint64_t> thread{}; // of its thread: line
    std::string trigger{};                 // of its "desc: Trigger:"
    // In the file's bytes: its events: line, and the next part's, if this part was read.
    const char* begin = nullptr;
    const char* end = nullptr;
};

// Of the desc: line that says why a part ended.
inline constexpr std::string_view trigger_key = "Trigger:";

// Says whether a part is chosen. Empty: each one is.
using HasPart = std::function<bool(const FilePart& part)>;
// Takes a part that is a profile of its own.
using TakePart = std::function<void(const FilePart& part, Profile&& profile)>;

} // namespace cg
