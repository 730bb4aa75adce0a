// SPDX-License-Identifier: GPL-2.0-or-later
// Files are summed in groups. The text of a group's sum is the first file of the next group.
#include "load/sum_files.hpp"

#include "algebra/selection.hpp"
#include "callgrind/read.hpp"
#include "callgrind/sections.hpp"
#include "calls/sum.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "format/cachegrind.hpp"
#include "format/function_blocks.hpp"
#include "format/incomplete.hpp"
#include "format/json.hpp"
#include "format/read.hpp"
#include "io/input.hpp"
#include "load/load.hpp"
#include "model/count.hpp"
#include "model/difference.hpp"
#include "model/incomplete.hpp"

#include <algorithm>
#include <exception>
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
    std::optional<Calls> calls;
    std::optional<CodeRanges> addresses;
    std::optional<DataObjects> data;
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
    // A salvaged profile is written anew, and so are chosen parts.
    bool is_other = reading.salvage || !reading.parts.is_empty() || begins_as_json(file.bytes()) ||
                    begins_as_callgrind(file.bytes());
    if (!is_other) {
        file.layout = scan_profile(file.bytes());
        is_other = continues_as_callgrind(file.layout);
    }
    if (is_other) {
        const auto warn = [&](const std::string& what) { file.warnings.push_back(what); };
        Profile profile = read_profile(file.bytes(), file.source,
                                       {.stored_size = file.input->stored_size(),
                                        .parts = reading.parts,
                                        .salvage = reading.salvage,
                                        .warn = warn});
        file.calls = std::exchange(profile.calls, std::nullopt);
        file.addresses = std::exchange(profile.addresses, std::nullopt);
        file.data = std::exchange(profile.data, std::nullopt);
        write_profile(profile, [&](std::string_view bytes) { file.add_text(bytes); });
        file.input.reset();
        file.layout = scan_profile(file.bytes());
        file.layout.header = std::move(profile.header);
        return file;
    }
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
            file.warnings.emplace_back(
                Error(file.source, line_number_at(other->position, file.bytes()), other->what())
                    .what());
        file.addresses = read_code_ranges(sections, events, limit);
        file.data = read_data_objects(sections, limit);
    } catch (const ParseError& error) {
        throw Error(file.source, line_number_at(error.position, file.bytes()), error.what());
    } catch (const std::overflow_error& error) {
        throw Error(file.source, error.what());
    }
    return file;
}

class Sum {
  public:
    Sum(MergeEvents events, Executor executor) : mode_(events), executor_(std::move(executor)) {}

    void add(ScannedFile file, const std::function<void(const Header&)>& look) {
        if (files_.size() > 1 && (files_.size() == max_files || bytes_ >= enough_bytes))
            fold();
        bytes_ += file.bytes().size();
        files_.push_back(std::move(file));
        const ScannedFile& added = files_.back();
        look(added.layout.header);
        try {
            add_header(added.layout);
            add_parts(files_.back());
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
        SumOfFiles sum{finish_text(), {}, without_calls_, with_arcs_only_};
        if (without_calls_ == 0 && calls_)
            sum.calls = std::move(*calls_).finish();
        ProfileText lines;
        if (addresses_)
            lines.add_code_ranges(std::move(*addresses_).finish());
        std::optional<DataObjects> data = std::move(data_).finish();
        if (data && mode_ == MergeEvents::common)
            data = projected(*data, header_.events);
        if (data) {
            sum.has_fields = has_fields(*data);
            lines.add_data_objects(*data);
        }
        if (!lines.bytes().empty())
            sum.text.insert(sum.text.end() - 1, std::move(lines)); // before the summary
        return sum;
    }

  private:
    std::vector<ProfileText> finish_text() {
        std::vector<ProfileLayout> layouts;
        std::vector<ProfilePart> parts;
        std::size_t rows = 0;
        layouts.reserve(files_.size());
        for (ScannedFile& file : files_) {
            layouts.push_back(std::move(file.layout));
            const EventSet& events = layouts.back().header.events;
            parts.push_back({&layouts.back(), {}, file.source});
            if (events != header_.events)
                parts.back().columns = columns_of(header_.events, events);
            rows += row_count(layouts.back());
        }
        // With --events=union, rows have more counts than in each file.
        TableLimit(files_.back().source, bytes_).check(rows, header_.events.size());
        return sum_of(layouts, parts, header_, summary_, executor_);
    }

    // The maximal number of files, and of their bytes, in a group. Groups are faster than single
    // files.
    static constexpr std::size_t max_files = 16;
    static constexpr std::size_t enough_bytes = 1 << 26;

    void add_header(const ProfileLayout& added) {
        if (files_.size() == 1 && summary_.empty()) {
            header_ = added.header;
            summary_ = added.summary;
            return;
        }
        add_kind(header_, added.header);
        const EventSet& own = header_.events;
        const EventSet& other = added.header.events;
        EventSet events = own;
        if (mode_ == MergeEvents::equal)
            same_columns(own, other);
        else
            events = mode_ == MergeEvents::common ? common_events(own, other)
                                                  : united_events(own, other);
        if (events.size() == 0)
            throw Error("the profiles have no event in common");
        std::vector<Count> summary(events.size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto a = own.column(events[i]);
            const auto b = other.column(events[i]);
            summary[i] = checked_add(a ? summary_[*a] : 0, b ? added.summary[*b] : 0);
        }
        header_.events = std::move(events);
        add_incomplete(header_, added.header);
        summary_ = std::move(summary);
    }

    void add_parts(ScannedFile& file) {
        if (!file.calls)
            ++without_calls_;
        else if (!file.calls->tree())
            ++with_arcs_only_;
        if (without_calls_ > 0) {
            calls_.reset();
            file.calls.reset();
        }
        const EventSet& events = file.layout.header.events;
        add_part(calls_, std::exchange(file.calls, std::nullopt), events);
        add_part(addresses_, std::exchange(file.addresses, std::nullopt), events);
        if (file.data)
            data_.add(*std::exchange(file.data, std::nullopt));
        parts_events_ = header_.events;
    }

    // Adds a part that has `events`, for the current events of the sum.
    template <typename Builder, typename Part>
    void add_part(std::optional<Builder>& sum, const std::optional<Part>& added,
                  const EventSet& events) {
        if (sum && parts_events_ != header_.events) {
            const Part before = std::move(*sum).finish();
            sum.emplace(header_.events.size());
            sum->add(before, {.columns = columns_of(header_.events, parts_events_)});
        }
        if (!added)
            return;
        if (!sum)
            sum.emplace(header_.events.size());
        sum->add(*added, {.columns = columns_of(header_.events, events)});
    }

    void fold() {
        std::vector<ProfileText> sum = finish_text();
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

    MergeEvents mode_;
    Executor executor_;
    Header header_; // of the sum
    std::vector<Count> summary_;
    std::optional<CallsSum> calls_;              // nothing if one of the files has none
    std::optional<CodeRangesBuilder> addresses_; // nothing if no file has some
    EventSet parts_events_;                      // of both
    DataObjectsBuilder data_;                    // of the files that have some
    std::size_t without_calls_ = 0;              // files
    std::size_t with_arcs_only_ = 0;
    std::vector<ScannedFile> files_; // the next group
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

Profile profile_of(SumOfFiles sum) {
    GrowingArray<char> text;
    for (ProfileText& part : sum.text) {
        text.append({part.bytes().data(), part.bytes().size()});
        part = {};
    }
    Profile profile = read_profile({text.data(), text.size()}, "the sum");
    profile.calls = std::move(sum.calls);
    return profile;
}

} // namespace cg
