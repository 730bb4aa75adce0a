// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/inlines.hpp"

#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/function_lines_builder.hpp"
#include "model/inlined_ranges.hpp"
#include "model/profile.hpp"
#include "model/row_finder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

namespace cg {
namespace {

// The cost of a frame's code in a row of the table.
struct InlinedCost {
    std::size_t row;
    std::uint32_t frame;
    std::vector<Count> counts;
};

using Rows = std::vector<std::optional<std::size_t>>; // of ranges

// Returns how much of a range's count is of that number of its instructions.
Count share_of(Count count, const CodeRange& range, std::uint32_t instructions) {
    return count / static_cast<Count>(range.instructions) * static_cast<Count>(instructions);
}

// Returns the costs by row and frame, each pair once.
std::vector<InlinedCost> inlined_costs(const CodeRanges& ranges, const InlinedRanges& inlined,
                                       const Rows& rows) {
    std::vector<InlinedCost> found;
    for (const InlinedRanges::Piece& piece : inlined.pieces) {
        const auto row = rows[piece.range];
        if (!row || piece.frame == InlinedRanges::no_frame)
            continue;
        std::vector<Count> counts;
        for (const Count count : ranges.ranges.counts(piece.range))
            counts.push_back(share_of(count, ranges.ranges[piece.range], piece.instructions));
        found.push_back({*row, piece.frame, std::move(counts)});
    }
    std::ranges::stable_sort(
        found, {}, [](const InlinedCost& cost) { return std::pair(cost.row, cost.frame); });
    std::vector<InlinedCost> sums;
    for (InlinedCost& cost : found) {
        if (!sums.empty() && sums.back().row == cost.row && sums.back().frame == cost.frame)
            add_to(sums.back().counts, cost.counts);
        else
            sums.push_back(std::move(cost));
    }
    return sums;
}

// Names of inlined functions in the new table.
class FrameNames {
  public:
    FrameNames(const InlinedRanges& inlined, InlinedNames style)
        : inlined_(inlined), style_(style) {}

    // Names are asked for when all costs are noted: of a frame's code in a file, where it is in the
    // function `outer`.
    void note(std::uint32_t frame, NameId file, std::string_view outer, Count cost) {
        if (style_ == InlinedNames::with_places)
            places_[{file, std::string(function(frame))}][std::string(outer)] += cost;
    }
    // Notes that the function itself costs something, too.
    void note_function(NameId file, std::string_view name) {
        if (style_ == InlinedNames::with_places)
            functions_.emplace(file, name);
    }

    // Returns the name of the frame's code in the function `outer`.
    std::string name(std::uint32_t frame, NameId file, std::string_view outer) const {
        if (style_ != InlinedNames::chains)
            return name(file, function(frame));
        std::string chain;
        for (; frame != InlinedRanges::no_frame; frame = inlined_.frames[frame].outer)
            chain += std::string(function(frame)) + " < ";
        return chain + std::string(outer);
    }
    // Returns the name of a function that is inlined at some places, perhaps.
    std::string name(NameId file, std::string_view function) const {
        const Function key(file, function);
        const auto found = places_.find(key);
        if (found == places_.end())
            return key.second;
        const auto& places = found->second;
        const auto most = std::ranges::max_element(
            places, {}, [](const auto& place) { return magnitude(place.second); });
        std::string text = fmt::format("{} ({}in {}", function,
                                       functions_.contains(key) ? "also " : "", most->first);
        if (places.size() > 1)
            text += fmt::format(" and {} more", places.size() - 1);
        return text + ")";
    }

  private:
    using Function = std::pair<NameId, std::string>; // its file and name

    std::string_view function(std::uint32_t frame) const {
        return inlined_.names[inlined_.frames[frame].function];
    }

    const InlinedRanges& inlined_;
    InlinedNames style_;
    std::map<Function, std::map<std::string, Count>> places_;
    std::set<Function> functions_;
};

FrameNames frame_names(const CostTable& costs, const Names& names,
                       std::span<const InlinedCost> inlined_costs, const InlinedRanges& inlined,
                       InlinedNames style) {
    FrameNames result(inlined, style);
    auto next = inlined_costs.begin();
    for (const FunctionCosts& f : costs.functions()) {
        const std::string_view name =
            f.function == unspecified_function ? unspecified_mark : names[f.function];
        bool has_own = false;
        for (const std::size_t row : f.rows()) {
            Count own = costs.counts(row)[0];
            for (; next != inlined_costs.end() && next->row == row; ++next) {
                result.note(next->frame, f.file, name, next->counts[0]);
                own -= next->counts[0];
            }
            has_own |= own != 0;
        }
        if (has_own)
            result.note_function(f.file, name);
    }
    return result;
}

CostTable with_inlined_rows(const Profile& profile, std::span<const InlinedCost> inlined_costs,
                            const FrameNames& names, Names& new_names) {
    const CostTable& costs = profile.costs;
    CostTableBuilder rows(costs.event_count());
    auto next = inlined_costs.begin();
    for (const FunctionCosts& f : costs.functions()) {
        const bool has_name = f.function != unspecified_function;
        const std::string_view name = has_name ? profile.names[f.function] : unspecified_mark;
        const NameId own_name =
            has_name ? new_names.intern(names.name(f.file, name)) : unspecified_function;
        for (const std::size_t row : f.rows()) {
            std::vector<Count> own(costs.counts(row).begin(), costs.counts(row).end());
            bool has_inlined = false;
            for (; next != inlined_costs.end() && next->row == row; ++next) {
                rows.enter(f.file, new_names.intern(names.name(next->frame, f.file, name)));
                add_to(rows.add_row(costs.line(row)), next->counts);
                subtract_from(own, next->counts);
                has_inlined = true;
            }
            if (has_inlined && is_zero(own))
                continue;
            rows.enter(f.file, own_name);
            add_to(rows.add_row(costs.line(row)), own);
        }
    }
    return std::move(rows).finish();
}

// Returns the ranges with the functions of the new table. `costs` is the old one, of these names.
CodeRanges with_inlined_ranges(const CodeRanges& ranges, const InlinedRanges& inlined,
                               const Rows& rows, const CostTable& costs, const FrameNames& names) {
    std::vector<NameId> files; // by row
    for (const FunctionCosts& f : costs.functions())
        files.resize(f.end_row, f.file);
    CodeRangesBuilder result(ranges.ranges.event_count());
    auto next = inlined.pieces.begin();
    for (std::size_t i = 0; i < ranges.ranges.size(); ++i) {
        const std::string function(ranges.names[ranges.ranges[i].function]);
        CodeRange range = ranges.ranges[i];
        range.object = result.add_object(ranges.objects[range.object]);
        range.file = result.intern(ranges.names[range.file]);
        const auto add = [&](std::uint32_t frame) {
            std::string name = function;
            if (rows[i])
                name = frame == InlinedRanges::no_frame
                           ? names.name(files[*rows[i]], function)
                           : names.name(frame, files[*rows[i]], function);
            range.function = result.intern(name);
            const auto sum = result.add(range);
            for (std::size_t event = 0; event < sum.size(); ++event)
                sum[event] +=
                    share_of(ranges.ranges.counts(i)[event], ranges.ranges[i], range.instructions);
        };
        if (next == inlined.pieces.end() || next->range != i)
            add(InlinedRanges::no_frame);
        for (; next != inlined.pieces.end() && next->range == i; ++next) {
            range.address = next->address;
            range.bytes = next->bytes;
            range.instructions = next->instructions;
            add(next->frame);
        }
    }
    return std::move(result).finish();
}

// ---- calls ------------------------------------------------------------------

// The costs of the code of frames in one function of the calls.
using CostsOfFrames = std::map<std::uint32_t, std::vector<Count>>;

// Splits counts in proportion. The splits of all counts that add up to the sum of `parts` add up to
// the parts.
class Split {
  public:
    // `whole`: the sum of all counts that are to be split, of which the parts are a part.
    Split(Count whole, std::vector<Count> parts) : whole_(whole), left_(std::move(parts)) {}

    // Writes each part's share of the count to `shares`.
    void take(Count count, std::span<Count> shares) {
        Count rest = count;
        Count parts_left = 0;
        for (std::size_t i = 0; i < left_.size(); ++i) {
            shares[i] = whole_ == 0
                            ? 0
                            : static_cast<Count>(static_cast<WideCount>(left_[i]) * count / whole_);
            rest -= shares[i];
            parts_left += left_[i];
        }
        // The rest must be enough for the parts that are left.
        const Count own_left = whole_ - parts_left;
        const Count own =
            whole_ == 0 ? count
                        : static_cast<Count>(static_cast<WideCount>(own_left) * count / whole_);
        rest -= own;
        for (std::size_t i = 0; i < left_.size() && rest > 0; ++i) {
            if (left_[i] == shares[i])
                continue;
            ++shares[i];
            --rest;
        }
        whole_ -= count;
        for (std::size_t i = 0; i < left_.size(); ++i)
            left_[i] -= shares[i];
    }

  private:
    Count whole_;
    std::vector<Count> left_;
};

class InlinedCalls {
  public:
    InlinedCalls(const Calls& calls, const InlinedRanges& inlined, InlinedNames style)
        : calls_(calls),
          inlined_(inlined),
          style_(style),
          functions_(calls.functions),
          rows_(calls.event_count()),
          costs_(calls.functions.size()) {}

    // Distributes the costs of rows, which are of the table by_line() of the calls.
    void add_rows(const CostTable& table, std::vector<InlinedCost> inlined_costs,
                  const FrameNames& names) {
        has_shares_.assign(calls_.functions.size(), false);
        if (calls_.tree())
            find_shares();
        RowFinder find(table, calls_.functions.names());
        for (const FunctionLines::Block& block : calls_.lines.blocks()) {
            const bool has_leaves = !is_root_number(block.function);
            const std::string name(calls_.functions.names()[block.name]);
            const NameId own_name = functions_.intern(names.name(block.file, name));
            for (const std::size_t row : block.rows()) {
                const Line line = calls_.lines.line(row);
                std::vector<Count> own(calls_.lines.counts(row).begin(),
                                       calls_.lines.counts(row).end());
                const std::size_t of_table = find(block.file, block.name, line).value();
                bool has_inlined = false;
                // Several functions may have run the row: each gets as much as it ran.
                for (InlinedCost& cost :
                     std::ranges::equal_range(inlined_costs, of_table, {}, &InlinedCost::row)) {
                    std::vector<Count> taken(own.size());
                    for (std::size_t i = 0; i < own.size(); ++i)
                        taken[i] = std::min(own[i], cost.counts[i]);
                    if (is_zero(taken))
                        continue;
                    subtract_from(cost.counts, taken);
                    subtract_from(own, taken);
                    has_inlined = true;
                    FunctionId function = block.function;
                    if (has_leaves) {
                        function = leaf(cost.frame, block.function);
                        auto& sum = costs_[block.function][cost.frame];
                        sum.resize(own.size());
                        add_to(sum, taken);
                    }
                    rows_.enter(function, block.file,
                                functions_.intern(names.name(cost.frame, block.file, name)));
                    add_to(rows_.add_row(line), taken);
                }
                if (has_inlined && is_zero(own))
                    continue;
                rows_.enter(block.function, block.file, own_name);
                add_to(rows_.add_row(line), own);
            }
        }
    }

    Calls finish() && {
        Calls result{{}, calls_.tree_or_arcs, calls_.recursion, calls_.folded};
        result.lines = std::move(rows_).finish();
        if (calls_.tree()) {
            CallTreeBuilder tree = tree_with_leaves();
            const std::vector<FunctionId> numbers = functions_.sort();
            tree.renumber(numbers);
            result.lines.renumber(numbers);
            result.tree_or_arcs = std::move(tree).finish();
        } else {
            const CallArcs arcs = arcs_with_leaves();
            const std::vector<FunctionId> numbers = functions_.sort();
            result.lines.renumber(numbers);
            result.tree_or_arcs = arcs.sorted(numbers, functions_.names());
        }
        result.functions = std::move(functions_);
        return result;
    }

  private:
    // A function with own costs in several nodes gives each a share.
    void find_shares() {
        std::vector<bool> is_seen(calls_.functions.size());
        const CallTree& tree = *calls_.tree();
        for (CallTree::Node node = 0; node < tree.size(); ++node) {
            if (tree.is_root(node) || is_zero(tree.counts(node)))
                continue;
            const FunctionId f = tree.function(node);
            has_shares_[f] = is_seen[f];
            is_seen[f] = true;
        }
    }

    FunctionId leaf(std::uint32_t frame, FunctionId function) {
        const InlinedRanges::Frame& of = inlined_.frames[frame];
        std::string name(inlined_.names[of.function]);
        // In another build, it may be a function that is called.
        if (style_ != InlinedNames::plain)
            name = std::string(has_shares_[function] ? share_mark : "") + name +
                   std::string(inlined_suffix);
        return functions_.insert(functions_[function].object,
                                 functions_.intern(inlined_.names[of.file]),
                                 functions_.intern(name));
    }

    // Returns the frames around the code of a frame, and this one, the outermost first.
    std::vector<std::uint32_t> chain_to(std::uint32_t frame) const {
        std::vector<std::uint32_t> chain;
        for (auto at = frame; at != InlinedRanges::no_frame; at = inlined_.frames[at].outer)
            chain.push_back(at);
        std::ranges::reverse(chain);
        return chain;
    }

    // A function has pairs with those that were inlined into it, without calls.
    CallArcs arcs_with_leaves() {
        CallArcs result = calls_.arcs();
        for (FunctionId f = 0; f < costs_.size(); ++f)
            for (const auto& [frame, counts] : costs_[f]) {
                FunctionId caller = f;
                for (const std::uint32_t at : chain_to(frame)) {
                    const FunctionId callee = leaf(at, f);
                    result.set_functions(functions_.size());
                    if (callee != caller)
                        add_to(
                            result.counts(result.insert({caller, functions_[f].file, 0, callee})),
                            counts);
                    caller = callee;
                }
                subtract_from(result.own(f), counts);
                add_to(result.own(caller), counts);
            }
        return result;
    }

    CallTreeBuilder tree_with_leaves() {
        const CallTree& tree = *calls_.tree();
        const std::size_t events = tree.event_count();
        const CountRows own = own_costs(tree, calls_.functions.size());
        std::vector<std::vector<Split>> splits(calls_.functions.size()); // by function and event
        for (FunctionId f = 0; f < costs_.size(); ++f)
            for (std::size_t event = 0; event < events && !costs_[f].empty(); ++event) {
                std::vector<Count> parts;
                for (const auto& [frame, counts] : costs_[f])
                    parts.push_back(counts[event]);
                splits[f].emplace_back(own[f][event], std::move(parts));
            }
        CallTreeBuilder result(events);
        const auto take = [&](CallTree::Node node, CallTreeBuilder::Node here) {
            result.calls(here) += tree.calls(node);
            std::vector<Count> rest(tree.counts(node).begin(), tree.counts(node).end());
            const FunctionId f = tree.is_root(node) ? 0 : tree.function(node);
            if (tree.is_root(node) || costs_[f].empty() || is_zero(rest)) {
                add_to(result.counts(here), rest);
                return;
            }
            CountRows shares(costs_[f].size(), events); // a row for each event
            for (std::size_t event = 0; event < events; ++event)
                splits[f][event].take(rest[event], shares[event]);
            std::size_t i = 0;
            for (const auto& [frame, counts] : costs_[f]) {
                std::vector<Count> of_frame(events);
                for (std::size_t event = 0; event < events; ++event)
                    of_frame[event] = shares[event][i];
                ++i;
                if (is_zero(of_frame))
                    continue;
                subtract_from(rest, of_frame);
                CallTreeBuilder::Node place = here;
                for (const std::uint32_t at : chain_to(frame))
                    place = result.child(place, leaf(at, f));
                add_to(result.counts(place), of_frame);
            }
            add_to(result.counts(here), rest);
        };
        result.add_paths(tree, std::identity(), take);
        return result;
    }

    const Calls& calls_;
    const InlinedRanges& inlined_;
    InlinedNames style_;
    CalledFunctions functions_;
    FunctionLinesBuilder rows_;
    std::vector<CostsOfFrames> costs_; // by function
    std::vector<bool> has_shares_;     // by function
};

} // namespace

Profile with_inlined_functions(const Profile& profile, const InlinedRanges& inlined,
                               InlinedNames style) {
    Profile result = profile;
    if (!profile.addresses)
        return result;
    const CodeRanges& ranges = *profile.addresses;
    const CostTable table = profile.calls ? by_line(profile.calls->lines) : profile.costs;
    const Names& names = profile.calls ? profile.calls->functions.names() : profile.names;
    const Rows rows = rows_of(ranges, table, names);
    std::vector<InlinedCost> costs = inlined_costs(ranges, inlined, rows);
    const FrameNames new_names = frame_names(table, names, costs, inlined, style);
    result.addresses = with_inlined_ranges(ranges, inlined, rows, table, new_names);
    if (!profile.calls) {
        result.costs = with_inlined_rows(profile, costs, new_names, result.names);
        return result;
    }
    InlinedCalls calls(*profile.calls, inlined, style);
    calls.add_rows(table, std::move(costs), new_names);
    result.calls = std::move(calls).finish();
    result.costs = by_line(result.calls->lines);
    result.names = result.calls->functions.names();
    return result;
}

namespace {

// The cost of functions of one build, for one event.
struct FunctionCost {
    Count own = 0;                        // where it is not inlined
    std::map<std::string, Count> inlined; // by the function into which it is
};

std::map<std::string, FunctionCost>
function_costs(const Profile& profile, const InlinedRanges& inlined, std::size_t event) {
    std::map<std::string, FunctionCost> result;
    const CodeRanges& ranges = *profile.addresses;
    for (const FunctionCosts& f : profile.costs.functions())
        for (const std::size_t row : f.rows())
            if (f.function != unspecified_function)
                result[std::string(profile.names[f.function])].own +=
                    profile.costs.counts(row)[event];
    for (const InlinedRanges::Piece& piece : inlined.pieces) {
        if (piece.frame == InlinedRanges::no_frame)
            continue;
        const CodeRange& range = ranges.ranges[piece.range];
        const Count count =
            share_of(ranges.ranges.counts(piece.range)[event], range, piece.instructions);
        const std::string outer(ranges.names[range.function]);
        const NameId name = inlined.frames[piece.frame].function;
        result[std::string(inlined.names[name])].inlined[outer] += count;
        result[outer].own -= count;
    }
    return result;
}

} // namespace

std::vector<MovedInline> moved_inlines(const Profile& first, const InlinedRanges& in_first,
                                       const Profile& second, const InlinedRanges& in_second,
                                       std::string_view event) {
    const auto before = function_costs(first, in_first, first.header.events.column(event).value());
    const auto after =
        function_costs(second, in_second, second.header.events.column(event).value());
    std::vector<MovedInline> moved;
    const auto compare = [&](const auto& inlined, const auto& other, bool is_inlined_now) {
        for (const auto& [name, cost] : inlined) {
            const auto found = other.find(name);
            if (found == other.end() || found->second.own <= cost.own)
                continue;
            MovedInline sum{name, "", 0, is_inlined_now, 0, found->second.own};
            Count most = 0;
            for (const auto& [outer, count] : cost.inlined) {
                if (count <= 0 || outer == name || found->second.inlined.contains(outer))
                    continue;
                ++sum.more;
                sum.inlined += count;
                if (count > most)
                    sum.outer = outer;
                most = std::max(most, count);
            }
            if (sum.more-- > 0)
                moved.push_back(sum);
        }
    };
    compare(before, after, false);
    compare(after, before, true);
    std::ranges::stable_sort(moved, std::greater<>(), &MovedInline::inlined);
    return moved;
}

} // namespace cg
