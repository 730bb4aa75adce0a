// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/load.hpp"

#include "error/error.hpp"
#include "format/read.hpp"
#include "io/descriptor.hpp"
#include "io/input.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <ranges>
#include <system_error>

namespace cg {

void check_can_be_read_again(const std::string& path) {
    std::error_code error;
    if (path == "-" || std::filesystem::is_fifo(path, error))
        throw UsageError("each part of a file is read on its own, which stdin and pipes can't be");
}

void append_files_from(const std::string& list, std::vector<std::string>& files) {
    const Input input = Input::open(list);
    const std::string_view names = input.bytes();
    const char end_of_name = names.find('\0') == names.npos ? '\n' : '\0';
    for (const auto name : names | std::views::split(end_of_name))
        if (!name.empty())
            files.emplace_back(name.begin(), name.end());
    if (list == "-" && std::ranges::find(files, "-") != files.end())
        throw UsageError("stdin can't be both the list of files and one of them");
}

std::vector<std::string> read_lines(const std::string& path) {
    const Input input = Input::open(path);
    std::vector<std::string> lines;
    for (const auto line : input.bytes() | std::views::split('\n'))
        lines.emplace_back(line.begin(), line.end());
    if (input.bytes().ends_with('\n'))
        lines.pop_back(); // after the last newline
    return lines;
}

void load_each_part(std::span<const std::string> paths, unsigned jobs, const TakeFilePart& take,
                    ReadOptions options) {
    options.executor = in_parallel(jobs);
    for (std::size_t i = 0; i < paths.size(); ++i) {
        check_can_be_read_again(paths[i]);
        const Input input = Input::open(paths[i]);
        options.stored_size = input.stored_size();
        read_each_part(
            input.bytes(), input.source(), options,
            [&](const FilePart& part, Profile&& profile) { take(i, part, std::move(profile)); });
    }
}

namespace {

Executor with_progress(Executor executor, const ReadProgress& progress) {
    return [executor = std::move(executor), &progress](std::size_t n, const Task& produce,
                                                       const Task& consume) {
        executor(n, produce, [&](std::size_t i) {
            consume(i);
            progress(i + 1, n);
        });
    };
}

} // namespace

void throw_lacking(const std::string& source, std::string_view what, std::string_view option_needs,
                   std::string_view tool_option) {
    throw Error(source,
                fmt::format("has no {}, which {} (valgrind --tool=cachegrind {} writes them)", what,
                            option_needs, tool_option));
}

void check_stdin_once(std::span<const std::string> paths) {
    if (std::count(paths.begin(), paths.end(), "-") > 1)
        throw UsageError("- can be given once only: stdin can't be read twice");
}

unsigned files_at_once(std::size_t files, unsigned jobs) {
    const std::size_t wanted = std::min<std::size_t>(files, jobs);
    return static_cast<unsigned>(std::max<std::size_t>(1, openable_files(wanted)));
}

std::vector<Profile> load_profiles(std::span<const std::string> paths, unsigned jobs,
                                   const ReadOptions& options, const ReadProgress& progress,
                                   std::span<const PartSelection> parts_of) {
    std::vector<Profile> profiles;
    profiles.reserve(paths.size());
    load_each(
        paths, jobs,
        [&](std::size_t, Profile&& profile, std::size_t) {
            profiles.push_back(std::move(profile));
        },
        options, {}, progress, parts_of);
    return profiles;
}

void load_each(std::span<const std::string> paths, unsigned jobs, const TakeProfile& take,
               ReadOptions options, const SkipFile& skip, const ReadProgress& progress,
               std::span<const PartSelection> parts_of) {
    check_stdin_once(paths);
    // Many files are read at the same time; a few files are read by several threads each.
    const unsigned at_once = files_at_once(paths.size(), jobs);
    options.executor = in_parallel(jobs / at_once);
    if (progress && paths.size() == 1)
        options.executor = with_progress(std::move(options.executor), progress);
    struct Loaded {
        Profile profile;
        std::size_t stored_size;
        std::vector<std::string> warnings;
    };
    for_each_file<Loaded>(
        paths.size(), at_once,
        [&](std::size_t i) {
            const Input input = Input::open(paths[i], bytes_for(skip));
            ReadOptions of_file = options;
            of_file.stored_size = input.stored_size();
            if (!parts_of.empty())
                of_file.parts = parts_of[i];
            std::vector<std::string> warnings; // to be passed on in the order of the files
            of_file.warn = [&](const std::string& what) { warnings.push_back(what); };
            Profile profile = read_profile(input.bytes(), input.source(), of_file);
            return Loaded{std::move(profile), input.stored_size(), std::move(warnings)};
        },
        [&](std::size_t i, Loaded&& loaded) {
            for (const std::string& what : loaded.warnings)
                if (options.warn)
                    options.warn(what);
            take(i, std::move(loaded.profile), loaded.stored_size);
            if (progress && paths.size() > 1)
                progress(i + 1, paths.size());
        },
        skip);
}

} // namespace cg
