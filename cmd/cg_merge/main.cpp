// SPDX-License-Identifier: GPL-2.0-or-later
// cg_merge: sums profiles.
//
//   cg_merge -o all cachegrind.out.*
//   cg_merge a b | cg_annotate -
#include "algebra/header_check.hpp"
#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "calls/sum.hpp"
#include "cli/option.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "format/cachegrind.hpp"
#include "format/parts.hpp"
#include "io/output.hpp"
#include "load/load.hpp"
#include "load/sum_files.hpp"
#include "text/escaping.hpp"

#include <optional>
#include <string>

namespace cg::merge {
namespace {

struct Options {
    std::string output = "-";
    std::string files_from; // empty: none
    unsigned jobs = default_jobs();
    MergeEvents events = MergeEvents::equal;
    bool force = false;
    bool skip_bad = false;
    bool salvage = false;
    PartSelection parts;
    bool average = false;
    bool stats = false;
};

cli::Command command(Options& options) {
    return {
        "cg_merge",
        "FILE...",
        "Sums profiles: reads FILEs in cachegrind format (- for stdin) and writes their sum.",
        {{"Profiles",
          {cli::files_from_option(options.files_from),
           {"events", 0, "equal|common|union",
            "if the files' events differ: fail, keep the events of all files, or keep every event, "
            "with 0 for missing counts [equal]",
            cli::set_meaning(options.events, std::vector{MergeEvents::equal, MergeEvents::common,
                                                         MergeEvents::united})},
           {"force", 0, "", "merge profiles of different caches too", cli::set_true(options.force)},
           {"skip-bad", 0, "",
            "leave out files that can't be read, are damaged or not yet complete, name them on "
            "stderr and exit with status 4",
            cli::set_true(options.skip_bad)},
           cli::salvage_option(options.salvage),
           cli::part_option(options.parts),
           cli::thread_option(options.parts),
           cli::jobs_option(options.jobs)}},
         {"Result",
          {{"average", 0, "", "write the mean, rounded, instead of the sum",
            cli::set_true(options.average)},
           {"stats", 0, "",
            "write four events for each EVENT: EVENT.mean, EVENT.min, EVENT.max and EVENT.sd "
            "(standard deviation)",
            cli::set_true(options.stats)},
           cli::output_option(options.output)}}},
        {},
        {{"the sum of two runs", "cg_merge -o all cachegrind.out.1 cachegrind.out.2"},
         {"how much the counts of repeated runs differ",
          "cg_merge --stats cachegrind.out.* | cg_annotate --show=Ir.mean,Ir.sd -"}},
        {"output", "files-from", "average", "stats", "skip-bad"},
    };
}

HeaderCheck::Use use_of(const Options& options) {
    return options.force ? HeaderCheck::Use::sum_by_force : HeaderCheck::Use::sum;
}

constexpr int skipped_some = 4; // exit status

// Prints the names of files that are left out, and counts them.
class Skipped {
  public:
    explicit Skipped(bool is_allowed) : is_allowed_(is_allowed) {}

    // Returns the function for bad files, which is empty without --skip-bad.
    SkipFile function() {
        if (!is_allowed_)
            return {};
        return [this](const Error& error) {
            cli::note(std::string("skipped: ") + error.what());
            ++count_;
        };
    }
    std::size_t count() const { return count_; }
    // Returns the number of files that are left. Throws if there is none.
    std::size_t left_of(std::size_t files) const {
        if (count_ == files)
            throw Error("all files were skipped");
        return files - count_;
    }

  private:
    bool is_allowed_;
    std::size_t count_ = 0;
};

// Returns the mean of the profiles, or their statistics.
Profile reduced(const Options& options, const std::vector<std::string>& files, Skipped& skipped) {
    std::optional<Merge> sum;
    HeaderCheck check(use_of(options));
    std::vector<Profile> kept; // statistics need all profiles together
    EventSet events;           // of the sum so far
    std::size_t rows = 0;      // of all files
    std::size_t stored = 0;    // bytes of all files
    bool had_calls = false, had_data = false;
    const auto take = [&](std::size_t i, Profile&& loaded, std::size_t stored_size) {
        had_calls |= loaded.calls.has_value();
        had_data |= loaded.data.has_value();
        loaded.calls.reset();
        loaded.addresses.reset();
        loaded.data.reset();
        Profile profile = unname(std::move(loaded), unspecified_mark);
        check.compare(files[i], profile.header);
        // With --events=union, a row of the sum has more counts than a row of any file.
        if (!sum)
            events = profile.header.events;
        else if (options.events == MergeEvents::united)
            events = united_events(events, profile.header.events);
        else if (options.events == MergeEvents::common)
            events = common_events(events, profile.header.events);
        rows += profile.costs.row_count();
        stored += stored_size;
        TableLimit(files[i], stored).check(rows, events.size());
        if (options.stats)
            kept.push_back(profile);
        if (!sum)
            return void(sum.emplace(std::move(profile), options.events));
        try {
            sum->add(profile);
        } catch (const std::runtime_error& error) { // other events, or a sum out of range
            throw Error(input_for_message(files[i]), error.what());
        }
    };
    load_each(files, options.jobs, take,
              {.parts = options.parts, .salvage = options.salvage, .warn = cli::warn},
              skipped.function());
    const std::size_t profiles = skipped.left_of(files.size());
    cli::notes(check.notes());
    if (had_calls)
        cli::note("--average and --stats leave out calls");
    if (had_data)
        cli::note("--average and --stats leave out data objects");
    Profile result = std::move(*sum).finish();
    if (!options.stats)
        return average(std::move(result), profiles);
    TableLimit(files.back(), stored).check(result.costs.row_count(), 4 * events.size());
    for (Profile& profile : kept)
        if (profile.header.events != result.header.events)
            profile = project(profile, result.header.events);
    return statistics(result, kept);
}

SumOfFiles sum(const Options& options, const std::vector<std::string>& files, Skipped& skipped) {
    HeaderCheck check(use_of(options));
    const auto look = [&](std::size_t i, const Header& header) { check.compare(files[i], header); };
    SumOfFiles sum = sum_files(files, options.events, options.jobs, look,
                               {.skip = skipped.function(),
                                .parts = options.parts,
                                .salvage = options.salvage,
                                .warn = cli::warn});
    for (const std::string& source : sum.empty)
        cli::note(source + " is empty: a part without costs");
    const std::size_t profiles = skipped.left_of(files.size() - sum.empty.size());
    cli::notes(check.notes());
    if (const auto lost = note_of_lost_calls(profiles, sum.without_calls, sum.with_arcs_only))
        cli::note(*lost);
    if (!sum.has_fields)
        cli::note("the profiles have cache lines of different sizes, so the data objects "
                  "of the sum have no fields");
    return sum;
}

int run(const Options& options, std::vector<std::string> files) {
    if (options.average && options.stats)
        throw UsageError("--average and --stats exclude each other: --stats has the mean too");
    if (!options.files_from.empty())
        append_files_from(options.files_from, files);
    if (files.empty())
        throw UsageError("give at least one FILE, or - for stdin (see cg_merge --help)");
    Skipped skipped(options.skip_bad);
    const auto status = [&] { return skipped.count() > 0 ? skipped_some : cli::done; };
    if (options.average || options.stats) {
        const Profile profile = reduced(options, files, skipped);
        Output out = Output::open(options.output);
        write_profile(profile, out.sink());
        out.commit();
        return status();
    }
    SumOfFiles added = sum(options, files, skipped);
    Output out = Output::open(options.output);
    if (added.with_calls)
        write_profile(*added.with_calls, out.sink());
    else
        for (const ProfileText& part : added.text)
            out.write(part.bytes());
    out.commit();
    return status();
}

} // namespace
} // namespace cg::merge

int main(int argc, char** argv) {
    return cg::cli::run(argc, argv, cg::merge::command, cg::merge::run);
}
