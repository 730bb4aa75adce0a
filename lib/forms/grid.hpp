// SPDX-License-Identifier: GPL-2.0-or-later
// A table of the top rows of one profile or of several, as cells of text: what a terminal and
// a Markdown table have in common.
#pragma once

#include "forms/renderers.hpp"

#include <string>
#include <vector>

namespace cg {

struct Grid {
    enum class Kind {
        number, // to the right; digits
        bar,    // drawn from the row's bar
        name,   // to the left; what the row is about
        place,  // to the left; a path, whose end says most
    };
    struct Column {
        std::string head;
        Kind kind;
        // Where there is no room for all columns, those of the highest rank go first; those of
        // rank 0 always stay.
        unsigned rank = 0;
        // Counts of an event, by which one says that they are not shown.
        bool is_event = false;
    };
    struct Cell {
        std::string text; // well-formed UTF-8 without control characters
        // Its share of the base decides the colour.
        Count heat = 0;
        Count base = 0;
    };
    struct Row {
        std::vector<Cell> cells; // one for each column
        double bar = 0;          // from -1 to 1: 1 is the longest bar of the grid
    };

    std::string title; // what was counted, and of what
    std::vector<Column> columns;
    std::vector<Row> rows;
    std::vector<Row> footer; // "(other)" and the total
    bool difference = false;
    bool side_by_side = false; // several profiles
};

// Rows by options.by, at most options.top; with several views they stand side by side.
Grid top_rows(std::span<const ProfileView> views, const render::Options& options);

} // namespace cg
