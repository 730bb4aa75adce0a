// SPDX-License-Identifier: GPL-2.0-or-later
// Counts and lines in the HTML report's data.
#pragma once

#include "model/cost_table.hpp"
#include "model/count.hpp"
#include "source/old_source.hpp"
#include "text/writer.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace cg::web {

// Writes a number, or a string if a JavaScript number cannot represent it exactly.
inline void write_count(Writer& out, Count count) {
    constexpr Count exact = Count{1} << 53;
    if (count >= -exact && count <= exact)
        out << count;
    else
        out << '"' << count << '"';
}

// Writes an index of the data, or -1 for none.
inline void write_index(Writer& out, std::optional<std::size_t> index) {
    if (index)
        out << *index;
    else
        out << -1;
}

// Writes the number of a line; that of a removed line as a negative number.
inline void write_line(Writer& out, const OldSource* old, Line line) {
    if (old && line > old->offset)
        out << '-' << line - old->offset;
    else
        out << line;
}

// Writes a comma before each count.
inline void write_counts(Writer& out, std::span<const Count> counts) {
    for (const Count count : counts) {
        out << ',';
        write_count(out, count);
    }
}

} // namespace cg::web
