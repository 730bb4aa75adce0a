// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/calls.hpp"

#include "model/count.hpp"
#include "model/function_lines_builder.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace cg {
namespace {

FunctionId owner_of_index(std::size_t index, std::size_t functions) {
    return index < functions ? static_cast<FunctionId>(index)
                             : root_number(static_cast<PathStart>(index - functions));
}

// The part of a row that its function did not run, or not alone.
struct LeftOver {
    NameId file;
    NameId name;
    Line line;
    std::vector<Count> counts;
};

class Settling {
  public:
    Settling(const FunctionLines& lines, const CountRows& wanted, std::size_t functions)
        : lines_(lines),
          events_(lines.event_count()),
          functions_(functions),
          missing_(wanted),
          given_(events_) {
        subtract_from(missing_.all(), own_costs(lines, functions).all());
    }

    FunctionLines result() {
        keep_rows();
        take_what_rows_lack();
        for (std::size_t event = 0; event < events_; ++event)
            assign(event);
        for (const auto& [place, counts] : assigned_) {
            const LeftOver& row = left_over_[place.second];
            given_.enter(owner_of_index(place.first, functions_), row.file, row.name);
            std::ranges::copy(counts, given_.add_row(row.line).begin());
        }
        return std::move(given_).finish();
    }

  private:
    // Gives each row to its function as far as that is not too much.
    void keep_rows() {
        std::vector<Count> kept(events_);
        std::vector<Count> rest(events_);
        for (const FunctionLines::Block& block : lines_.blocks()) {
            const auto of_owner = missing_[index_of_owner(block.function, functions_)];
            given_.enter(block.function, block.file, block.name);
            for (const std::size_t row : block.rows()) {
                for (std::size_t i = 0; i < events_; ++i) {
                    const Count count = lines_.counts(row)[i];
                    const Count too_much = of_owner[i] < 0 && count > 0
                                               ? std::min(count, checked_subtract(0, of_owner[i]))
                                               : 0;
                    of_owner[i] += too_much;
                    rest[i] = too_much;
                    kept[i] = count - too_much;
                }
                const bool has_rest = !is_zero(rest);
                if (has_rest)
                    left_over_.push_back({block.file, block.name, lines_.line(row), rest});
                if (!has_rest || !is_zero(kept))
                    std::ranges::copy(kept, given_.add_row(lines_.line(row)).begin());
            }
        }
    }

    // Of a function that cost less than nothing, as in a difference, no row may say so. Then it
    // gets a negative count at the place of another's.
    void take_what_rows_lack() {
        for (std::size_t owner = 0; owner < functions_ + path_starts; ++owner) {
            const auto left = missing_[owner];
            if (std::ranges::none_of(left, [](Count count) { return count < 0; }))
                continue;
            LeftOver row{{}, {}, 0, std::vector<Count>(events_)};
            if (const auto blocks = lines_.blocks(); !blocks.empty()) {
                row.file = blocks.front().file;
                row.name = blocks.front().name;
                if (blocks.front().rows().begin() != blocks.front().rows().end())
                    row.line = lines_.line(blocks.front().first_row);
            }
            given_.enter(owner_of_index(owner, functions_), row.file, row.name);
            const auto lacking = given_.add_row(row.line);
            for (std::size_t i = 0; i < events_; ++i) {
                lacking[i] = std::min<Count>(left[i], 0);
                row.counts[i] = checked_subtract(0, lacking[i]);
                left[i] -= lacking[i];
            }
            left_over_.push_back(std::move(row));
        }
    }

    // Gives the left counts of an event to the functions that miss them, both in order.
    void assign(std::size_t event) {
        std::size_t owner = 0;
        for (std::size_t i = 0; i < left_over_.size(); ++i) {
            Count left = left_over_[i].counts[event];
            while (left > 0) {
                while (missing_[owner][event] == 0)
                    ++owner;
                const Count given = std::min(left, missing_[owner][event]);
                auto& counts = assigned_[{owner, i}];
                counts.resize(events_);
                counts[event] += given;
                missing_[owner][event] -= given;
                left -= given;
            }
        }
    }

    const FunctionLines& lines_;
    const std::size_t events_;
    const std::size_t functions_;
    CountRows missing_; // by owner: its cost without its rows
    FunctionLinesBuilder given_;
    std::vector<LeftOver> left_over_;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Count>> assigned_; // owner, left-over
};

} // namespace

CountRows own_costs(const CallTree& tree, std::size_t functions) {
    CountRows sums(tree.event_count(), functions + path_starts);
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        const FunctionId owner =
            tree.is_root(node) ? root_number(tree.start(node)) : tree.function(node);
        add_to(sums[index_of_owner(owner, functions)], tree.counts(node));
    }
    return sums;
}

CountRows own_costs(const FunctionLines& lines, std::size_t functions) {
    CountRows sums(lines.event_count(), functions + path_starts);
    for (const FunctionLines::Block& block : lines.blocks())
        for (const std::size_t row : block.rows())
            add_to(sums[index_of_owner(block.function, functions)], lines.counts(row));
    return sums;
}

FunctionLines settled(const FunctionLines& lines, const CountRows& wanted, std::size_t functions) {
    return Settling(lines, wanted, functions).result();
}

FunctionLines lines_of(const CostTable& costs, const Names& names, Calls& calls) {
    CalledFunctions& functions = calls.functions;
    std::unordered_map<NameId, std::vector<FunctionId>> by_name;
    for (FunctionId f = 0; f < functions.size(); ++f)
        by_name[functions[f].name].push_back(f);
    FunctionLinesBuilder lines(costs.event_count());
    for (const FunctionCosts& f : costs.functions()) {
        const NameId file = functions.intern(names[f.file]);
        const NameId name = functions.intern(
            f.function == unspecified_function ? unspecified_mark : names[f.function]);
        FunctionId owner = root_number(PathStart::thread);
        if (const auto found = by_name.find(name); found != by_name.end()) {
            const auto same = std::ranges::find_if(
                found->second, [&](FunctionId n) { return functions[n].file == file; });
            owner = same == found->second.end() ? found->second.front() : *same;
        }
        lines.enter(owner, file, name);
        for (const std::size_t row : f.rows())
            std::ranges::copy(costs.counts(row), lines.add_row(costs.line(row)).begin());
    }
    FunctionLines made = std::move(lines).finish();
    if (!calls.tree())
        return made;
    return settled(made, own_costs(*calls.tree(), functions.size()), functions.size());
}

} // namespace cg
