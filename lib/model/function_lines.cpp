// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/function_lines.hpp"

#include <utility>

namespace cg {
namespace {

// A CostTableBuilder has arrays by id, so roots get the first ids.
NameId id_of(CalledNumber function) {
    return NameId{is_root_number(function) ? function - root_number(PathStart::thread)
                                           : function + static_cast<CalledNumber>(path_starts)};
}
CalledNumber function_of(NameId id) {
    const auto number = static_cast<CalledNumber>(id);
    return number < path_starts ? root_number(static_cast<PathStart>(number))
                                : number - static_cast<CalledNumber>(path_starts);
}

} // namespace

void FunctionLines::renumber(std::span<const CalledNumber> new_numbers) {
    for (Block& block : blocks_)
        if (!is_root_number(block.function))
            block.function = new_numbers[block.function];
}

CostTable FunctionLines::by_line() const {
    CostTableBuilder table(event_count());
    table.reserve(row_count(), blocks_.size());
    for (const Block& block : blocks_) {
        table.enter(block.file, block.name);
        table.add_rows(rows_, block.first_row, block.end_row);
    }
    return std::move(table).finish();
}

void FunctionLinesBuilder::enter(CalledNumber function, NameId file, NameId name) {
    const Place place{file, name};
    const auto found = index_.insert(place, places_.size());
    if (found.is_new)
        places_.push_back(place);
    rows_.enter(id_of(function), NameId{found.number});
}

FunctionLines FunctionLinesBuilder::finish() && {
    FunctionLines lines(std::move(rows_).finish());
    lines.blocks_.reserve(lines.rows_.functions().size());
    for (const FunctionCosts& f : lines.rows_.functions()) {
        const Place& place = places_[index_of(f.function)];
        lines.blocks_.push_back(
            {function_of(f.file), place.file, place.name, f.first_row, f.end_row});
    }
    return lines;
}

} // namespace cg
