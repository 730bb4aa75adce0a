// SPDX-License-Identifier: GPL-2.0-or-later
#include "inputs.hpp"

#include "algebra/by_calls.hpp"
#include "algebra/diff.hpp"
#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "calls/sum.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "format/json.hpp"
#include "format/read.hpp"
#include "io/compression.hpp"
#include "io/input.hpp"
#include "load/binaries.hpp"
#include "load/load.hpp"
#include "load/resolve_inlined.hpp"
#include "load/source_files.hpp"
#include "text/escaping.hpp"
#include "view/path_tree.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <range/v3/view/drop.hpp>
#include <range/v3/view/zip.hpp>
#include <sys/stat.h>

namespace cg::annotate {
namespace {

// Returns true if an operand after the profiles is a source file to annotate, as in older versions
// of Valgrind's cg_annotate. Compressed files, files that are not regular (a pipe can't be read
// twice) and files that are not found are profiles.
bool is_source(const std::string& path, const std::vector<std::string>& include_dirs) {
    if (path == "-")
        return false;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        return std::ranges::any_of(include_dirs, [&](const std::string& dir) {
            return ::stat((dir + '/' + path).c_str(), &status) == 0;
        });
    if (!S_ISREG(status.st_mode))
        return false;
    std::array<char, 4096> bytes{}; // comments may come before the first line of a header
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    const std::string_view beginning(bytes.data(), static_cast<std::size_t>(file.gcount()));
    return !file.bad() && file.is_open() && !begins_as_profile(beginning) &&
           !begins_as_json(beginning) && compression_of_bytes(beginning) == Compression::none;
}

bool exists(const std::string& path) {
    struct stat status {};
    return path == "-" || ::stat(path.c_str(), &status) == 0 || errno != ENOENT;
}

// Returns true if a file has this name, or a path that ends with it.
bool has_file_called(const Profile& profile, std::string_view name) {
    return std::ranges::any_of(profile.costs.functions(), [&](const FunctionCosts& function) {
        return is_end_of_path(profile.names[function.file], name);
    });
}

// Returns the undamaged parts of the files, and appends a line for each damaged file to `dropped`.
std::vector<Profile> salvage(const std::vector<std::string>& paths, const PartSelection& parts,
                             std::vector<std::string>& dropped) {
    std::vector<Profile> profiles;
    for (const std::string& path : paths) {
        const Input input = Input::open(path);
        Salvaged salvaged = salvage_profile(input.bytes(), input.source(),
                                            {.with_uncounted = true,
                                             .stored_size = input.stored_size(),
                                             .parts = parts,
                                             .warn = cli::warn});
        if (const auto& damage = salvaged.damage)
            dropped.push_back(message_of(*damage, input.source()));
        profiles.push_back(std::move(salvaged.profile));
    }
    return profiles;
}

Profile sum(std::vector<Profile> profiles, const std::vector<std::string>& names) {
    Merge merge(std::move(profiles[0]));
    for (const auto& [profile, name] : ranges::views::zip(profiles, names) | ranges::views::drop(1))
        with_source(name, [&, &other = profile] { merge.add(other); });
    return std::move(merge).finish();
}

Profile difference(const std::vector<Profile>& profiles, const std::vector<std::string>& names) {
    return with_source(names[1], [&] { return diff(profiles[0], profiles[1], DiffBy::line); });
}

// Returns the lines with the values of derived events' notes in the column of the others.
std::vector<std::string> with_aligned_notes(std::vector<std::string> lines,
                                            const std::vector<Derivation>& derivations) {
    for (std::string& line : lines)
        if (!line.empty() &&
            std::ranges::find(derivations, line, &Derivation::note) != derivations.end()) {
            const std::size_t colon = line.find(": ");
            line = fmt::format("{:<17} {}", line.substr(0, colon + 1), line.substr(colon + 2));
        }
    return lines;
}

bool needs_calls(const Options& options) {
    return options.report.inclusive || options.tree != "none";
}

// Also makes functions with the name unspecified_name the function without a name, which is shown
// with this name. A report of calls has the functions of the calls throughout.
Renamed renamed(const Options& options, Profile profile) {
    cg::Renamed result{std::move(profile), {}};
    if (!options.mod_filename.empty() || !options.mod_funcname.empty())
        result =
            rename(result.profile, name_map(options.mod_filename), name_map(options.mod_funcname));
    if (needs_calls(options) && result.profile.calls)
        result.profile = by_called_function(std::move(result.profile), FunctionNames::shown);
    return {unname(std::move(result.profile), unspecified_name), std::move(result.original_files)};
}

std::optional<std::string> note_of_lost_calls(const std::vector<Profile>& profiles) {
    std::size_t without_calls = 0, with_arcs_only = 0;
    for (const Profile& profile : profiles)
        if (!profile.calls)
            ++without_calls;
        else if (!profile.calls->tree())
            ++with_arcs_only;
    return cg::note_of_lost_calls(profiles.size(), without_calls, with_arcs_only);
}

} // namespace

Inputs read_inputs(const Options& options, const std::vector<std::string>& operands,
                   const std::function<void(std::size_t done, std::size_t all)>& share) {
    const bool is_diff = options.diff || options.diff_lines;
    const std::size_t min_files = is_diff ? 2 : 1;
    if (operands.size() < min_files)
        throw UsageError(is_diff
                             ? "--diff takes two FILEs (see cg_annotate --help)"
                             : "give at least one FILE, or - for stdin (see cg_annotate --help)");
    std::vector<std::string> paths, user_files, not_found;
    for (const std::string& operand : operands) {
        if (paths.size() >= min_files && is_source(operand, options.sources.include_dirs))
            user_files.push_back(operand);
        else if (paths.size() >= min_files && !exists(operand))
            user_files.push_back(not_found.emplace_back(operand));
        else
            paths.push_back(operand);
    }
    if (is_diff && paths.size() > 2)
        throw UsageError(fmt::format("--diff takes two FILEs, not {}", paths.size()));
    check_stdin_once(paths);

    if (needs_calls(options) && options.salvage)
        throw UsageError("--salvage leaves out calls, which --inclusive and --tree need");
    if ((options.inlines || options.instructions) && options.salvage)
        throw UsageError("--salvage leaves out costs by address, which --inlines and --asm need");
    if (options.report.objects && options.salvage)
        throw UsageError("--salvage leaves out data objects, which --objects needs");
    if (needs_calls(options) && options.instructions)
        throw UsageError("--asm goes with own cost, not with --inclusive and --tree");
    if (is_diff && options.instructions)
        throw UsageError("--asm shows one build: cg_show --as=asm compares two");
    std::vector<std::string> dropped;
    std::vector<Profile> profiles =
        options.salvage
            ? salvage(paths, options.parts, dropped)
            : load_profiles(paths, options.jobs,
                            {.with_uncounted = true, .parts = options.parts, .warn = cli::warn},
                            share);
    for (Profile& profile : profiles)
        if (profile.data)
            demangle_variables(*profile.data);
    for (const auto& [path, profile] : ranges::views::zip(paths, profiles)) {
        const std::string source = input_for_message(path);
        if (needs_calls(options) && !profile.calls)
            throw_lacking(source, "calls",
                          options.report.inclusive ? "--inclusive needs" : "--tree needs",
                          "--calls=yes");
        if (options.report.objects && !profile.data)
            throw_lacking(source, "data objects", "--objects needs",
                          "--cache-sim=yes --data-objects=yes");
        if (options.instructions && !profile.addresses)
            throw_lacking(source, "costs by instruction", "--asm needs", "--addresses=yes");
    }
    for (Profile& profile : profiles)
        profile = derived(std::move(profile), options.derive);
    std::vector<InputFile> data;
    for (const auto& [path, profile] : ranges::views::zip(paths, profiles))
        data.push_back({path, with_aligned_notes(profile.header.desc, options.derive),
                        profile.header.cmd, modification_time(path)});
    std::optional<std::string> lost_calls = note_of_lost_calls(profiles);
    std::vector<Count> base = profiles[0].summary;

    // Functions of two builds have one name if it does not tell into which others they are inlined.
    const auto with_inlined = [&](Profile& profile, const std::string& path, InlinedNames names) {
        if (options.inlines)
            profile = with_inlines(profile, input_for_message(path), names, options.binaries,
                                   options.jobs, cli::note);
    };
    if (is_diff)
        for (std::size_t i = 0; i < profiles.size(); ++i)
            with_inlined(profiles[i], paths[i], InlinedNames::plain);
    std::vector<Renamed> versions;
    if (options.diff_lines) {
        versions.push_back(renamed(options, profiles[0]));
        versions.push_back(renamed(options, with_source(paths[1], [&] {
                                       return reorder(profiles[1], profiles[0].header.events);
                                   })));
    }
    Profile one = is_diff ? difference(profiles, paths) : sum(std::move(profiles), paths);
    if (!is_diff)
        with_inlined(one, paths[0], InlinedNames::with_places);
    Renamed all = renamed(options, std::move(one));
    for (const std::string& operand : not_found)
        if (!has_file_called(all.profile, operand))
            throw Error(path_for_message(operand),
                        "No such file or directory, and no source of the profile has this name");
    return {std::move(all),        std::move(versions), std::move(base),      std::move(data),
            std::move(user_files), std::move(dropped),  std::move(lost_calls)};
}

} // namespace cg::annotate
