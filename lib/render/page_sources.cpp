// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the counts of hot files by line, and their texts if they can be read, in the data of the
// HTML report.
#include "model/count.hpp"
#include "render/page_tables.hpp"
#include "source/line_matching.hpp"
#include "view/rollup.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <ranges>

namespace cg::render {
namespace {

// The whole text of a file is embedded if it has at most this number of lines; of a longer file,
// `context` lines before and after each line with counts.
constexpr std::size_t max_whole_lines = 5000;
constexpr std::size_t context = 30;

// A source that was written within this time of its profile is not called newer: a checkout or an
// archive gives both the time at which it wrote them, in any order.
constexpr std::chrono::minutes same_time{1};

bool is_newer(const SourceText& text, const Options& options) {
    return options.modified && text.modified > *options.modified + same_time;
}

// Lines [first, last] to embed, from 1, in ascending order, with gaps between them.
using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;
Ranges ranges_of(const SourceLines& source, std::span<const Line> counted) {
    if (source.size() <= max_whole_lines)
        return source.size() == 0 ? Ranges{} : Ranges{{1, source.size()}};
    Ranges ranges;
    for (const Line line : counted) {
        if (line == 0 || line > source.size())
            continue;
        const std::size_t first = line > context ? line - context : 1;
        const std::size_t last = std::min(source.size(), line + context);
        if (!ranges.empty() && first <= ranges.back().second + 1)
            ranges.back().second = last;
        else
            ranges.emplace_back(first, last);
    }
    return ranges;
}

void write_chunks(JsonWriter& json, const SourceLines& source, const Ranges& ranges) {
    json.array(ranges, [&](const auto& range) {
        json.begin_array().number(range.first);
        json.array(std::views::iota(range.first, range.second + 1),
                   [&](std::size_t line) { json.new_row().string(source[line]); });
        json.end_array();
    });
}

// The lines that only one version of a source has.
class Changes {
  public:
    // Of a long old version, only lines with counts are shown.
    Changes(const OldSource& old, std::size_t lines, const LineCounts& counts)
        : old_text_(old.text->bytes) {
        std::vector<bool> is_added(lines + 1, true);
        const auto is_counted = [&](std::size_t line) {
            return std::ranges::binary_search(counts.lines(), static_cast<Line>(old.offset + line));
        };
        std::size_t after = 0; // the line of the second version that the removed ones follow
        for (std::size_t line = 1; line <= old_text_.size(); ++line)
            if (const Line there = old.line_in_second[line]; there != 0) {
                after = there;
                is_added[there] = false;
            } else if (old_text_.size() <= max_whole_lines || is_counted(line)) {
                removed_.push_back({after, line});
            }
        std::ranges::stable_sort(removed_, {}, &Removed::after); // lines may have moved
        std::ranges::copy_if(std::views::iota(Line{1}, static_cast<Line>(is_added.size())),
                             std::back_inserter(added_), [&](Line line) { return is_added[line]; });
    }

    // Returns the lines that removed ones follow, and the added ones.
    std::vector<Line> places() const {
        std::vector<Line> lines;
        std::ranges::transform(removed_, std::back_inserter(lines), [](const Removed& removed) {
            return static_cast<Line>(std::max<std::size_t>(removed.after, 1));
        });
        std::ranges::copy(added_, std::back_inserter(lines));
        return lines;
    }

    void write(JsonWriter& json) const {
        json.new_line().key("removed").array(removed_, [&](const Removed& removed) {
            json.new_row().begin_array().number(removed.after).number(removed.line);
            json.string(old_text_[removed.line]).end_array();
        });
        json.new_line().key("added").numbers(added_);
    }

  private:
    struct Removed {
        std::size_t after, line;
    };
    SourceLines old_text_;
    std::vector<Removed> removed_;
    std::vector<Line> added_; // of the second version
};

// A line may have code of several functions: writes the one that costs most in it.
void write_lines(JsonWriter& json, const PageTables& tables,
                 std::span<const FunctionCosts> functions, const OldSource* old,
                 const LineCounts& lines) {
    struct CostliestFunction {
        NameId function;
        std::uint64_t size;
    };
    const ProfileView& view = tables.view();
    const CostTable& table = view.profile->costs;
    const std::span<const Line> all = lines.lines();
    std::vector<std::optional<CostliestFunction>> costliest(all.size());
    for (const FunctionCosts& costs : functions)
        for (const std::size_t r : costs.rows()) {
            const std::uint64_t size = magnitude(table.counts(r)[view.sorted().event]);
            const auto found = std::ranges::lower_bound(all, table.line(r));
            std::optional<CostliestFunction>& most =
                costliest[static_cast<std::size_t>(found - all.begin())];
            if (!most || size > most->size)
                most = {costs.function, size};
        }
    json.array(std::views::iota(std::size_t{0}, all.size()), [&](std::size_t i) {
        json.begin_array();
        write_line(json, old, all[i]);
        write_index(json, tables.function_number(costliest[i]->function));
        write_counts(json, lines.counts(i));
        json.end_array();
    });
}

void write_file(JsonWriter& json, PageTables& tables, std::span<const FunctionCosts> functions,
                const OldSource* known_old) {
    const Profile& profile = *tables.view().profile;
    const Options& options = tables.options();
    const NameId file = functions.front().file;
    const std::shared_ptr<const SourceText> text =
        options.sources ? options.sources->find(std::string(profile.names[file])) : nullptr;
    const LineCounts lines(profile.costs, functions);
    json.begin_object();
    json.key("file").number(tables.file_number(file));
    json.key("found").boolean(text != nullptr);
    json.key("chunks");
    const OldSource* const old = text ? known_old : nullptr;
    if (text) {
        const SourceLines source(text->bytes);
        std::vector<Line> shown(lines.lines().begin(), lines.lines().end());
        std::optional<Changes> changes;
        if (old) {
            changes.emplace(*old, source.size(), lines);
            std::ranges::copy(changes->places(), std::back_inserter(shown));
            std::ranges::sort(shown);
        }
        write_chunks(json, source, ranges_of(source, shown));
        if (changes)
            changes->write(json);
        if (is_newer(*text, options))
            json.key("newer").boolean(true);
    } else {
        json.begin_array().end_array();
    }
    json.new_line().key("lines");
    write_lines(json, tables, functions, old, lines);
    json.end_object();
}

} // namespace

void write_sources(JsonWriter& json, PageTables& tables) {
    const ProfileView& view = tables.view();
    json.begin_array();
    for (const auto functions : by_file(view.profile->costs.functions())) {
        const NameId file = functions.front().file;
        const OldSource* const old = tables.options().old_source(view.profile->names[file]);
        // A source that was changed is on the page even if its costs have hardly changed.
        if (view.reaches(tables.file_counts(file), tables.options().source_min) || old)
            write_file(json.new_line(), tables, functions, old);
    }
    json.end_array();
}

} // namespace cg::render
