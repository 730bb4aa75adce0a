// SPDX-License-Identifier: GPL-2.0-or-later
// Files are summed in batches. The text of a batch's sum is the first file of the next batch.
#include "load/sum_files.hpp"

#include "error/error.hpp"
#include "error/expansion.hpp"
#include "format/cachegrind.hpp"
#include "format/function_blocks.hpp"
#include "format/incomplete.hpp"
#include "format/read.hpp"
#include "io/input.hpp"
#include "lines/sections.hpp"
#include "load/load.hpp"
#include "model/cost_table_builder.hpp"
#include "model/profile.hpp"

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

namespace cg {
namespace {

// A profile's bytes and their layout.
struct ScannedFile {
    std::string source;
    std::optional<Input> input;
    GrowingArray<char> text; // instead of an input
    ProfileLayout layout;
    // All of the profile but its rows. Header and summary are set when it is added to the sum.
    Profile without_rows{{}, {}, CostTableBuilder(0).finish(), {}};
    std::vector<std::string> warnings;
    bool is_empty = false;

    std::string_view bytes() const {
        return input ? input->bytes() : std::string_view(text.data(), text.size());
    }
    void add_text(std::string_view more) { text.append({more.data(), more.size()}); }
};

// Reads a file. With a `skip`, throws all errors of the file; otherwise, errors in count lines are
// found later.
ScannedFile open(const std::string& path, const SumReading& reading) {
    ScannedFile file;
    file.input = Input::open(path, bytes_for(reading.skip));
    file.source = file.input->source();
    // With a skip it may not be written yet; stdin and other pipes are empty if the command that
    // writes to them failed.
    file.is_empty = !reading.skip && file.bytes().empty() && path != "-" &&
                    std::filesystem::is_regular_file(path);
    if (file.is_empty)
        return file;
    OpenedFile opened = open_profile(file.bytes(), file.source);
    // A salvaged profile is written anew, and so are chosen parts.
    if (opened.format != FileFormat::cachegrind || reading.salvage || !reading.parts.is_empty()) {
        const auto warn = [&](const std::string& what) { file.warnings.push_back(what); };
        Profile profile = read_profile(std::move(opened), {.stored_size = file.input->stored_size(),
                                                           .parts = reading.parts,
                                                           .salvage = reading.salvage,
                                                           .warn = warn});
        for_each_part([](auto& to, auto& part) { to = std::exchange(part, std::nullopt); },
                      file.without_rows, profile);
        write_profile(profile, [&](std::string_view bytes) { file.add_text(bytes); });
        file.input.reset();
        file.layout = scan_profile(file.bytes());
        file.layout.header = std::move(profile.header);
        return file;
    }
    file.layout = std::move(opened.layout);
    warn_if_incomplete(file.layout.header, file.source,
                       [&](const std::string& what) { file.warnings.push_back(what); });
    const std::size_t events = file.layout.header.events.size();
    const TableLimit limit(file.source, file.input->stored_size());
    limit.check(row_count(file.layout), events);
    // Throws the first error, which may be in a count line.
    if (reading.skip || file.layout.error || !file.layout.summary_position)
        read_profile(file.bytes(), file.source, {.stored_size = file.input->stored_size()});
    try {
        const SectionPositions sections = find_sections(file.bytes());
        if (const auto& other = sections.other_version)
            file.warnings.emplace_back(with_line(*other, file.source, file.bytes()).what());
        file.without_rows.addresses = read_code_ranges(sections, events, limit);
        file.without_rows.data = read_data_objects(sections, limit);
    } catch (const ParseError& error) {
        throw with_line(error, file.source, file.bytes());
    } catch (const std::overflow_error& error) {
        throw Error(file.source, error.what());
    }
    return file;
}

class Sum {
  public:
    Sum(MergeEvents events, Executor executor) : events_(events), executor_(std::move(executor)) {}

    void add(ScannedFile file, const std::function<void(const Header&)>& look) {
        if (files_.size() > 1 && (files_.size() == max_files || bytes_ >= enough_bytes))
            fold();
        bytes_ += file.bytes().size();
        files_.push_back(std::move(file));
        ScannedFile& added = files_.back();
        look(added.layout.header);
        try {
            add_without_rows(added);
        } catch (const std::runtime_error& error) { // other events, or a sum out of range
            throw Error(added.source, error.what());
        }
    }

    // Throws the error of the first damaged file.
    void check_files() const {
        for (const ScannedFile& file : files_)
            read_profile(file.bytes(), file.source,
                         {.detail = Detail::functions, .executor = executor_});
    }

    SumOfFiles finish() {
        if (files_.empty())
            return {};
        SumOfFiles sum{{}, {}, without_calls_, with_arcs_only_};
        Profile total = std::move(*without_rows_).finish();
        sum.has_fields = !total.data || has_fields(*total.data);
        Batch batch(files_, total.header.events, bytes_);
        if (total.calls) {
            TableOfParts table = table_of(batch.layouts, batch.parts, total.header.events.size(),
                                          Unnamed::as_marks, Detail::lines, executor_);
            total.names = std::move(table.names);
            total.costs = std::move(table.costs);
            sum.with_calls = std::move(total);
            return sum;
        }
        sum.text = text_of(batch.layouts, batch.parts, total.header, total.summary, executor_);
        ProfileText lines; // before the summary
        if (total.addresses)
            lines.add_code_ranges(*total.addresses);
        if (total.data)
            lines.add_data_objects(*total.data);
        sum.text.insert(sum.text.end() - 1, std::move(lines));
        return sum;
    }

  private:
    // The files that are summed at once.
    struct Batch {
        // Takes the layouts of the files.
        Batch(std::span<ScannedFile> files, const EventSet& events, std::size_t bytes) {
            std::size_t rows = 0;
            layouts.reserve(files.size());
            for (ScannedFile& file : files) {
                layouts.push_back(std::move(file.layout));
                const EventSet& own = layouts.back().header.events;
                parts.push_back({&layouts.back(), {}, file.source});
                if (own != events)
                    parts.back().columns = columns_of(events, own);
                rows += row_count(layouts.back());
            }
            // With --events=union, rows have more counts than in each file.
            TableLimit(files.back().source, bytes).check(rows, events.size());
        }

        std::vector<ProfileLayout> layouts;
        std::vector<ProfilePart> parts;
    };

    // The maximal number of files, and of their bytes, in a batch. Batches are faster than single
    // files.
    static constexpr std::size_t max_files = 16;
    static constexpr std::size_t enough_bytes = 1 << 26;

    void add_without_rows(ScannedFile& file) {
        Profile added = std::move(file.without_rows);
        added.header = file.layout.header;
        added.summary = file.layout.summary;
        if (!added.calls)
            ++without_calls_;
        else if (!added.calls->tree())
            ++with_arcs_only_;
        if (without_rows_)
            without_rows_->add(added);
        else
            without_rows_.emplace(std::move(added), events_);
    }

    void fold() {
        const Header& header = without_rows_->header();
        Batch batch(files_, header.events, bytes_);
        std::vector<ProfileText> sum =
            text_of(batch.layouts, batch.parts, header, without_rows_->summary(), executor_);
        ScannedFile file;
        file.source = files_[0].source;
        for (ProfileText& part : sum) {
            file.add_text(part.bytes());
            part = {};
        }
        file.layout = scan_profile(file.bytes());
        files_.clear();
        files_.push_back(std::move(file));
        bytes_ = files_[0].bytes().size();
    }

    MergeEvents events_;
    Executor executor_;
    std::optional<Merge> without_rows_; // of all files
    std::size_t without_calls_ = 0;     // files
    std::size_t with_arcs_only_ = 0;
    std::vector<ScannedFile> files_; // the next batch
    std::size_t bytes_ = 0;          // of them
};

} // namespace

SumOfFiles sum_files(std::span<const std::string> paths, MergeEvents events, unsigned jobs,
                     const std::function<void(std::size_t, const Header&)>& look,
                     const SumReading& reading) {
    check_stdin_once(paths);
    Sum sum(events, in_parallel(jobs));
    std::vector<std::string> empty;
    try {
        for_each_file<ScannedFile>(
            paths.size(), files_at_once(paths.size(), jobs),
            [&](std::size_t i) { return open(paths[i], reading); },
            [&](std::size_t i, ScannedFile&& file) {
                if (file.is_empty)
                    return empty.push_back(file.source);
                for (const std::string& what : std::exchange(file.warnings, {}))
                    if (reading.warn)
                        reading.warn(what);
                sum.add(std::move(file), [&](const Header& header) { look(i, header); });
            },
            reading.skip);
        if (!empty.empty() && empty.size() == paths.size())
            throw Error(empty[0], 1, "the file is empty");
        SumOfFiles result = sum.finish();
        result.empty = std::move(empty);
        return result;
    } catch (const ParseError&) {
        sum.check_files();
        throw Error("an input file changed while it was read");
    } catch (...) {
        // Count lines are parsed late, so an earlier file may be damaged, too: reports that first.
        sum.check_files();
        throw;
    }
}

} // namespace cg
