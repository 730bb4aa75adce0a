// SPDX-License-Identifier: GPL-2.0-or-later
// cg_merge: sums profiles.
//
//   cg_merge -o all cachegrind.out.*
//   cg_merge a b | cg_annotate -
#include "algebra/average.hpp"
#include "algebra/columns.hpp"
#include "algebra/header_check.hpp"
#include "algebra/relabel.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "format/write.hpp"
#include "io/output.hpp"
#include "load/file_list.hpp"
#include "load/load.hpp"
#include "load/sum_files.hpp"
#include "options.hpp"
#include "text/destination.hpp"

#include <fmt/format.h>
#include <optional>

namespace cg::merge {
namespace {

void say(const HeaderCheck& check, const cli::Command& command) {
    for (const std::string& note : check.notes())
        cli::note(command, note);
}

// The mean, or statistics.
Profile reduced(const Options& options, const cli::Command& command,
                const std::vector<std::string>& files) {
    std::optional<Merge> sum;
    std::optional<HeaderCheck> check;
    std::vector<Profile> kept; // statistics need all at once
    EventSet events;           // of the sum so far
    std::size_t rows = 0;      // of all files
    std::size_t stored = 0;    // bytes of all files
    bool had_calls = false;
    load_each(files, options.jobs, [&](std::size_t i, Profile&& loaded, std::size_t stored_size) {
        had_calls |= loaded.calls.has_value();
        loaded.calls.reset();
        Profile profile = unname(std::move(loaded), unspecified_mark);
        if (!check)
            check.emplace(files[i], profile.header, options.force);
        else
            check->compare(files[i], profile.header);
        // As for a sum: with --events=union a row has counts that no file has.
        if (i == 0)
            events = profile.header.events;
        else if (options.events == MergeEvents::all)
            events = united_events(events, profile.header.events);
        else if (options.events == MergeEvents::common)
            events = common_events(events, profile.header.events);
        rows += profile.costs.row_count();
        stored += stored_size;
        check_table_size(files[i], stored, rows, events.size());
        if (options.stats)
            kept.push_back(profile);
        if (!sum)
            return void(sum.emplace(std::move(profile), options.events));
        try {
            sum->add(profile);
        } catch (const std::runtime_error& error) { // other events, or a sum out of range
            throw Error(input_for_message(files[i]), error.what());
        }
    });
    say(*check, command);
    if (had_calls)
        cli::note(command, "--average and --stats leave out calls");
    Profile result = std::move(*sum).finish();
    if (!options.stats)
        return average(std::move(result), files.size());
    check_table_size(files.back(), stored, result.costs.row_count(), 4 * events.size());
    for (Profile& profile : kept)
        if (profile.header.events != result.header.events)
            profile = project(profile, result.header.events);
    return statistics(result, kept);
}

// Their sum, as text.
SumOfFiles sum(const Options& options, const cli::Command& command,
               const std::vector<std::string>& files) {
    std::optional<HeaderCheck> check;
    SumOfFiles sum =
        sum_files(files, options.events, options.jobs, [&](std::size_t i, const Header& header) {
            if (!check)
                check.emplace(files[i], header, options.force);
            else
                check->compare(files[i], header);
        });
    say(*check, command);
    const std::size_t with_calls = files.size() - sum.without_calls;
    const auto some_of_all = [&](std::size_t some) {
        return fmt::format("{} of {} profiles {}", some, files.size(), some == 1 ? "has" : "have");
    };
    if (sum.without_calls > 0 && with_calls > 0)
        cli::note(command, some_of_all(sum.without_calls) + " no calls, so the result has none");
    else if (sum.with_arcs_only > 0 && sum.with_arcs_only < files.size())
        cli::note(command, some_of_all(sum.with_arcs_only) +
                               " no tree of calls, so the result has callers and callees only");
    return sum;
}

int run(const Options& options, const cli::Command& command, std::vector<std::string> files) {
    if (options.average && options.stats)
        throw UsageError("--average and --stats exclude each other: --stats has the mean too");
    if (!options.files_from.empty())
        append_files_from(options.files_from, files);
    if (files.empty())
        throw UsageError("give at least one FILE, or - for stdin (see cg_merge --help)");
    if (options.average || options.stats) {
        const Profile profile = reduced(options, command, files);
        Output out = Output::open(options.output);
        write_profile(profile, [&](std::string_view bytes) { out.write(bytes); });
        out.commit();
        return cli::done;
    }
    SumOfFiles added = sum(options, command, files);
    Output out = Output::open(options.output);
    if (added.calls)
        write_profile(profile_of(std::move(added)),
                      [&](std::string_view bytes) { out.write(bytes); });
    else
        for (const ProfileText& part : added.text)
            out.write(part.bytes());
    out.commit();
    return cli::done;
}

} // namespace
} // namespace cg::merge

int main(int argc, char** argv) {
    cg::merge::Options options;
    const cg::cli::Command command = cg::merge::command(options);
    return cg::cli::run(command, argc, argv, [&](const std::vector<std::string>& files) {
        return cg::merge::run(options, command, files);
    });
}
