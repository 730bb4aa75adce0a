// SPDX-License-Identifier: GPL-2.0-or-later
#include "inputs.hpp"

#include "algebra/diff.hpp"
#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "error/error.hpp"
#include "format/read.hpp"
#include "io/input.hpp"
#include "load/load.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>

namespace cg::annotate {
namespace {

std::optional<FileTime> modified(const std::string& path) {
    struct stat status {};
    if ((path == "-" ? ::fstat(0, &status) : ::stat(path.c_str(), &status)) != 0 ||
        !S_ISREG(status.st_mode))
        return std::nullopt;
    return FileTime(std::chrono::seconds(status.st_mtim.tv_sec) +
                    std::chrono::nanoseconds(status.st_mtim.tv_nsec));
}

// Whether an operand behind the profiles is a source to annotate, as older versions took it.
// What is no regular file (a pipe can't be read twice) or does not exist is taken for a
// profile, and so are compressed files.
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
    std::array<char, 8> bytes{};
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    const std::string_view beginning(bytes.data(), static_cast<std::size_t>(file.gcount()));
    return !file.bad() && file.is_open() && !begins_as_profile(beginning) &&
           !beginning.starts_with("\x1f\x8b") && !beginning.starts_with("\x28\xb5\x2f\xfd");
}

// What is good in the files; what is not is said in dropped.
std::vector<Profile> salvage(const std::vector<std::string>& paths,
                             std::vector<std::string>& dropped) {
    std::vector<Profile> profiles;
    for (const std::string& path : paths) {
        const Input input = Input::open(path);
        Salvaged salvaged = salvage_profile(input.bytes(), input.source());
        if (salvaged.damaged)
            dropped.push_back(fmt::format("{}:{}: {}; {} bytes from there on were dropped",
                                          input.source(), salvaged.line, salvaged.reason,
                                          salvaged.dropped_bytes));
        profiles.push_back(std::move(salvaged.profile));
    }
    return profiles;
}

// What the profiles say about themselves; a line that several have is shown once.
std::vector<std::string> all_descs(const std::vector<Profile>& profiles) {
    std::vector<std::string> descs = profiles[0].header.desc;
    for (const Profile& profile : profiles)
        for (const std::string& desc : profile.header.desc)
            if (std::ranges::find(descs, desc) == descs.end())
                descs.push_back(desc);
    return descs;
}

Profile sum(std::vector<Profile> profiles) {
    Merge merge(std::move(profiles[0]));
    for (std::size_t i = 1; i < profiles.size(); ++i)
        merge.add(profiles[i]);
    return std::move(merge).finish();
}

NameMap name_map(const std::vector<Substitution>& substitutions) {
    if (substitutions.empty())
        return {};
    return [&substitutions](std::string_view name) { return substitute(substitutions, name); };
}

} // namespace

Inputs read_inputs(const Options& options, const std::vector<std::string>& operands) {
    const std::size_t least = options.diff ? 2 : 1;
    if (operands.size() < least)
        throw UsageError(options.diff
                             ? "--diff takes two FILEs (see cg_annotate --help)"
                             : "give at least one FILE, or - for stdin (see cg_annotate --help)");
    std::vector<std::string> paths, user_files;
    for (const std::string& operand : operands) {
        if (paths.size() >= least && is_source(operand, options.include_dirs))
            user_files.push_back(operand);
        else
            paths.push_back(operand);
    }
    if (options.diff && paths.size() > 2)
        throw UsageError(fmt::format("--diff takes two FILEs, not {}", paths.size()));
    if (std::ranges::count(paths, "-") > 1)
        throw UsageError("- can be given once only: stdin can't be read twice");

    std::vector<std::string> dropped;
    std::vector<Profile> profiles =
        options.salvage ? salvage(paths, dropped) : load_profiles(paths, options.jobs);
    std::vector<DataFile> data;
    for (std::size_t i = 0; i < paths.size(); ++i)
        data.push_back({paths[i], profiles[i].header.cmd, modified(paths[i])});
    std::vector<std::string> descs = all_descs(profiles);
    std::vector<Count> base = profiles[0].summary;

    Profile profile =
        options.diff ? diff(profiles[0], profiles[1], DiffBy::line) : sum(std::move(profiles));
    profile.header.desc = std::move(descs);
    std::vector<std::vector<std::string>> original_files;
    if (!options.mod_filename.empty() || !options.mod_funcname.empty()) {
        Renamed renamed =
            rename(profile, name_map(options.mod_filename), name_map(options.mod_funcname));
        profile = std::move(renamed.profile);
        original_files = std::move(renamed.original_files);
    }
    return {std::move(profile),    std::move(base),           std::move(data),
            std::move(user_files), std::move(original_files), std::move(dropped)};
}

} // namespace cg::annotate
