// SPDX-License-Identifier: GPL-2.0-or-later
// Functions of two builds by instruction, in one list as `git diff` has lines.
#include "render/instruction_diff.hpp"
#include "model/code_ranges.hpp"
#include "model/count.hpp"
#include "render/listing.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/terminal.hpp"
#include "view/function_code.hpp"
#include "view/jump_arcs.hpp"
#include "view/path_tree.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <utility>

namespace cg::render {
namespace {

// A function of this name in both builds, or in one.
struct Pair {
    std::string name;
    const FunctionRanges* first = nullptr;
    const FunctionRanges* second = nullptr;
};

// The functions of one name, the one with the highest counts first.
using ByName = std::map<std::string, std::vector<const FunctionRanges*>>;
ByName by_name(const CodeOfFunctions& functions, const ProfileView& view, const Options& options) {
    ByName result;
    for (const FunctionRanges* function : functions.ranked(view.order, [](auto&) { return true; }))
        if (const std::string name = functions.name(*function); options.shows_function(name))
            result[name].push_back(function);
    return result;
}

// Returns the name without what a compiler adds to that of a changed copy: count.constprop.0,
// count(int) [clone .isra.0].
std::string_view without_clone(std::string_view name) {
    name = name.substr(0, name.find(" [clone "));
    const std::size_t dot = name.find('.', 1);
    return name.find('(') == name.npos && dot != name.npos ? name.substr(0, dot) : name;
}

// Pairs a function of one build only with the one of the other that has its name but for that of a
// copy, if there is one on each side.
void pair_copies(std::vector<Pair>& pairs) {
    std::map<std::string, std::array<std::vector<std::size_t>, 2>> alone;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (pairs[i].first == nullptr || pairs[i].second == nullptr)
            alone[std::string(without_clone(pairs[i].name))][pairs[i].first == nullptr ? 1 : 0]
                .push_back(i);
    for (const auto& [name, sides] : alone) {
        if (sides[0].size() != 1 || sides[1].size() != 1)
            continue;
        Pair& pair = pairs[sides[0].front()];
        Pair& other = pairs[sides[1].front()];
        pair.name += " → " + other.name;
        pair.second = std::exchange(other.second, nullptr);
    }
    std::erase_if(pairs, [](const Pair& pair) { return !pair.first && !pair.second; });
}

std::vector<Pair> pairs_of(const ByName& first, const ByName& second) {
    std::vector<Pair> pairs;
    const auto add = [&](const std::string& name, const auto& a, const auto& b) {
        for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
            pairs.push_back({name, i < a.size() ? a[i] : nullptr, i < b.size() ? b[i] : nullptr});
    };
    const std::vector<const FunctionRanges*> none;
    for (const auto& [name, all] : first) {
        const auto other = second.find(name);
        add(name, all, other == second.end() ? none : other->second);
    }
    for (const auto& [name, all] : second)
        if (!first.contains(name))
            add(name, none, all);
    pair_copies(pairs);
    return pairs;
}

// The instructions of one build that ran, and what of them must be equal in another build: all but
// addresses.
class Side {
  public:
    Side(const CodeOfFunctions& functions, const FunctionRanges* function, const Names& names)
        : names_(names) {
        if (function == nullptr)
            return;
        code_ = functions.code(*function);
        for (std::uint32_t row = 0; row < code_->rows.size(); ++row)
            if (code_->rows[row].has_counts()) {
                rows_.push_back(row);
                text_ += without_addresses(code_->rows[row]) + '\n';
            }
    }

    std::size_t size() const { return rows_.size(); }
    const CodeRow& row(std::size_t i) const { return code_->rows[rows_[i]]; }
    Count count(std::size_t i, std::size_t event) const { return code_->counts[rows_[i]][event]; }
    SourceLines lines() const { return SourceLines(text_); }
    std::size_t width() const { return code_ ? mnemonic_width(*code_) : 0; }
    // Returns the index of the row that this one jumps to, if it ran.
    std::optional<std::size_t> target(std::size_t i) const {
        if (!row(i).target)
            return std::nullopt;
        const auto found = std::ranges::lower_bound(rows_, *row(i).target);
        if (found == rows_.end() || *found != *row(i).target)
            return std::nullopt;
        return static_cast<std::size_t>(found - rows_.begin());
    }

  private:
    std::string without_addresses(const CodeRow& row) const {
        if (row.kind == CodeRow::Kind::range)
            return row.bytes == 0
                       ? "1 instruction"
                       : fmt::format("{} instructions, {} bytes", row.instructions, row.bytes);
        std::string operands = row.operands;
        const auto blank = [&](std::size_t begin, std::size_t end) {
            operands.replace(begin, end - begin, "_");
        };
        const bool is_address = row.has_direct_target || row.mnemonic.starts_with("adr") ||
                                row.mnemonic == "larl" || row.mnemonic == "lrl";
        if (const std::size_t number = operands.rfind("0x"); is_address && number != operands.npos)
            blank(number, operands.size());
        if (const std::size_t end = operands.find("(%rip)"); end != operands.npos)
            blank(std::min(end, operands.find_last_of(" ,*", end) + 1), end);
        return row.mnemonic + ' ' + operands +
               (row.callee ? " " + std::string(names_[*row.callee]) : "");
    }

    const Names& names_;
    std::optional<FunctionCode> code_;
    std::vector<std::uint32_t> rows_; // of the code: those with counts
    std::string text_;                // a line for each of them
};

// A row of the list: of the first build only, of the second only, or of both.
struct Row {
    std::optional<std::size_t> first, second;
};

std::vector<Row> rows_of(const Side& first, const Side& second) {
    const std::vector<std::uint32_t> match = match_lines(first.lines(), second.lines());
    std::vector<Row> rows;
    std::size_t a = 0;
    for (std::size_t b = 0; b < second.size(); ++b) {
        const std::uint32_t same = match[b + 1]; // from 1; 0: none
        for (; same != 0 && a + 1 < same; ++a)
            rows.push_back({a, std::nullopt});
        if (same != 0)
            ++a;
        rows.push_back({same == 0 ? std::nullopt : std::optional<std::size_t>(same - 1), b});
    }
    for (; a < first.size(); ++a)
        rows.push_back({a, std::nullopt});
    // Removed rows come before the added ones that are in their place, as `git diff` has them.
    for (std::size_t begin = 0; begin < rows.size(); ++begin) {
        std::size_t end = begin;
        while (end < rows.size() && !(rows[end].first && rows[end].second))
            ++end;
        std::stable_partition(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                              rows.begin() + static_cast<std::ptrdiff_t>(end),
                              [](const Row& row) { return !row.second; });
        begin = end;
    }
    return rows;
}

class DiffListing {
  public:
    DiffListing(const ProfileView& first, const ProfileView& second, const Options& options,
                Writer& out)
        : ranges_{first.addresses(), second.addresses()},
          functions_{CodeOfFunctions(*ranges_[0], *options.disassembler),
                     CodeOfFunctions(*ranges_[1], *options.disassembler)},
          events_{first.sorted().event, second.sorted().event},
          event_name_(second.sorted().name),
          names_{first.name, second.name},
          pairs_(pairs_of(by_name(functions_[0], first, options),
                          by_name(functions_[1], second, options))),
          options_(options),
          lines_(options, out),
          out_(out) {
        std::ranges::stable_sort(pairs_, std::ranges::greater(),
                                 [&](const Pair& pair) { return magnitude(change_of(pair)); });
        pairs_.resize(std::min(pairs_.size(), options.top));
    }

    void write() {
        if (pairs_.empty())
            throw Error(names_[0],
                        "has no function with costs by instruction that matches --function, nor "
                        "has " +
                            names_[1]);
        for (const Pair& pair : pairs_) {
            if (&pair != &pairs_.front())
                out_ << '\n';
            write(pair);
        }
    }

  private:
    static constexpr std::size_t signs = 2; // columns for + and -

    Count total_of(const FunctionRanges* function, std::size_t side) const {
        return function == nullptr ? 0 : function->counts[events_[side]];
    }
    Count change_of(const Pair& pair) const {
        return checked_subtract(total_of(pair.second, 1), total_of(pair.first, 0));
    }

    void write(const Pair& pair) {
        const Side first(functions_[0], pair.first, ranges_[0]->names);
        const Side second(functions_[1], pair.second, ranges_[1]->names);
        const std::vector<Row> rows = rows_of(first, second);
        const Count before = total_of(pair.first, 0), after = total_of(pair.second, 1);
        width_ = std::max<std::size_t>(std::string_view("change").size(), with_sign(before).size());
        for (const Count count : {after, change_of(pair)})
            width_ = std::max(width_, with_sign(count).size());
        std::vector<std::uint32_t> row_of(second.size());
        std::vector<Jump> jumps;
        for (std::uint32_t i = 0; i < rows.size(); ++i)
            if (rows[i].second)
                row_of[*rows[i].second] = i;
        for (std::size_t i = 0; i < second.size(); ++i)
            if (const auto target = second.target(i))
                jumps.push_back({row_of[i], row_of[*target]});
        constexpr std::uint32_t max_lanes = 12;
        const JumpArcs laid_out = lay_out(jumps, max_lanes);
        const ArcColumns arcs(laid_out, rows.size());

        lines_.begin(3 * (width_ + 2));
        lines_.line("", fmt::format("{}  {}", page_text(pair.name), objects_of(pair)));
        lines_.line("", fmt::format("{:>{}}  {:>{}}  {:>{}}  {}", "before", width_, "after", width_,
                                    "change", width_, page_text(event_name_)));
        lines_.rule();
        const std::size_t width = std::max(first.width(), second.width());
        std::size_t removed = 0, added = 0;
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const Row& row = rows[i];
            if (row.second)
                lines_.source_line(second.row(*row.second), ranges_[1]->names,
                                   std::string(signs, ' ') + arcs.before(i));
            const std::string columns = numbers(
                row.first ? std::optional(first.count(*row.first, events_[0])) : std::nullopt,
                row.second ? std::optional(second.count(*row.second, events_[1])) : std::nullopt);
            removed += row.second ? 0 : 1;
            added += row.first ? 0 : 1;
            const std::string_view sign = !row.second ? "- " : !row.first ? "+ " : "  ";
            const std::string text =
                row.second ? text_of(second.row(*row.second), ranges_[1]->names, width)
                           : text_of(first.row(*row.first), ranges_[0]->names, width);
            lines_.line(columns, std::string(sign) + arcs.row(i) + "  " + page_text(text),
                        !row.second  ? colour_removed
                        : !row.first ? colour_added
                                     : std::string_view());
        }
        lines_.rule();
        lines_.line(numbers(before, after),
                    fmt::format("  total; {} and {} instructions ran: {} removed, "
                                "{} added",
                                first.size(), second.size(), removed, added));
    }

    std::string objects_of(const Pair& pair) const {
        std::string text;
        for (const auto& [function, side] :
             {std::pair(pair.first, 0U), std::pair(pair.second, 1U)}) {
            if (function == nullptr)
                continue;
            const std::string path =
                page_text(display_path(ranges_[side]->objects[function->object].path));
            if (text.empty())
                text = path;
            else if (text != path)
                text += " → " + path;
        }
        return text;
    }

    std::string numbers(std::optional<Count> before, std::optional<Count> after) const {
        const Count change = checked_subtract(after.value_or(0), before.value_or(0));
        const auto text = [](std::optional<Count> count) {
            return count ? std::string(Number(*count).text()) : std::string();
        };
        std::string changed = fmt::format("{:>{}}", change == 0 ? "" : with_sign(change), width_);
        if (options_.color && change != 0)
            changed = std::string(change > 0 ? colour_added : colour_removed) + changed +
                      std::string(colour_end);
        return fmt::format("{:>{}}  {:>{}}  {}  ", text(before), width_, text(after), width_,
                           changed);
    }

    std::array<const CodeRanges*, 2> ranges_;
    std::array<CodeOfFunctions, 2> functions_;
    std::array<std::size_t, 2> events_;
    std::string event_name_;
    std::array<std::string, 2> names_;
    std::vector<Pair> pairs_;
    const Options& options_;
    ListingWriter lines_;
    Writer& out_;
    std::size_t width_ = 0; // of a column of counts
};

} // namespace

void instruction_diff(const ProfileView& first, const ProfileView& second, const Options& options,
                      Writer& out) {
    DiffListing(first, second, options, out).write();
}

} // namespace cg::render
