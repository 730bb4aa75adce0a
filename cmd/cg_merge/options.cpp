// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.hpp"

#include "load/load.hpp"

namespace cg::merge {

cli::Command command(Options& options) {
    options.jobs = default_jobs();
    return {
        "cg_merge",
        "FILE...",
        "Sums profiles: reads FILEs in cachegrind format (- for stdin) and writes their sum.",
        {{"Profiles",
          {{"files-from", 0, "LIST",
            "read file names from LIST too (- for stdin), one per line or each ended by a NUL byte",
            cli::set_path(options.files_from, "files-from")},
           {"events", 0, "equal|common|union",
            "if the files' events differ: fail, keep the events of all files, or keep every event, "
            "with 0 for missing counts [equal]",
            [&options](const std::string& argument) {
                std::string events;
                cli::set_choice(events, "events", {"equal", "common", "union"})(argument);
                options.events = events == "common"  ? MergeEvents::common
                                 : events == "union" ? MergeEvents::united
                                                     : MergeEvents::equal;
            }},
           {"force", 0, "", "merge profiles of different caches too", cli::set_true(options.force)},
           {"skip-bad", 0, "",
            "leave out files that can't be read, are damaged or not yet complete, name them on "
            "stderr and exit with status 4",
            cli::set_true(options.skip_bad)},
           {"jobs", 'j', "N", "use up to N threads",
            cli::set_number(options.jobs, "jobs", 1, 1024)}}},
         {"Result",
          {{"average", 0, "", "write the mean, rounded, instead of the sum",
            cli::set_true(options.average)},
           {"stats", 0, "",
            "write four events for each EVENT: EVENT.mean, EVENT.min, EVENT.max and EVENT.sd "
            "(standard deviation)",
            cli::set_true(options.stats)},
           {"output", 'o', "FILE", "write to FILE instead of stdout (.gz and .zst compress)",
            cli::set_path(options.output, "output")}}}},
        {},
        {{"the sum of two runs", "cg_merge -o all cachegrind.out.1 cachegrind.out.2"},
         {"how much the counts of repeated runs differ",
          "cg_merge --stats cachegrind.out.* | cg_annotate --show=Ir.mean,Ir.sd -"}},
    };
}

} // namespace cg::merge
