// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/code_at_lines.hpp"
#include "annotate/sections.hpp"
#include "annotate/versions.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "text/utf8.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cg {
namespace {

std::string marker(std::size_t line) {
    return fmt::format("-- line {} ----------------------------------------\n", line);
}

} // namespace

void write_annotated_lines(std::string& out, const SourceLines& source, const LineCounts& counts,
                           std::span<const Line> numbers, const ReportColumns& columns,
                           const ReportOptions& options, const RowsBelowLines& below) {
    const auto lines = counts.lines();
    ColumnWidths widths(columns);
    for (std::size_t i = 0; i < lines.size(); ++i)
        widths.include(counts.counts(i));
    for (const RowBelowLine& row : below.rows)
        if (!row.counts.empty())
            widths.include(row.counts);
    const RowWriter row_writer(widths, options.colours);
    row_writer.write_names(out);
    out += "\n\n";

    const auto number = [&](std::size_t line) {
        return numbers.empty() ? line : numbers[line - 1];
    };
    const auto write_counts = [&](std::span<const Count> row, std::string_view text) {
        if (row.empty())
            row_writer.write_dots(out);
        else
            row_writer.write(out, row);
        out += fmt::format(" {}\n", text);
    };
    const auto in_margin = [&](std::size_t line, std::string_view text) {
        std::string result = below.margin ? below.margin(static_cast<Line>(line)) : "";
        return result += text;
    };
    auto next = below.rows.begin();
    const auto write_row = [&](std::size_t i, std::string_view text) {
        write_counts(counts.counts(i), in_margin(lines[i], text));
        for (; next != below.rows.end() && next->line == lines[i]; ++next)
            write_counts(next->counts, next->text);
    };

    std::size_t i = 0; // in lines
    if (!lines.empty() && lines[0] == 0) {
        write_row(i++, "<unknown (line 0)>");
        if (i < lines.size())
            out += '\n';
    }

    // A block is lines with counts and their context; blocks that touch or overlap are one. A block
    // may have lines past the end of the text. They are not shown, but if the text ends directly
    // before the block, a marker is.
    const std::size_t context = options.context;
    while (i < lines.size()) {
        std::size_t line = lines[i] > context ? lines[i] - context : 1;
        if (line > source.size() + 1)
            break;
        if (line > 1)
            out += marker(number(line));
        std::size_t end = lines[i] + context; // the last of the block
        for (; line <= end && line <= source.size(); ++line) {
            if (i < lines.size() && lines[i] == line) {
                write_row(i++, source[line]);
            } else {
                write_counts({}, in_margin(line, source[line]));
            }
            if (i < lines.size() && lines[i] <= end + context)
                end = lines[i] + context;
        }
        if (end > source.size())
            break;
        out += marker(number(end));
    }

    if (i < lines.size()) {
        out += '\n';
        for (; i < lines.size(); ++i)
            write_row(i, fmt::format("<bogus line {}>", number(lines[i])));
    }
    if (!lines.empty()) // as Valgrind's cg_annotate
        out += '\n';
}

namespace {

// Why counts could be annotated, or could not. The first two are of files that were annotated, the
// next two of those that should have been.
enum Outcome : std::size_t {
    known_lines,
    unknown_lines,
    not_identical,
    unreadable,
    below_threshold,
    unknown_files,
};
constexpr std::array outcomes = {
    "  annotated: files known & above threshold & readable, line numbers known",
    "  annotated: files known & above threshold & readable, line numbers unknown",
    "unannotated: files known & above threshold & two or more non-identical",
    "unannotated: files known & above threshold & unreadable ",
    "unannotated: files known & below threshold",
    "unannotated: files unknown",
};

// `sums`: a row for each outcome.
void write_annotation_summary(std::string& out, const CountRows& sums,
                              const ReportColumns& columns) {
    write_heading(out, "Annotation summary");
    ColumnWidths widths(columns);
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        widths.include(sums[i]);
    const RowWriter row_writer(widths);
    row_writer.write_names(out);
    out += "\n\n";
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        row_writer.write(out, sums[i]);
        out += fmt::format(" {}\n", outcomes[i]);
    }
    out += '\n';
}

// Writes lines in a box of @.
void write_warning(std::string& out, std::string_view lines) {
    const std::string rule(79, '@');
    out += fmt::format("{0}\n{1}@@\n{0}\n{2}{0}\n\n", rule, repeated("@@ WARNING ", 7), lines);
}

using Texts = std::vector<std::shared_ptr<const SourceText>>;

enum class Finding { one_text, unreadable, not_identical };

using FunctionsOfFile = std::unordered_map<NameId, std::span<const FunctionCosts>>;

FunctionsOfFile functions_of_files(const CostTable& costs) {
    FunctionsOfFile result;
    for (const auto functions : by_file(costs.functions()))
        result.emplace(functions.front().file, functions);
    return result;
}

class Annotations {
  public:
    Annotations(const ReportInput& input, const ReportColumns& columns,
                const ReportOptions& options, Sources& sources, const Sink& sink)
        : input_(input),
          profile_(input.profile),
          columns_(columns),
          options_(options),
          sources_(sources),
          sink_(sink),
          functions_(functions_of_files(profile_.costs)),
          annotated_(profile_.costs.event_count(), outcomes.size()) {
        if (profile_.calls)
            calls_.emplace(*profile_.calls, columns.order);
        if (options.disassembler != nullptr && profile_.addresses)
            code_.emplace(*profile_.addresses, columns, *options.disassembler);
        for (const DiffSide& version : input.versions)
            functions_of_versions_.push_back(functions_of_files(version.profile.costs));
    }

    void write_user_file(const std::string& name) {
        constexpr std::string_view title = "User-annotated source file: ";
        const std::vector<NameId> files = files_called(name);
        if (files.empty() || name == unknown_file) {
            write_heading(out_, title, options_.width, name);
            out_ += "No information has been collected for " + name + "\n\n";
            return;
        }
        for (const NameId file : files) {
            const auto functions = functions_.at(file);
            const IndexRange rows(functions.front().first_row, functions.back().end_row);
            write_file(file, profile_.costs.total(rows), title);
        }
    }

    void write_file(NameId file, std::span<const Count> total, std::string_view title) {
        if (!done_.insert(file).second)
            return;
        const std::vector<std::string> names = input_.originals(profile_.names[file]);
        const Texts texts = find(names);
        const Finding finding = compare(names, texts);
        if (finding == Finding::one_text) {
            write_lines(file, names, texts, title);
        } else if (finding == Finding::unreadable) {
            write_heading(out_, title, options_.width, profile_.names[file]);
            write_reason(names, "one or more of these original files are unreadable");
            add_to(annotated_[unreadable], total);
        } else if (!write_versions(file, title)) {
            write_heading(out_, title, options_.width, profile_.names[file]);
            write_reason(names, "two or more of these original files are not identical");
            add_to(annotated_[not_identical], total);
        }
        sink_(out_);
        out_.clear();
    }

    void write_other_instructions() {
        if (!code_)
            return;
        code_->write_others(out_, with_lines_, options_, sink_);
        sink_(out_);
        out_.clear();
    }

    void write_summary(const Ranking& ranking) {
        if (const auto unknown = profile_.names.find(unknown_file))
            add_to(annotated_[unknown_files], ranking.total_of(*unknown));
        add_to(annotated_[below_threshold], profile_.summary);
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            if (i != below_threshold)
                subtract_from(annotated_[below_threshold], annotated_[i]);
        write_annotation_summary(out_, annotated_, columns_);
        sink_(out_);
    }

  private:
    Texts find(const std::vector<std::string>& names) {
        Texts texts;
        for (const std::string& name : names)
            texts.push_back(sources_.find(name));
        return texts;
    }

    // Compares each text with the next, as Valgrind's cg_annotate does: the first difference
    // decides. A directory is not identical to anything, and unreadable if it is alone.
    Finding compare(const std::vector<std::string>& names, const Texts& texts) {
        const auto is_missing = [&](std::size_t i) {
            return !texts[i] && !sources_.is_other(names[i]);
        };
        for (std::size_t i = 1; i < texts.size(); ++i) {
            if (is_missing(i - 1) || is_missing(i))
                return Finding::unreadable;
            if (!texts[i - 1] || !texts[i] || texts[i]->bytes != texts[i - 1]->bytes)
                return Finding::not_identical;
        }
        return texts[0] ? Finding::one_text : Finding::unreadable;
    }

    // Writes both versions of a file. Returns false if the file is not exactly one file in each
    // version.
    bool write_versions(NameId file, std::string_view title) {
        if (input_.versions.empty())
            return false;
        struct Side {
            std::vector<std::string> names;
            Texts texts;
            LineCounts counts;
        };
        std::vector<Side> sides;
        const std::string_view name = profile_.names[file];
        for (std::size_t i = 0; i < 2; ++i) {
            const DiffSide& version = input_.versions[i];
            const auto id = version.profile.names.find(name);
            const auto functions =
                id ? functions_of_versions_[i].find(*id) : functions_of_versions_[i].end();
            if (functions == functions_of_versions_[i].end())
                return false;
            std::vector<std::string> names = version.originals(name);
            Texts texts = find(names);
            if (compare(names, texts) != Finding::one_text)
                return false;
            sides.push_back({std::move(names), std::move(texts),
                             LineCounts(version.profile.costs, functions->second)});
        }
        write_heading(out_, title, options_.width, name);
        out_ += "Lines are matched between these original files:\n";
        for (const Side& side : sides)
            out_ += (&side == &sides[0] ? "- " : "+ ") +
                    fit_path(side.texts[0]->path, 2, options_.width) + '\n';
        out_ += '\n';
        for (std::size_t i = 0; i < 2; ++i)
            warn_if_newer(sides[i].names, sides[i].texts, input_.data[i]);
        const MergedVersions merged = merge_versions(
            SourceLines(sides[0].texts[0]->bytes), sides[0].counts,
            SourceLines(sides[1].texts[0]->bytes), sides[1].counts, options_.colours);
        write_annotated_lines(out_, SourceLines(merged.bytes), merged.counts, merged.numbers,
                              columns_, options_);
        for (const Side& side : sides)
            warn_if_past_end(side.names[0], SourceLines(side.texts[0]->bytes), side.counts);
        add_up(merged.counts);
        return true;
    }

    void write_reason(const std::vector<std::string>& names, std::string_view reason) {
        out_ += fmt::format("Unannotated because {}:\n", reason);
        for (const std::string& name : names)
            out_ += "- " + fit_path(name, 2, options_.width) + '\n';
        out_ += '\n';
    }

    void write_lines(NameId file, const std::vector<std::string>& names, const Texts& texts,
                     std::string_view title) {
        std::string path(profile_.names[file]);
        if (texts[0]->path != names[0]) // found in an include directory
            path += " (" + texts[0]->path + ')';
        write_heading(out_, title, options_.width, path);

        for (const InputFile& data : input_.data)
            warn_if_newer(names, texts, data);
        const SourceLines source(texts[0]->bytes);
        LineCounts counts(profile_.costs, functions_.at(file));
        const RowsBelowLines below = rows_below(profile_.names[file]);
        if (!below.rows.empty())
            counts = with_lines_of(counts, below.rows);
        write_annotated_lines(out_, source, counts, {}, columns_, options_, below);
        with_lines_.insert(profile_.names[file]);
        warn_if_past_end(names[0], source, counts);
        add_up(counts);
    }

    // Returns the calls and the instructions of each line of a file.
    RowsBelowLines rows_below(std::string_view file) const {
        RowsBelowLines result;
        if (code_)
            result = code_->of_file(file);
        if (!calls_)
            return result;
        std::vector<RowBelowLine> calls = calls_->of_file(file);
        if (result.margin)
            for (RowBelowLine& call : calls)
                call.text.insert(0, result.margin(call.line));
        result.rows.insert(result.rows.begin(), calls.begin(), calls.end());
        std::ranges::stable_sort(result.rows, {}, &RowBelowLine::line);
        return result;
    }

    void warn_if_newer(const std::vector<std::string>& names, const Texts& texts,
                       const InputFile& data) {
        const auto is_newer = [&](const auto& text) { return text->modified > *data.modified; };
        if (data.modified && std::ranges::all_of(texts, is_newer))
            write_warning(out_, "@ Original source files are all newer than data file '" +
                                    data.name +
                                    fmt::format("':\n@ - {}\n", fmt::join(names, "\n@ - ")) +
                                    "@ Annotations may not be correct.\n");
    }

    void warn_if_past_end(const std::string& name, const SourceLines& source,
                          const LineCounts& counts) {
        if (!counts.lines().empty() && counts.lines().back() > source.size())
            write_warning(out_,
                          "@@ Information recorded about lines past the end of '" + name + "'.\n");
    }

    void add_up(const LineCounts& counts) {
        for (std::size_t i = 0; i < counts.lines().size(); ++i)
            add_to(annotated_[counts.lines()[i] == 0 ? unknown_lines : known_lines],
                   counts.counts(i));
    }

    // Returns the file of the profile with this name, else all whose paths end with it: debugging
    // information mostly has complete paths.
    std::vector<NameId> files_called(std::string_view name) const {
        std::vector<NameId> files;
        for (const auto& [file, functions] : functions_) {
            const std::string_view candidate = profile_.names[file];
            if (candidate == name)
                return {file};
            if (is_end_of_path(candidate, name))
                files.push_back(file);
        }
        std::ranges::sort(files, {}, [this](NameId file) { return profile_.names[file]; });
        return files;
    }

    const ReportInput& input_;
    const Profile& profile_;
    const ReportColumns& columns_;
    const ReportOptions& options_;
    Sources& sources_;
    const Sink& sink_;
    FunctionsOfFile functions_;
    std::vector<FunctionsOfFile> functions_of_versions_;
    std::optional<CallsAtLines> calls_;
    std::optional<CodeAtLines> code_;
    std::set<std::string_view> with_lines_; // files whose lines were written
    std::unordered_set<NameId> done_;       // a file is annotated once
    CountRows annotated_;                   // a row for each outcome
    std::string out_;
};

} // namespace

void write_annotations(const ReportInput& input, const Ranking& ranking,
                       std::span<const Entry> files, const ReportColumns& columns,
                       const ReportOptions& options, Sources& sources, const Sink& sink) {
    Annotations annotations(input, columns, options, sources, sink);
    for (const std::string& file : options.user_files)
        annotations.write_user_file(file);

    const auto name = [&](const Entry& entry) { return input.profile.names[entry.name]; };
    std::vector<Entry> by_name;
    if (options.annotate)
        std::ranges::copy_if(
            files, std::back_inserter(by_name),
            [](std::string_view file) { return file != unknown_file; }, name);
    std::ranges::sort(by_name, {}, name);
    for (const Entry& entry : by_name)
        annotations.write_file(entry.name, entry.counts, "Annotated source file: ");
    if (options.annotate)
        annotations.write_other_instructions();
    annotations.write_summary(ranking);
}

} // namespace cg
