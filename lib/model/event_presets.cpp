// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/event_presets.hpp"

#include <array>
#include <charconv>
#include <string>

namespace cg {
namespace {

constexpr std::string_view line_suffix = ".line";

// The bytes that were loaded are the misses times the line size. AcCost is the sum of 1000 / uses
// over the lines that left, so 1000 * lines / AcCost is the harmonic mean of the uses.
constexpr std::array presets = {
    // Rust's benchmarking crates: a reference that hits L1 costs 1, LL 5 and memory 35.
    EventPreset{"cycles", "Cycles=Ir+Dr+Dw+4*(I1mr+D1mr+D1mw)+30*(ILmr+DLmr+DLmw)"},
    EventPreset{"unused1", "Unused1=100*SpLoss1/(I1.line*I1mr+D1.line*(D1mr+D1mw))"},
    EventPreset{"uses1", "Uses1=100000*(I1mr+D1mr+D1mw)/AcCost1", true},
    EventPreset{"unusedLL", "UnusedLL=100*SpLoss2/(LL.line*(ILmr+DLmr+DLmw))"},
    EventPreset{"usesLL", "UsesLL=100000*(ILmr+DLmr+DLmw)/AcCost2", true},
};

} // namespace

std::span<const EventPreset> event_presets() {
    return presets;
}

bool is_line_size(std::string_view name) {
    return name == "I1.line" || name == "D1.line" || name == "LL.line";
}

std::optional<Count> line_size(const Header& header, std::string_view name) {
    if (!is_line_size(name))
        return std::nullopt;
    name.remove_suffix(line_suffix.size());
    // "D1 cache:         32768 B, 64 B, 8-way associative"
    const std::string begin = std::string(name) + " cache:";
    for (const std::string_view text : header.desc) {
        const std::size_t comma = text.find(" B, ");
        if (!text.starts_with(begin) || comma == text.npos)
            continue;
        Count size = 0;
        const std::string_view rest = text.substr(comma + 4);
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
        const std::string_view unit = rest.substr(static_cast<std::size_t>(end - rest.data()));
        if (error == std::errc() && size > 0 && unit.starts_with(" B"))
            return size;
    }
    return std::nullopt;
}

} // namespace cg
