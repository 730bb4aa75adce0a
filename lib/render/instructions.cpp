// SPDX-License-Identifier: GPL-2.0-or-later
// Functions by instruction, with their jumps as arcs, for a terminal.
#include "model/code_ranges.hpp"
#include "model/count.hpp"
#include "render/instruction_diff.hpp"
#include "render/listing.hpp"
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/terminal.hpp"
#include "text/utf8.hpp"
#include "view/function_code.hpp"
#include "view/jump_arcs.hpp"
#include "view/path_tree.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace cg::render {
namespace {

// The columns of counts at the left of a listing.
class CountColumns {
  public:
    CountColumns(const ProfileView& view, const Options& options) : view_(view), options_(options) {
        std::vector<std::string> names;
        std::ranges::transform(view.columns, std::back_inserter(names), &cg::Column::name);
        std::vector<std::size_t> ranked = by_importance(names);
        const auto is_asked = [&](std::size_t i) {
            return i == view.sort ||
                   std::ranges::find(options.asked_for, names[i]) != options.asked_for.end();
        };
        std::ranges::stable_partition(ranked, is_asked);
        std::size_t used = 0;
        for (const std::size_t i : ranked) {
            constexpr std::size_t width_of_text = 40;
            const Column column = measured(view.columns[i]);
            used += column.width + column.share_width + 2;
            if (options.width == 0 || is_asked(i) || used + width_of_text <= options.width)
                columns_.push_back(column);
            else
                left_out_.push_back(names[i]);
        }
        std::ranges::sort(columns_, {}, [](const Column& c) { return c.of_view; });
        for (const Column& column : columns_)
            width_ += column.width + column.share_width + 2;
    }

    std::size_t width() const { return width_; }
    const std::vector<std::string>& left_out() const { return left_out_; }

    std::string heads() const {
        std::string text;
        for (const Column& c : columns_)
            text += fmt::format("{}{}  ", padded(page_text(c.of_view->name), c.width),
                                c.share_width == 0 ? "" : padded("%", c.share_width));
        return text;
    }
    std::string row(std::span<const Count> counts) const {
        std::string text;
        for (const Column& c : columns_) {
            const Count count = counts[c.of_view->event];
            const Count base = c.of_view->percent_base;
            const std::string_view colour =
                colour_of(options_.colours(view_.difference), count, base);
            text += colour;
            const std::string_view sign = view_.difference && count > 0 ? "+" : "";
            text += padded(view_.text(count), c.width);
            if (c.share_width != 0)
                text += padded(fmt::format("{}{}", sign, Percentage(count, base).text()),
                               c.share_width);
            if (!colour.empty())
                text += colour_end;
            text += "  ";
        }
        return text;
    }
    std::string blanks() const { return std::string(width_, ' '); }

  private:
    struct Column {
        const cg::Column* of_view;
        std::size_t width;
        std::size_t share_width; // with the gap before it; 0: no percentages
    };

    // Of a difference, a part may be larger than the total.
    Column measured(const cg::Column& column) const {
        std::size_t width = std::max(width_of(page_text(column.name)),
                                     with_sign(column.total).size() - (view_.difference ? 0 : 1));
        if (view_.difference)
            for (const auto& [range, counts] : view_.addresses()->ranges.rows())
                width = std::max(width, with_sign(counts[column.event]).size());
        const std::string_view longest = view_.difference ? "  +100.0%" : "  100.0%";
        return {&column, width, view_.has_percentages(column) ? longest.size() : 0};
    }
    static std::string padded(std::string_view text, std::size_t width) {
        return std::string(width - std::min(width, width_of(text)), ' ').append(text);
    }

    const ProfileView& view_;
    const Options& options_;
    std::vector<Column> columns_;
    std::vector<std::string> left_out_;
    std::size_t width_ = 0;
};

class Listing {
  public:
    Listing(const ProfileView& view, const Options& options, Writer& out)
        : ranges_(*view.addresses()), columns_(view, options), lines_(options, out) {}

    void write(const std::string& name, const FunctionRanges& function, const FunctionCode& code) {
        constexpr std::uint32_t max_lanes = 12;
        const JumpArcs laid_out = lay_out(jumps_of(code), max_lanes);
        const ArcColumns arcs(laid_out, code.rows.size());
        const std::string object = page_text(display_path(ranges_.objects[function.object].path));
        lines_.begin(columns_.width());
        lines_.line("", fmt::format("{}  {}", page_text(name), object));
        lines_.line("", columns_.heads());
        lines_.rule();
        const std::size_t width_of_mnemonics = mnemonic_width(code);
        for (std::uint32_t i = 0; i < code.rows.size(); ++i) {
            const CodeRow& row = code.rows[i];
            lines_.source_line(row, ranges_.names, arcs.before(i));
            lines_.line(row.has_counts() || row.kind == CodeRow::Kind::left_out
                            ? columns_.row(code.counts[i])
                            : columns_.blanks(),
                        arcs.row(i) + "  " +
                            page_text(text_of(row, ranges_.names, width_of_mnemonics)));
        }
        lines_.rule();
        lines_.line(columns_.row(function.counts), "total of the function");
    }

    void note_left_out() {
        if (!columns_.left_out().empty())
            lines_.line("", fmt::format("not shown: {}; --width or --show",
                                        fmt::join(columns_.left_out(), ", ")));
    }

  private:
    const CodeRanges& ranges_;
    CountColumns columns_;
    ListingWriter lines_;
};

} // namespace

void instructions(std::span<const ProfileView> views, const Options& options, Writer& out) {
    for (const ProfileView& view : views)
        if (view.addresses() == nullptr)
            throw Error(view.name, "has no costs by instruction (valgrind --tool=cachegrind "
                                   "--addresses=yes writes them)");
    if (views.size() == 2)
        return instruction_diff(views[options.reference], views[1 - options.reference], options,
                                out);
    const ProfileView& view = views[0];
    const CodeRanges& ranges = *view.addresses();
    const CodeOfFunctions functions(ranges, *options.disassembler);
    auto shown = functions.ranked(view.order, [&](const FunctionRanges& function) {
        return options.shows_function(functions.name(function));
    });
    if (shown.empty())
        throw Error(view.name, "has no function with costs by instruction that matches --function");
    shown.resize(std::min(shown.size(), options.top));
    const std::uint64_t least = magnitude_of_percentage(options.min, view.sorted().percent_base);
    Listing listing(view, options, out);
    for (const FunctionRanges* function : shown) {
        if (function != shown.front())
            out << '\n';
        FunctionCode code = functions.code(*function);
        if (options.min > 0)
            code = without_rows(code, [&](std::span<const Count> counts) {
                return magnitude(counts[view.sorted().event]) >= least;
            });
        listing.write(functions.name(*function), *function, code);
    }
    listing.note_left_out();
}

} // namespace cg::render
