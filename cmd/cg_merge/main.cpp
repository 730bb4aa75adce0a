// SPDX-License-Identifier: GPL-2.0-or-later
// cg_merge: sums profiles.
#include "algebra/merge.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "format/write.hpp"
#include "io/output.hpp"
#include "load/load.hpp"

#include <optional>

int main(int argc, char** argv) {
    std::string output = "-";
    unsigned jobs = cg::default_jobs();
    const cg::cli::Command command{
        "cg_merge",
        "FILE...",
        "Sums profiles: reads files in cachegrind format, or - for stdin, and writes one.",
        {{"Output",
          {{"output", 'o', "FILE", "write to FILE instead of stdout", cg::cli::set_text(output)}}},
         {"Working",
          {{"jobs", 'j', "N", "read up to N files at once",
            cg::cli::set_number(jobs, "jobs", 1, 1024)}}}}};
    return cg::cli::run(command, argc, argv, [&](const std::vector<std::string>& files) {
        if (files.empty())
            throw cg::UsageError("give at least one FILE, or - for stdin (see cg_merge --help)");
        std::optional<cg::Merge> sum;
        cg::load_each(files, jobs, [&](std::size_t, cg::Profile&& profile) {
            if (sum)
                sum->add(profile);
            else
                sum.emplace(std::move(profile));
        });
        cg::Output out = cg::Output::open(output);
        cg::write_profile(std::move(*sum).finish(), [&](std::string_view b) { out.write(b); });
        out.commit();
        return cg::cli::done;
    });
}
