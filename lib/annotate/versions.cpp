// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/versions.hpp"

#include "model/count.hpp"
#include "source/line_matching.hpp"

#include <algorithm>
#include <optional>

namespace cg {
namespace {

// Gives the counts of lines, which must be asked for in ascending order.
class Reader {
  public:
    explicit Reader(const LineCounts& counts) : counts_(counts) {}

    bool done() const { return next_ == counts_.lines().size(); }
    Line line() const { return counts_.lines()[next_]; }
    // Adds the line's counts times `factor` (1 or -1) to the sum. Returns false if it has none.
    bool add(std::optional<Line> line, std::vector<Count>& sum, Count factor) {
        if (!line || done() || this->line() != *line)
            return false;
        const auto counts = counts_.counts(next_++);
        factor < 0 ? subtract_from(sum, counts) : add_to(sum, counts);
        return true;
    }

  private:
    const LineCounts& counts_;
    std::size_t next_ = 0;
};

class Merger {
  public:
    Merger(const LineCounts& first, const LineCounts& second, Colours colours)
        : first_(first),
          second_(second),
          colours_(colours),
          merged_{{}, LineCounts(first.event_count()), {}},
          sum_(first.event_count()) {
        add_counts(0, 0); // without a line
    }

    void common(std::string_view text, Line first, Line second) {
        write("  ", text, {});
        add_row(second, first, second);
    }
    void removed(std::string_view text, Line first, Line next_second) {
        write("- ", text, colour_removed);
        add_row(next_second, first, std::nullopt);
    }
    void added(std::string_view text, Line second) {
        write("+ ", text, colour_added);
        add_row(second, std::nullopt, second);
    }
    MergedVersions finish() && {
        while (!first_.done() || !second_.done()) { // past the end
            const Line line = first_.done()    ? second_.line()
                              : second_.done() ? first_.line()
                                               : std::min(first_.line(), second_.line());
            add_row(line, line, line);
        }
        return std::move(merged_);
    }

  private:
    void write(std::string_view mark, std::string_view text, std::string_view colour) {
        if (colours_ == Colours::none)
            colour = {};
        merged_.bytes += colour;
        merged_.bytes += mark;
        merged_.bytes += text;
        if (!colour.empty())
            merged_.bytes += colour_end;
        merged_.bytes += '\n';
    }
    void add_row(Line number, std::optional<Line> first, std::optional<Line> second) {
        merged_.numbers.push_back(number);
        add_counts(first, second);
    }
    void add_counts(std::optional<Line> first, std::optional<Line> second) {
        std::ranges::fill(sum_, 0);
        const bool in_first = first_.add(first, sum_, -1);
        const bool in_second = second_.add(second, sum_, 1);
        if (in_first || in_second)
            merged_.counts.append(static_cast<Line>(merged_.numbers.size()), sum_);
    }

    Reader first_, second_;
    Colours colours_;
    MergedVersions merged_;
    std::vector<Count> sum_;
};

} // namespace

MergedVersions merge_versions(const SourceLines& first, const LineCounts& first_counts,
                              const SourceLines& second, const LineCounts& second_counts,
                              Colours colours) {
    const std::vector<Line> match = match_lines(first, second);
    const auto first_end = static_cast<Line>(first.size() + 1);
    const auto second_end = static_cast<Line>(second.size() + 1);
    Merger merger(first_counts, second_counts, colours);
    for (Line a = 1, b = 1; a < first_end || b < second_end;) {
        Line next_common = b; // in the second
        while (next_common < second_end && match[next_common] == 0)
            ++next_common;
        const Line a_end = next_common < second_end ? match[next_common] : first_end;
        for (; a < a_end; ++a)
            merger.removed(first[a], a, b);
        for (; b < next_common; ++b)
            merger.added(second[b], b);
        if (b < second_end) {
            merger.common(second[b], a, b);
            ++a;
            ++b;
        }
    }
    return std::move(merger).finish();
}

} // namespace cg
