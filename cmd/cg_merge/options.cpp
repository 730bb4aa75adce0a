// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.hpp"

#include "error/error.hpp"
#include "load/load.hpp"
#include "text/destination.hpp"

namespace cg::merge {

cli::Command command(Options& options) {
    options.jobs = default_jobs();
    return {
        "cg_merge",
        "FILE...",
        "Sums profiles: reads files in cachegrind format, or - for stdin, and writes one.",
        {{"Profiles",
          {{"files-from", 0, "LIST",
            "read the names of files from LIST too (- for stdin), one a line, or separated by "
            "NUL bytes",
            cli::set_path(options.files_from, "files-from")},
           {"events", 0, "equal|common|union",
            "where the events differ: refuse, keep those that all have, or take what is missing "
            "for 0 [equal]",
            [&options](const std::string& argument) {
                if (argument != "equal" && argument != "common" && argument != "union")
                    throw UsageError("--events takes equal, common or union, not " +
                                     in_quotes(argument));
                options.events = argument == "common"  ? MergeEvents::common
                                 : argument == "union" ? MergeEvents::all
                                                       : MergeEvents::equal;
            }},
           {"force", 0, "", "merge profiles of different caches too", cli::set_true(options.force)},
           {"jobs", 'j', "N", "work with up to N threads",
            cli::set_number(options.jobs, "jobs", 1, 1024)}}},
         {"Result",
          {{"average", 0, "", "write the mean instead of the sum, rounded",
            cli::set_true(options.average)},
           {"stats", 0, "",
            "write four events for each: EVENT.mean, .min, .max and .sd (standard deviation)",
            cli::set_true(options.stats)},
           {"output", 'o', "FILE", "write to FILE instead of stdout (.gz and .zst compress)",
            cli::set_path(options.output, "output")}}}}};
}

} // namespace cg::merge
