// SPDX-License-Identifier: GPL-2.0-or-later
// A table of the top rows of one or several profiles, as cells of text: the common part of a table
// on a terminal and in Markdown.
#pragma once

#include "render/renderers.hpp"

#include <string>
#include <vector>

namespace cg {

struct Grid {
    enum class Kind {
        number,   // to the right; digits
        bar,      // Row::bar, drawn
        function, // to the left; cut by fit_name()
        whole,    // to the left, and never cut: functions with --full-names
        text,     // to the left: a line of source
        calls,    // to the left; cut in its middle: a path of calls, whose ends tell it from others
        path,     // to the left; cut at its beginning, because its end is the most important part
    };
    struct Column {
        std::string head;
        Kind kind;
        // If the columns do not fit the width, columns of the highest rank are omitted first,
        // columns of rank 0 never.
        unsigned rank = 0;
        // The counts of an event: a note names it if the column is omitted.
        bool is_event = false;
    };
    struct Cell {
        std::string text; // well-formed UTF-8 without control characters
        // The share of `heat` in `base` determines the colour.
        Count heat = 0;
        Count base = 0;
    };
    struct Row {
        std::vector<Cell> cells; // one for each column
        double bar = 0;          // from -1 to 1: 1 is the longest bar of the grid
    };

    std::string title; // the event and the profile
    // The first columns of a grid of one profile. The event is the one that rows are sorted by. A
    // difference without a base has no shares, and so the bar after the event.
    enum { event_column, share_column, cumulative_column, bar_column };
    std::vector<Column> columns;
    std::vector<Row> rows;
    std::vector<Row> footer; // "(other)" and the total
    bool difference = false;
    bool side_by_side = false; // several profiles
};

// Returns "function", for example.
inline std::string_view word_of(By by) {
    constexpr std::string_view words[] = {"function", "file", "line", "directory"};
    return words[static_cast<std::size_t>(by)];
}

// Returns at most options.top rows, grouped by options.by; several views are side by side.
Grid top_rows(std::span<const ProfileView> views, const render::Options& options);

// Returns the rows that have options.least of each event there, at most options.top, ranked.
std::vector<std::size_t> ranked_rows(const Rollup& rollup, const ProfileView& view,
                                     const render::Options& options);

} // namespace cg
