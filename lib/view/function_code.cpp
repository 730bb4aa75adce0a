// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/function_code.hpp"

#include "model/containers.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace cg {
namespace {

constexpr std::string_view no_name = "???";

// Ranges of a function that overlap or follow one another.
struct Stretch {
    std::uint64_t begin, end;
    std::span<const FunctionRanges::Member> members;
};

std::vector<Stretch> stretches_of(const CodeRanges& ranges, const FunctionRanges& function) {
    std::vector<Stretch> result;
    const std::span<const FunctionRanges::Member> members(function.members);
    for (std::size_t i = 0; i < members.size(); ++i) {
        const CodeRange& range = ranges.ranges[members[i].range];
        if (result.empty() || range.address > result.back().end) {
            result.push_back({range.address, range.end(), members.subspan(i, 1)});
            continue;
        }
        Stretch& last = result.back();
        last.end = std::max(last.end, range.end());
        last.members = {last.members.data(), last.members.size() + 1};
    }
    return result;
}

class Builder {
  public:
    Builder(const CodeRanges& ranges, const FunctionRanges& function, Disassembler& disassembler)
        : ranges_(ranges),
          object_(ranges.objects[function.object]),
          disassembler_(disassembler),
          code_{function.object,
                function.function,
                false,
                {},
                CountRows(ranges.ranges.event_count())} {}

    void add(const Stretch& stretch) {
        if (!code_.rows.empty())
            add_between(stretch);
        const std::size_t first = code_.rows.size();
        for (const Instruction& instruction : instructions_of(stretch))
            add_row({.kind = CodeRow::Kind::instruction,
                     .address = instruction.address,
                     .bytes = instruction.size,
                     .instructions = 1,
                     .is_call = instruction.is_call,
                     .has_direct_target = instruction.target.has_value(),
                     .mnemonic = instruction.mnemonic,
                     .operands = instruction.operands},
                    instruction.target);
        if (first < code_.rows.size())
            give_to_instructions(stretch, first);
        else
            add_ranges(stretch);
        // The last instruction may be longer than the profile knows.
        const CodeRow& last = code_.rows.back();
        end_ = std::max(stretch.end, last.address + last.bytes);
        is_end_known_ = last.bytes > 0;
    }

    // `function_at` returns the function that begins at an address, if one does.
    template <typename FunctionAt>
    FunctionCode finish(FunctionAt function_at) && {
        for (std::size_t i = 0; i < code_.rows.size(); ++i) {
            CodeRow& row = code_.rows[i];
            if (!targets_[i])
                continue;
            if (!row.is_call)
                row.target = row_at(*targets_[i]);
            if (!row.target)
                row.callee = function_at(*targets_[i]);
        }
        return std::move(code_);
    }

  private:
    void add_row(CodeRow row, std::optional<std::uint64_t> target = std::nullopt) {
        code_.rows.push_back(std::move(row));
        code_.counts.append();
        targets_.push_back(target);
        has_place_.push_back(false);
    }

    void add_between(const Stretch& next) {
        const bool is_after_others = next.members.front().is_after_others;
        if (!is_after_others && (next.begin <= end_ || !is_end_known_))
            return;
        CodeRow row{.kind = CodeRow::Kind::elsewhere,
                    .address = end_,
                    .bytes = next.begin - std::min(end_, next.begin),
                    .instructions = 0};
        if (!is_after_others) {
            constexpr std::uint64_t countable = 1 << 16; // more is not one function
            row.kind = CodeRow::Kind::not_run;
            if (row.bytes <= countable)
                row.instructions =
                    disassembler_.instructions(object_, row.address, next.begin).size();
        }
        add_row(std::move(row));
    }

    // A range may begin inside an instruction of another, as code that jumps over a prefix does.
    std::vector<Instruction> instructions_of(const Stretch& stretch) {
        std::vector<Instruction> result =
            disassembler_.instructions(object_, stretch.begin, stretch.end);
        if (result.empty())
            return result;
        const auto begins = [&](std::uint64_t address) {
            return std::ranges::binary_search(result, address, {}, &Instruction::address);
        };
        for (const FunctionRanges::Member& member : stretch.members) {
            const CodeRange& range = ranges_.ranges[member.range];
            if (begins(range.address))
                continue;
            const auto more = disassembler_.instructions(object_, range.address, range.end());
            for (const Instruction& instruction : more)
                if (!begins(instruction.address))
                    result.insert(std::ranges::upper_bound(result, instruction.address, {},
                                                           &Instruction::address),
                                  instruction);
            if (!begins(range.address))
                return {}; // it is outside the code of the file
        }
        return result;
    }

    void give_to_instructions(const Stretch& stretch, std::size_t first) {
        code_.has_text = true;
        const auto rows = std::span(code_.rows).subspan(first);
        std::vector<Count> share(code_.counts.events());
        for (const FunctionRanges::Member& member : stretch.members) {
            const CodeRange& range = ranges_.ranges[member.range];
            std::vector<std::size_t> covered;
            for (std::uint64_t at = range.address; at < range.end();) {
                const auto row = std::ranges::lower_bound(rows, at, {}, &CodeRow::address);
                if (row == rows.end() || row->address != at)
                    break; // a range that ends outside the code
                covered.push_back(static_cast<std::size_t>(row - rows.begin()));
                at += row->bytes;
            }
            const auto size = static_cast<Count>(covered.size());
            const auto counts = ranges_.ranges.counts(member.range);
            for (const std::size_t row : covered) {
                // The remainder, as of a difference of caches' misses, goes to the first one.
                for (std::size_t event = 0; event < share.size(); ++event)
                    share[event] =
                        counts[event] / size + (row == covered.front() ? counts[event] % size : 0);
                add_to(code_.counts[first + row], share);
                if (!has_place_[first + row]) {
                    rows[row].file = range.file;
                    rows[row].line = range.line;
                    has_place_[first + row] = true;
                }
            }
        }
    }

    void add_ranges(const Stretch& stretch) {
        for (const FunctionRanges::Member& member : stretch.members) {
            const CodeRange& range = ranges_.ranges[member.range];
            const bool is_same = !code_.rows.empty() && code_.rows.back().has_counts() &&
                                 code_.rows.back().address == range.address &&
                                 code_.rows.back().bytes == range.bytes;
            if (!is_same)
                add_row({.kind = CodeRow::Kind::range,
                         .address = range.address,
                         .bytes = range.bytes,
                         .instructions = range.instructions,
                         .file = range.file,
                         .line = range.line});
            add_to(code_.counts[code_.rows.size() - 1], ranges_.ranges.counts(member.range));
        }
    }

    // Code that did not run has one row.
    std::optional<std::uint32_t> row_at(std::uint64_t address) const {
        const auto after = std::ranges::upper_bound(code_.rows, address, {}, &CodeRow::address);
        if (after == code_.rows.begin())
            return std::nullopt;
        const auto row = after - 1;
        const bool is_in = row->kind == CodeRow::Kind::not_run
                               ? address < row->address + row->bytes
                               : row->kind == CodeRow::Kind::instruction && row->address == address;
        if (!is_in)
            return std::nullopt;
        return static_cast<std::uint32_t>(row - code_.rows.begin());
    }

    const CodeRanges& ranges_;
    const CodeObject& object_;
    Disassembler& disassembler_;
    std::uint64_t end_ = 0;    // of the previous stretch
    bool is_end_known_ = true; // false: its last instruction may be longer
    FunctionCode code_;
    std::vector<std::optional<std::uint64_t>> targets_; // of each row
    std::vector<bool> has_place_;                       // likewise: file and line
};

// Finds functions in code without names: control passes from one part of a function to another by
// falling through or by a jump, and into another function by a call.
class Splitter {
  public:
    Splitter(const CodeRanges& ranges, const FunctionRanges& function, Disassembler& disassembler)
        : ranges_(ranges), function_(function) {
        const CodeObject& object = ranges.objects[function.object];
        std::set<std::uint64_t> called;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> jumps;
        std::vector<Stretch> stretches = stretches_of(ranges, function);
        for (Stretch& stretch : stretches)
            for (const Instruction& each :
                 disassembler.instructions(object, stretch.begin, stretch.end)) {
                has_text_ = true;
                stretch.end = std::max(stretch.end, each.address + each.size);
                if (each.target && each.is_call)
                    called.insert(*each.target);
                else if (each.target)
                    jumps.emplace_back(each.address, *each.target);
            }
        std::uint64_t end = 0; // of the stretches before
        for (const Stretch& stretch : stretches) {
            // Where the profile does not know sizes, each instruction is a stretch.
            const bool follows = !begins_.empty() && stretch.begin <= end;
            if (!follows)
                begins_.push_back(stretch.begin);
            for (auto at = follows ? called.lower_bound(end) : called.upper_bound(stretch.begin);
                 at != called.end() && *at < stretch.end; ++at)
                begins_.push_back(*at);
            end = std::max(end, stretch.end);
        }
        group_ = numbers_below(begins_.size());
        for (const auto& [from, to] : jumps)
            if (!called.contains(to) && to >= begins_.front())
                join(segment_of(from), segment_of(to));
    }

    // Returns the functions by their first addresses; the one that was given if nothing is known.
    std::vector<FunctionRanges> functions() {
        if (!has_text_)
            return {function_};
        std::map<std::size_t, FunctionRanges> by_group; // its first segment
        std::optional<std::size_t> last;
        for (FunctionRanges::Member member : function_.members) {
            const std::size_t group = root(segment_of(ranges_.ranges[member.range].address));
            const auto [found, is_new] = by_group.try_emplace(
                group, FunctionRanges{function_.object,
                                      function_.function,
                                      {},
                                      std::vector<Count>(function_.counts.size())});
            member.is_after_others = !is_new && (member.is_after_others || last != group);
            found->second.members.push_back(member);
            add_to(found->second.counts, ranges_.ranges.counts(member.range));
            last = group;
        }
        std::vector<FunctionRanges> result;
        result.reserve(by_group.size());
        for (auto& [group, function] : by_group)
            result.push_back(std::move(function));
        return result;
    }

  private:
    std::size_t segment_of(std::uint64_t address) const {
        return static_cast<std::size_t>(std::ranges::upper_bound(begins_, address) -
                                        begins_.begin()) -
               1;
    }
    std::size_t root(std::size_t segment) {
        while (group_[segment] != segment)
            segment = group_[segment] = group_[group_[segment]];
        return segment;
    }
    void join(std::size_t a, std::size_t b) {
        a = root(a);
        b = root(b);
        group_[std::max(a, b)] = std::min(a, b);
    }

    const CodeRanges& ranges_;
    const FunctionRanges& function_;
    bool has_text_ = false;
    std::vector<std::uint64_t> begins_; // of segments
    std::vector<std::size_t> group_;    // of each segment, another one of its function, or itself
};

} // namespace

CodeOfFunctions::CodeOfFunctions(const CodeRanges& ranges, Disassembler& disassembler)
    : ranges_(ranges), disassembler_(disassembler) {
    add_functions();
    const auto unnamed = ranges.names.find(no_name);
    if (!unnamed)
        return;
    std::vector<FunctionRanges> split;
    for (FunctionRanges& function : functions_)
        if (function.function == *unnamed)
            std::ranges::move(Splitter(ranges, function, disassembler).functions(),
                              std::back_inserter(split));
        else
            split.push_back(std::move(function));
    functions_ = std::move(split);
}

void CodeOfFunctions::add_functions() {
    const CodeRanges& ranges = ranges_;
    std::vector<std::uint32_t> order = numbers_below<std::uint32_t>(ranges.ranges.size());
    std::ranges::sort(order, {}, [&](std::uint32_t i) {
        const CodeRange& range = ranges.ranges[i];
        return std::tuple(range.object, range.address, range.bytes, i);
    });
    struct Last {
        std::size_t index;    // in functions_
        std::size_t position; // in order
    };
    std::map<std::pair<std::uint32_t, NameId>, Last> functions;
    for (std::size_t position = 0; position < order.size(); ++position) {
        const CodeRange& range = ranges.ranges[order[position]];
        const auto [found, is_new] = functions.try_emplace({range.object, range.function},
                                                           Last{functions_.size(), position});
        Last& last = found->second;
        entries_.try_emplace({range.object, range.address}, range.function);
        if (is_new)
            functions_.push_back({range.object,
                                  range.function,
                                  {},
                                  std::vector<Count>(ranges.ranges.event_count())});
        FunctionRanges& function = functions_[last.index];
        function.members.push_back({order[position], !is_new && last.position + 1 != position});
        add_to(function.counts, ranges.ranges.counts(order[position]));
        last.position = position;
    }
}

std::string CodeOfFunctions::name(const FunctionRanges& function) const {
    const std::string_view name = ranges_.names[function.function];
    if (name != no_name)
        return std::string(name);
    const std::string& path = ranges_.objects[function.object].path;
    return fmt::format("{:#x} [{}]", ranges_.ranges[function.members.front().range].address,
                       last_part(path));
}

std::vector<const FunctionRanges*>
CodeOfFunctions::ranked(std::span<const std::size_t> order,
                        const std::function<bool(const FunctionRanges&)>& is_shown) const {
    std::vector<const FunctionRanges*> shown;
    for (const FunctionRanges& function : functions_)
        if (is_shown(function))
            shown.push_back(&function);
    std::ranges::stable_sort(shown, [&](const FunctionRanges* a, const FunctionRanges* b) {
        return compare_magnitudes(a->counts, b->counts, order) > 0;
    });
    return shown;
}

FunctionCode CodeOfFunctions::code(const FunctionRanges& function) const {
    Builder builder(ranges_, function, disassembler_);
    for (const Stretch& stretch : stretches_of(ranges_, function))
        builder.add(stretch);
    return std::move(builder).finish([&](std::uint64_t address) -> std::optional<NameId> {
        const auto entry = entries_.find({function.object, address});
        if (entry == entries_.end() || ranges_.names[entry->second] == no_name)
            return std::nullopt;
        return entry->second;
    });
}

std::size_t mnemonic_width(const FunctionCode& code) {
    constexpr std::size_t min = 6, max = 10;
    std::size_t width = min;
    for (const CodeRow& row : code.rows)
        width = std::max(width, row.mnemonic.size());
    return std::min(width, max);
}

std::vector<Jump> jumps_of(const FunctionCode& code) {
    std::vector<Jump> jumps;
    for (std::uint32_t row = 0; row < code.rows.size(); ++row)
        if (code.rows[row].target)
            jumps.push_back({row, *code.rows[row].target});
    return jumps;
}

FunctionCode without_rows(const FunctionCode& code,
                          const std::function<bool(std::span<const Count>)>& keep) {
    FunctionCode result{
        code.object, code.function, code.has_text, {}, CountRows(code.counts.events())};
    std::vector<std::uint32_t> row_of(code.rows.size());
    for (std::size_t i = 0; i < code.rows.size(); ++i) {
        const CodeRow& row = code.rows[i];
        const bool is_left_out = row.has_counts() && !keep(code.counts[i]);
        const bool is_next = is_left_out && !result.rows.empty() &&
                             result.rows.back().kind == CodeRow::Kind::left_out;
        if (!is_next) {
            result.rows.push_back(is_left_out ? CodeRow{.kind = CodeRow::Kind::left_out,
                                                        .address = row.address,
                                                        .bytes = 0,
                                                        .instructions = 0}
                                              : row);
            result.counts.append();
        }
        if (is_left_out) {
            result.rows.back().bytes = row.address + row.bytes - result.rows.back().address;
            result.rows.back().instructions += row.instructions;
        }
        row_of[i] = static_cast<std::uint32_t>(result.rows.size() - 1);
        add_to(result.counts[row_of[i]], code.counts[i]);
    }
    for (CodeRow& row : result.rows)
        if (row.target)
            row.target = row_of[*row.target];
    return result;
}

std::string short_name(std::string_view name) {
    constexpr std::size_t longest = 80;
    return fit_name(page_text(name), longest);
}

std::string text_of(const CodeRow& row, const Names& names, std::size_t mnemonic_width) {
    std::string text;
    switch (row.kind) {
    case CodeRow::Kind::instruction:
        text =
            fmt::format("{:x}  {:<{}} {}", row.address, row.mnemonic, mnemonic_width, row.operands);
        if (row.callee)
            text += " <" + short_name(names[*row.callee]) + ">";
        break;
    case CodeRow::Kind::range:
        text = fmt::format("{:x}  {}", row.address, count_of(row.instructions, "instruction"));
        if (row.bytes > 0)
            text += ", " + count_of(row.bytes, "byte");
        break;
    case CodeRow::Kind::not_run:
        text = "… " +
               (row.instructions > 0 ? count_of(row.instructions, "instruction")
                                     : count_of(row.bytes, "byte")) +
               " that did not run";
        break;
    case CodeRow::Kind::elsewhere:
        text = "…";
        break;
    case CodeRow::Kind::left_out:
        text = "… " + count_of(row.instructions, "instruction");
        break;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

} // namespace cg
