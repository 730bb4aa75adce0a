// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/function_lines.hpp"

#include "model/function_lines_builder.hpp"

#include <utility>

namespace cg {
namespace {

// A CostTableBuilder has arrays by id, so roots get the first ids.
NameId id_of(FunctionId function) {
    return NameId{is_root_number(function) ? function - root_number(PathStart::thread)
                                           : function + static_cast<FunctionId>(path_starts)};
}
FunctionId function_of(NameId id) {
    const auto number = static_cast<FunctionId>(id);
    return number < path_starts ? root_number(static_cast<PathStart>(number))
                                : number - static_cast<FunctionId>(path_starts);
}

} // namespace

void FunctionLines::renumber(std::span<const FunctionId> new_numbers) {
    bool has_new_roots = false;
    for (Block& block : blocks_) {
        if (is_root_number(block.function))
            continue;
        block.function = new_numbers[block.function];
        has_new_roots = has_new_roots || is_root_number(block.function);
    }
    if (!has_new_roots)
        return;
    // Several of them are one now, and may have had the same lines.
    FunctionLinesBuilder summed(event_count());
    for (const Block& block : blocks_) {
        summed.enter(block.function, block.file, block.name);
        summed.add_rows(*this, block);
    }
    *this = std::move(summed).finish();
}

void FunctionLinesBuilder::enter(FunctionId function, NameId file, NameId name) {
    const FunctionKey names{file, name};
    const auto [number, is_new] = index_.insert(names, names_.size());
    if (is_new)
        names_.push_back(names);
    rows_.enter(id_of(function), NameId{number});
}

FunctionLines FunctionLinesBuilder::finish() && {
    CostTable table = std::move(rows_).finish();
    FunctionLines lines;
    lines.blocks_.reserve(table.functions().size());
    for (const FunctionCosts& f : table.functions()) {
        const FunctionKey& names = names_[index_of(f.function)];
        lines.blocks_.push_back(
            {function_of(f.file), names.file, names.function, f.first_row, f.end_row});
    }
    lines.rows_ = std::move(table).take_rows();
    return lines;
}

} // namespace cg
