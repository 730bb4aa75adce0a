// SPDX-License-Identifier: GPL-2.0-or-later
// cg_diff: subtracts profiles.
//
//   cg_diff --mod-filename='s/v[0-9]/vN/' a b | cg_annotate -
//   cg_diff --fail-if='Ir > +1%' base new >/dev/null
#include "algebra/diff.hpp"
#include "algebra/filter.hpp"
#include "algebra/match_names.hpp"
#include "algebra/relabel.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "format/write.hpp"
#include "gate.hpp"
#include "io/output.hpp"
#include "load/load.hpp"
#include "matched_lines.hpp"
#include "options.hpp"
#include "rewrite/generated_names.hpp"
#include "text/destination.hpp"

#include <functional>

namespace cg::difference {
namespace {

constexpr int gate_failed = 3;

Renamed renamed(const Options& options, const Profile& profile) {
    const auto map = [](const std::vector<Substitution>& all) {
        return [&all](std::string_view name) { return substitute(all, name); };
    };
    Renamed result = rename(profile, map(options.mod_filename), map(options.mod_funcname));
    result.profile = unname(std::move(result.profile), unspecified_mark);
    return result;
}

// A base that one brings along would stand in the way of the one that is made.
void check_no_base(const std::string& file, const EventSet& events) {
    for (std::size_t i = 0; i < events.size(); ++i)
        if (events.is_base(i))
            throw Error(file == "-" ? "<stdin>" : file,
                        "has the event " + events[i] +
                            ", so --keep-base and --fail-if can't make one of that name; "
                            "cg_filter --events chooses the others");
}

// The first profile with the names of the second.
Profile matched(const Options& options, const cli::Command& command, Profile first,
                const Profile& second) {
    const std::vector<NameMap> normalizers{without_generated_numbers, without_generated_parts};
    std::function<void(const std::string&)> on_match;
    if (options.verbose)
        on_match = [&](const std::string& match) { cli::note(command, match); };
    Matched result = match_names(std::move(first), second, normalizers, on_match);
    for (const std::string& name : result.ambiguous)
        cli::note(command, "not matched, ambiguous: " + name);
    return std::move(result.first);
}

int run(const Options& options, const cli::Command& command,
        const std::vector<std::string>& files) {
    if (files.size() != 2)
        throw UsageError("give two FILEs; either may be - for stdin (see cg_diff --help)");
    if (options.source_a.empty() != options.source_b.empty() ||
        (!options.source_a.empty() && !options.lines))
        throw UsageError("--source-a and --source-b go together, and with --lines");
    std::vector<Profile> profiles = load_profiles(
        files, options.jobs, {.detail = options.lines ? Detail::lines : Detail::functions});
    for (const Condition& condition : options.fail_if)
        condition.check_events(profiles[0].header.events);

    if (options.keep_base || !options.fail_if.empty())
        check_no_base(files[0], profiles[0].header.events);

    const Renamed second = renamed(options, profiles[1]);
    Renamed renamed_first = renamed(options, profiles[0]);
    Profile first =
        options.source_a.empty()
            ? std::move(renamed_first.profile)
            : with_lines_of_second(renamed_first, second, options.source_a, options.source_b);
    if (options.match_names)
        first = matched(options, command, std::move(first), second.profile);

    Profile result = diff(first, second.profile, options.lines ? DiffBy::line : DiffBy::function);
    result.header.desc = {
        text_for(Destination::line, "Files compared:   " + files[0] + "; " + files[1])};
    if (options.keep_base)
        result = with_base(result, options.lines ? first : by_function(first));
    if (options.changed) {
        result = filter(result, changed_rows(result));
        if (!options.lines) // what holds the bases of the others has come to the end
            result = sorted_by_name(result);
    }

    Output out = Output::open(options.output);
    write_profile(result, [&](std::string_view bytes) { out.write(bytes); },
                  {.repeat_file = !options.lines});
    out.commit();
    if (options.fail_if.empty())
        return cli::done;
    const auto lines =
        offenders(options.fail_if,
                  with_base(diff(first, second.profile, DiffBy::function), by_function(first)));
    for (const std::string& line : lines)
        cli::note(command, line);
    return lines.empty() ? cli::done : gate_failed;
}

} // namespace
} // namespace cg::difference

int main(int argc, char** argv) {
    cg::difference::Options options;
    const cg::cli::Command command = cg::difference::command(options);
    return cg::cli::run(command, argc, argv, [&](const std::vector<std::string>& files) {
        return cg::difference::run(options, command, files);
    });
}
