// SPDX-License-Identifier: GPL-2.0-or-later
// cg_filter: chooses rows, names and events of a profile.
//
//   cg_merge a b | cg_filter --function='^parse' | cg_annotate -
//   cg_filter --derive=cycles --top=20 --rest cachegrind.out.1234
#include "algebra/columns.hpp"
#include "algebra/filter.hpp"
#include "calls.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "format/write.hpp"
#include "io/output.hpp"
#include "load/load.hpp"
#include "model/percent_base.hpp"
#include "names.hpp"
#include "options.hpp"
#include "rows.hpp"

#include <algorithm>

namespace cg::filtering {
namespace {

EventSet wanted_events(const Options& options, const EventSet& given) {
    std::vector<std::string> names;
    for (const std::size_t column : chosen_columns(given, options.events, "--events"))
        names.push_back(given[column]);
    try {
        return EventSet(std::move(names));
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("--events: ") + error.what());
    }
}

bool selects_nothing(const RowSelection& rows, const Profile& profile) {
    for (std::size_t row = 0; row < profile.costs.row_count(); ++row)
        if (rows.has(row))
            return false;
    return true;
}

int run(const Options& options, const cli::Command& command,
        const std::vector<std::string>& files) {
    if (files.size() > 1)
        throw UsageError("give one FILE; cg_merge sums several");
    if (!options.sort.empty() && options.top == 0)
        throw UsageError("--sort goes with --top");
    if (files.empty())
        cli::note_terminal_input(command);
    const std::vector<std::string> input = {files.empty() ? "-" : files.front()};
    Profile loaded =
        std::move(load_profiles(input, default_jobs(), {.warn = cli::warner(command)}).front());
    const bool had_calls = loaded.calls.has_value();
    const bool had_rows = loaded.costs.row_count() > 0;
    Profile profile = with_new_names(options, std::move(loaded));
    for (const Derivation& derivation : options.derive)
        profile = derivation.apply(profile);
    if ((options.prune || std::ranges::any_of(options.min, &Condition::has_percentage)) &&
        lacks_base(profile))
        cli::note(command, "percentages are of the difference of the totals, because the base is "
                           "not in the profile; cg_diff --keep-base keeps it");
    profile = with_chosen_calls(options, command, std::move(profile), input.front());
    const RowSelection rows = selected_rows(options, profile);
    if (had_rows && selects_nothing(rows, profile))
        cli::note(command, "nothing matches: no line of the profile is kept");
    if (!rows.has_all())
        profile = filter(
            profile, [&](const FunctionCosts&, std::size_t row) { return rows.has(row); },
            options.rest ? Rest::keep : Rest::drop);
    if (had_calls && !profile.calls)
        cli::note(command, "the result has no calls: lines were chosen or counts divided");
    if (!options.events.empty())
        profile = project(profile, wanted_events(options, profile.header.events));
    Output out = Output::open(options.output);
    write_profile(profile, [&](std::string_view bytes) { out.write(bytes); },
                  {.unnamed = Unnamed::by_file});
    out.commit();
    return cli::done;
}

} // namespace
} // namespace cg::filtering

int main(int argc, char** argv) {
    cg::filtering::Options options;
    const cg::cli::Command command = cg::filtering::command(options);
    return cg::cli::run(command, argc, argv, [&](const std::vector<std::string>& files) {
        return cg::filtering::run(options, command, files);
    });
}
