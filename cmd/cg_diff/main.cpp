// SPDX-License-Identifier: GPL-2.0-or-later
// cg_diff: subtracts profiles.
//
//   cg_diff --mod-filename='s/v[0-9]/vN/' a b | cg_annotate -
//   cg_diff --fail-if='Ir > +1%' base new >/dev/null
#include "algebra/condition.hpp"
#include "algebra/derive.hpp"
#include "algebra/diff.hpp"
#include "algebra/gate.hpp"
#include "algebra/gate_report.hpp"
#include "algebra/header_check.hpp"
#include "algebra/inlines.hpp"
#include "algebra/match_names.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "calls/by_library.hpp"
#include "calls/match_functions.hpp"
#include "cli/option.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "format/cachegrind.hpp"
#include "io/output.hpp"
#include "load/estimated_cycles.hpp"
#include "load/load.hpp"
#include "load/resolve_inlined.hpp"
#include "load/source_files.hpp"
#include "model/count.hpp"
#include "model/difference.hpp"
#include "rewrite/substitution.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <range/v3/view/zip.hpp>
#include <ranges>
#include <string>
#include <vector>

namespace cg::difference {
namespace {

struct Options {
    std::vector<Substitution> mod_filename;
    std::vector<Substitution> mod_funcname;
    bool match_names = false;
    bool verbose = false;
    bool lines = false;
    std::string source_a; // empty: none
    std::string source_b;
    bool changed = false;
    bool keep_base = false;
    std::vector<Derivation> derive;
    std::vector<Condition> fail_if;
    bool salvage = false;
    PartSelection parts, parts_a, parts_b;
    bool inlines = false;
    binary::SearchPath binaries;
    std::string output = "-";
    unsigned jobs = default_jobs();
};

cli::Command command(Options& options) {
    return {
        "cg_diff",
        "FIRST SECOND",
        "Subtracts profiles: writes SECOND minus FIRST in cachegrind format. Either may be - for "
        "stdin.",
        {{"Names",
          {cli::mod_filename_option(cli::append_parsed(options.mod_filename)),
           cli::mod_funcname_option(cli::append_parsed(options.mod_funcname)),
           {"match-names", 0, "",
            "match names that differ only in compiler-generated parts (hashes, .constprop.N, "
            "numbers of lambdas), and files of a directory that moved",
            cli::set_true(options.match_names)},
           {"verbose", 'v', "", "list matched names on stderr", cli::set_true(options.verbose)}}},
         {"Result",
          {{"lines", 0, "", "keep lines (without it, each function is one row, at line 0)",
            cli::set_true(options.lines)},
           {"source-a", 0, "DIR",
            "with --lines, match lines by their texts: the sources of FIRST are below DIR",
            cli::set_path(options.source_a)},
           {"source-b", 0, "DIR", "the sources of SECOND are below DIR",
            cli::set_path(options.source_b)},
           {"changed", 0, "", "omit rows that are 0", cli::set_true(options.changed)},
           {"keep-base", 0, "", "also write FIRST's counts, as events NAME@base",
            cli::set_true(options.keep_base)},
           {"derive", 0, "NAME=EXPR",
            "compute an event from others in each profile, and subtract it (repeatable): + - * / ( "
            "), "
            "or cycles, unused1, uses1, unusedLL, usesLL",
            cli::append_parsed(options.derive)},
           cli::cycles_option(add_cycles_to(options.derive)),
           cli::cycles_of_option(add_cycles_to(options.derive)),
           cli::output_option(options.output),
           cli::salvage_option(options.salvage),
           cli::part_option(options.parts),
           cli::thread_option(options.parts),
           {"part-a", 0, "PARTS",
            "read these parts of FIRST, which is SECOND, too, if only one FILE is given",
            cli::set_parts(options.parts_a, &PartSelection::add_parts)},
           {"part-b", 0, "PARTS", "read these parts of SECOND",
            cli::set_parts(options.parts_b, &PartSelection::add_parts)},
           cli::jobs_option(options.jobs)}},
         cli::binary_options(options.inlines, options.binaries.debug_directory,
                             options.binaries.debuginfod),
         {"Gate",
          {{"fail-if", 0, "CONDITION",
            "exit with status 3 if CONDITION holds, for example 'Ir > +1%', 'function Ir > 5% "
            "and Ir > 10000', 'function calls > 50' or 'Blocks > 50' (repeatable)",
            cli::append_parsed(options.fail_if)}}}},
        {"mod-filename", "mod-funcname"},
        {{"two versions of a program in two directories",
          "cg_diff --mod-filename='s/v[0-9]/vN/' base new | cg_annotate -"},
         {"fail if the program executes 1 % more instructions",
          "cg_diff --fail-if='Ir > +1%' base new >/dev/null"}},
        {"output", "fail-if", "lines", "changed", "keep-base", "match-names", "mod-filename",
         "derive", "inlines", "source-a"},
    };
}

Renamed renamed(const Options& options, const Profile& profile) {
    Renamed result =
        rename(profile, name_map(options.mod_filename), name_map(options.mod_funcname));
    result.profile = unname(std::move(result.profile), unspecified_mark);
    return result;
}

// Throws Error if a profile already has events NAME@base, which with_base() adds.
void check_no_base(const std::string& file, const EventSet& events) {
    for (std::size_t i = 0; i < events.size(); ++i)
        if (events.is_base(i))
            throw Error(input_for_message(file),
                        "has the event " + events[i] +
                            ", so --keep-base and --fail-if can't make one of that name; "
                            "cg_filter --events chooses the others");
}

const std::vector<NameMap>& normalizers() {
    static const std::vector<NameMap> all{without_copy_numbers, without_generated_numbers,
                                          without_generated_parts, without_processors};
    return all;
}

// Returns the first profile with the names of the second.
Renamed matched(const Options& options, Renamed first, const Profile& second) {
    Note on_match;
    if (options.verbose)
        on_match = cli::note;
    Matched result = match_names(std::move(first), second, normalizers(), on_match);
    for (const std::string& name : result.ambiguous)
        cli::note("not matched, ambiguous: " + name);
    for (const std::string& name : result.by_cost)
        cli::note("matched by cost: " + name);
    return std::move(result.first);
}

// Returns the first profile with the line numbers of the second.
Profile with_matched_lines(const Options& options, const Renamed& first, const Renamed& second) {
    MatchedLines lines = with_lines_of_second(first, second, options.source_a, options.source_b);
    if (lines.not_found > 0)
        cli::note(fmt::format("{} of {} source files are not in both {} and {}; their "
                              "lines are compared by number",
                              lines.not_found, lines.files, path_for_message(options.source_a),
                              path_for_message(options.source_b)));
    return std::move(lines.first);
}

void check_arguments(const Options& options, const std::vector<std::string>& files) {
    if (!options.parts.is_empty() && !(options.parts_a.is_empty() && options.parts_b.is_empty()))
        throw UsageError("--part and --thread are of both FILES, --part-a and --part-b of one");
    if (files.size() != 2)
        throw UsageError("give two FILEs; either may be - for stdin (see cg_diff --help)");
    if (options.source_a.empty() != options.source_b.empty() ||
        (!options.source_a.empty() && !options.lines))
        throw UsageError("--source-a and --source-b go together, and with --lines");
    if (options.salvage && !options.fail_if.empty())
        throw UsageError("--fail-if needs whole profiles, not what --salvage reads");
}

// Throws UsageError or Error if these events are not enough for the options, or if the events
// of the two profiles differ.
void check_events(const Options& options, const std::vector<std::string>& files,
                  const std::vector<Profile>& profiles) {
    const EventSet& events = profiles[0].header.events;
    if (options.keep_base || !options.fail_if.empty())
        check_no_base(files[0], events);
    with_source(input_for_message(files[1]),
                [&] { same_columns(events, profiles[1].header.events); });
}

// Throws Error if a condition needs calls, or libraries, and a profile has none.
void check_calls(const Options& options, const std::vector<std::string>& files,
                 const std::vector<Profile>& profiles) {
    for (const Condition& condition : options.fail_if)
        for (const auto& [file, profile] : ranges::views::zip(files, profiles))
            if (condition.scope() == Scope::library && !knows_libraries(profile))
                throw_lacking(input_for_message(file), "libraries",
                              "--fail-if=" + in_quotes(condition.text()) + " needs", "--calls=yes");
            else if (condition.scope() == Scope::inclusive_function && !profile.calls)
                throw_lacking(input_for_message(file), "calls",
                              "--fail-if=" + in_quotes(condition.text()) + " needs", "--calls=yes");
}

struct Aligned {
    Profile first;
    Profile second;
    std::vector<MovedObject> moved;
};

// Returns both profiles with equal names for functions and equal numbers for lines that match.
Aligned align(const Options& options, const std::vector<Profile>& profiles) {
    Renamed first = renamed(options, profiles[0]);
    Renamed second = renamed(options, profiles[1]);
    // Names first: lines are matched in files that have the same name.
    if (options.match_names)
        first = matched(options, std::move(first), second.profile);
    if (!options.source_a.empty())
        first.profile = with_matched_lines(options, first, second);
    // Those who compare rows need the same columns.
    if (const EventSet& events = first.profile.header.events;
        second.profile.header.events != events)
        second.profile = reorder(second.profile, events);
    std::vector<MovedObject> moved = moved_objects(first.profile, second.profile);
    if (first.profile.data) // for gates and the base: diff() does it for the difference
        move_variables(*first.profile.data, moved);
    return {std::move(first.profile), std::move(second.profile), std::move(moved)};
}

void say_lost_calls(const Options& options, const std::vector<std::string>& files,
                    const std::vector<Profile>& profiles) {
    const auto lost = notes_on_lost_calls(profiles[0], profiles[1], files, options.changed);
    cli::notes(lost);
    if (lost.empty() && profiles[0].calls && options.changed)
        cli::note("--changed leaves out calls");
}

void say_lost_data(const std::vector<std::string>& files, const std::vector<Profile>& profiles) {
    const auto& first = profiles[0].data;
    const auto& second = profiles[1].data;
    cli::notes(notes_on_lost_data(profiles[0], profiles[1], files));
    if (first && second && (first->line != second->line || first->word != second->word))
        cli::note("the profiles have cache lines of different sizes, so the data objects "
                  "of the difference have no fields");
}

void say_other_names(const std::vector<std::string>& files, const Profile& first,
                     const Profile& second) {
    const std::size_t count = functions_with_other_names(first, second, normalizers());
    if (count > 0)
        cli::note(fmt::format("{} of {} functions of {} have another name or directory in "
                              "{}; --match-names matches them",
                              count, first.costs.functions().size(), input_for_message(files[0]),
                              input_for_message(files[1])));
}

void write_difference(const Options& options, const std::vector<std::string>& files,
                      const Profile& difference, const Profile& first) {
    Profile result = difference;
    result.header.desc = {text_for(EscapingContext::line, std::string(compared_files) + "   " +
                                                              files[0] + "; " + files[1])};
    for (const Derivation& derivation : options.derive)
        if (!derivation.note().empty())
            result.header.desc.push_back(derivation.note());
    if (options.keep_base)
        result = with_base(result, options.lines ? first : by_function(first));
    if (options.changed) {
        result = filter(result, changed_rows(result));
        if (!options.lines) // the row with the bases of omitted rows is last
            result = sorted_by_name(result);
    }
    Output out = Output::open(options.output);
    write_profile(result, out.sink(), {.repeat_file = !options.lines});
    out.commit();
}

int check_gate(const Options& options, Gate& gate) {
    int status = cli::done;
    for (const Condition& condition : options.fail_if)
        if (const auto failure = gate.failure(condition)) {
            status = cli::gate_failed;
            for (const std::string& line : gate_report(condition, *failure))
                cli::say("gate", line);
        }
    return status;
}

// Returns the profile with the derived events that its rows can have: others are of conditions
// only, as those of the words that they know.
Profile derived(const Options& options, Profile profile) {
    for (const Derivation& derivation : options.derive)
        if (!derivation.uses_word_of_gates(profile.header.events))
            profile = derivation.apply(profile);
    return profile;
}

void write_derived(const Options& options, const std::vector<std::string>& files,
                   const Profile& first, const Profile& second) {
    const auto prepared = [&](const Profile& profile) { // quotients are those of functions
        return derived(options, options.lines ? profile : by_function(profile));
    };
    const Profile before = prepared(first);
    write_difference(
        options, files,
        diff(before, prepared(second), options.lines ? DiffBy::line : DiffBy::function), before);
}

std::string words_of(const MovedInline& moved, const std::string& event) {
    const auto name = [](const std::string& of) { return text_for(EscapingContext::message, of); };
    const std::string others =
        name(moved.outer) + (moved.more > 0 ? fmt::format(" and {} more", moved.more) : "");
    const std::string inlined(Number(moved.inlined).text()), own(Number(moved.own).text());
    return moved.is_inlined_now
               ? fmt::format("{} is inlined into {} now: {} {} there, {} of its own before",
                             name(moved.function), others, inlined, name(event), own)
               : fmt::format("{} is no longer inlined into {}: {} {} of its own, {} there before",
                             name(moved.function), others, own, name(event), inlined);
}

// Tells of work that changed its function with --inlines only in the program, not in the source.
void say_moved_inlines(const std::vector<Profile>& profiles,
                       const std::vector<InlinedRanges>& inlined) {
    const std::string& event = profiles[0].header.events[0];
    constexpr double least = 0.1; // percent of the first profile
    constexpr std::size_t most = 10;
    std::vector<MovedInline> moved =
        moved_inlines(profiles[0], inlined[0], profiles[1], inlined[1], event);
    std::erase_if(moved, [&](const MovedInline& of) {
        return magnitude(std::max(of.inlined, of.own)) <
               magnitude_of_percentage(least, profiles[0].summary[0]);
    });
    for (const MovedInline& of : moved | std::views::take(most))
        cli::note(words_of(of, event));
    if (moved.size() > most)
        cli::note(fmt::format("{} more functions are inlined elsewhere", moved.size() - most));
}

// Returns the profiles with the functions of the source, and tells of those that are inlined in one
// of them only.
std::vector<Profile> with_source_functions(const Options& options,
                                           const std::vector<std::string>& files,
                                           const std::vector<Profile>& profiles) {
    std::vector<InlinedRanges> inlined;
    std::vector<Profile> result;
    for (const auto& [file, profile] : ranges::views::zip(files, profiles)) {
        inlined.push_back(resolve_inlined(profile, input_for_message(file), options.binaries,
                                          options.jobs, cli::note));
        result.push_back(with_inlined_functions(profile, inlined.back(), InlinedNames::plain));
    }
    say_moved_inlines(profiles, inlined);
    return result;
}

// Without calls, libraries are known by the addresses of instructions.
bool needs_lines(const Options& options) {
    return options.lines || options.inlines ||
           std::ranges::any_of(options.fail_if, [](const Condition& condition) {
               return condition.scope() == Scope::library;
           });
}

// Returns the two files: one that is given alone is both if parts of it are compared.
std::vector<std::string> both(const Options& options, const std::vector<std::string>& given) {
    std::vector<std::string> files = given;
    if (files.size() == 1 && !options.parts_a.is_empty() && !options.parts_b.is_empty()) {
        check_can_be_read_again(files.front());
        files.push_back(files.front());
    }
    return files;
}

int run(const Options& options, const std::vector<std::string>& given) {
    const std::vector<std::string> files = both(options, given);
    check_arguments(options, files);
    const std::vector<PartSelection> parts{
        options.parts_a.is_empty() ? options.parts : options.parts_a,
        options.parts_b.is_empty() ? options.parts : options.parts_b};
    std::vector<std::string> names; // as the difference states them
    for (const auto& [file, chosen] : ranges::views::zip(files, parts))
        names.push_back(chosen.is_empty() ? file : file + " " + chosen.text());
    std::vector<Profile> profiles =
        load_profiles(files, options.jobs,
                      {.detail = needs_lines(options) ? Detail::lines : Detail::functions,
                       .salvage = options.salvage,
                       .warn = cli::warn},
                      {}, parts);
    check_events(options, files, profiles);
    if (options.inlines)
        profiles = with_source_functions(options, files, profiles);
    check_calls(options, files, profiles);
    const auto [first, second, moved] = align(options, profiles);
    const DiffBy by = options.lines ? DiffBy::line : DiffBy::function;
    const std::string second_file = input_for_message(files[1]);
    const Profile difference = with_source(second_file, [&] { return diff(first, second, by); });
    std::optional<Gate> gate;
    if (!options.fail_if.empty())
        with_source(second_file, [&] { gate.emplace(difference, first, second, options.derive); });
    for (const Condition& condition : options.fail_if)
        gate->check(condition);
    cli::notes(notes_on_settings(files, profiles));
    say_lost_calls(options, files, profiles);
    say_lost_data(files, profiles);
    if (!options.match_names)
        say_other_names(files, first, second);
    cli::notes(notes_of(moved));
    if (options.derive.empty())
        write_difference(options, names, difference, first);
    else
        write_derived(options, names, first, second);
    return gate ? check_gate(options, *gate) : cli::done;
}

} // namespace
} // namespace cg::difference

int main(int argc, char** argv) {
    return cg::cli::run(argc, argv, cg::difference::command, cg::difference::run);
}
