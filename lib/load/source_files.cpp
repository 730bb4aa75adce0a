// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/source_files.hpp"

#include "algebra/rename.hpp"
#include "error/error.hpp"
#include "io/input.hpp"
#include "source/line_matching.hpp"
#include "text/escaping.hpp"

#include <filesystem>
#include <optional>
#include <sys/stat.h>

namespace cg {
namespace {

struct OpenText {
    Input input;
    SourceText text;
};

} // namespace

std::shared_ptr<const SourceText> open_source(const std::string& path) {
    const std::string file_path = path == "-" ? "./-" : path; // Input takes "-" for stdin
    const std::optional<FileTime> modified = modification_time(file_path);
    if (!modified)
        return nullptr;
    try {
        auto file = std::make_shared<OpenText>(OpenText{Input::open(file_path), {}});
        file->text = {path, file->input.bytes(), *modified};
        return {file, &file->text};
    } catch (const Error&) {
        return nullptr; // the report says that it is unreadable
    }
}

std::optional<FileTime> modification_time(const std::string& path) {
    struct stat status {};
    if ((path == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(path.c_str(), &status)) != 0 ||
        !S_ISREG(status.st_mode))
        return std::nullopt;
    return FileTime(std::chrono::seconds(status.st_mtim.tv_sec) +
                    std::chrono::nanoseconds(status.st_mtim.tv_nsec));
}

SourcePrefix::SourcePrefix(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals == 0)
        throw UsageError("takes OLD=NEW, two directories, not " + in_quotes(text));
    const auto without_slash = [](std::string path) {
        while (path.size() > 1 && path.ends_with('/'))
            path.pop_back();
        return path;
    };
    from = without_slash(text.substr(0, equals));
    to = without_slash(text.substr(equals + 1));
    if (to.empty())
        to = ".";
}

std::optional<std::string> SourcePrefix::apply(const std::string& name) const {
    if (from == "/")
        return name.starts_with('/') ? std::optional(to + name) : std::nullopt;
    if (!name.starts_with(from) || name.size() == from.size() || name[from.size()] != '/')
        return std::nullopt;
    return to + name.substr(from.size());
}

std::shared_ptr<const SourceText> SourceFiles::find(const std::string& name) {
    // open() would ignore the rest of the name after a NUL, and find another file.
    if (name.empty() || name.find('\0') != name.npos)
        return nullptr;
    for (const SourcePrefix& prefix : search_.prefixes)
        if (const auto path = prefix.apply(name))
            if (auto text = open_source(*path))
                return text;
    if (auto text = open_source(name))
        return text;
    if (auto text = find_included(name))
        return text;
    return servers_ ? servers_->find(name) : nullptr;
}

std::shared_ptr<const SourceText> SourceFiles::find_included(const std::string& name) {
    if (name.empty() || name.find('\0') != name.npos)
        return nullptr;
    for (std::size_t begin = 0; begin < name.size();) {
        for (const std::string& dir : search_.include_dirs)
            if (auto text = open_source(dir + '/' + name.substr(begin)))
                return text;
        const std::size_t slash = name.find('/', begin);
        if (slash == name.npos)
            break;
        begin = slash + 1;
    }
    return nullptr;
}

bool SourceFiles::is_other(const std::string& name) {
    struct stat status {};
    return name.find('\0') == name.npos && ::stat(name.c_str(), &status) == 0 &&
           !S_ISREG(status.st_mode);
}

std::shared_ptr<const SourceText> RenamedSources::find(const std::string& name) {
    for (const std::string& original : renamed_.originals(name))
        if (auto text = sources_.find(original))
            return text;
    return nullptr;
}

namespace {

// Returns the path of a source, or nothing. It is a regular file: to open a FIFO or a device could
// block for ever.
std::optional<std::string> find_source(const std::string& dir, const std::string& name) {
    for (std::size_t at = 0; at != name.npos; at = name.find('/', at)) {
        at = name.find_first_not_of('/', at);
        if (at == name.npos)
            break;
        std::string path = dir + "/" + name.substr(at);
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored))
            return path;
    }
    return std::nullopt;
}

// Returns the name of the file before it was renamed, if it is a single one.
const std::string* only_original(const Renamed& renamed, std::string_view file) {
    const auto id = renamed.profile.names.find(file);
    if (!id)
        return nullptr;
    const auto& originals = renamed.original_files[index_of(*id)];
    return originals.size() == 1 ? &originals.front() : nullptr;
}

} // namespace

void check_source_directory(const std::string& dir, const SourceNames& originals) {
    std::error_code error;
    if (!std::filesystem::is_directory(dir, error))
        throw Error(path_for_message(dir), error ? error.message() : "is not a directory");
    bool has_names = false;
    for (const std::vector<std::string>& names : originals)
        for (const std::string& name : names) {
            if (find_source(dir, name))
                return;
            has_names |= name != unspecified_mark;
        }
    if (has_names)
        throw Error(path_for_message(dir), "holds none of the sources that the profile names");
}

MatchedLines with_lines_of_second(const Renamed& first, const Renamed& second,
                                  const std::string& first_dir, const std::string& second_dir) {
    check_source_directory(first_dir, first.original_files);
    check_source_directory(second_dir, second.original_files);
    std::size_t files = 0, not_found = 0;
    const Names& names = first.profile.names;
    std::vector<std::vector<Line>> maps(names.size()); // by file; empty: lines stay
    for (const auto functions : by_file(first.profile.costs.functions())) {
        const NameId file = functions.front().file;
        const std::string* const a = only_original(first, names[file]);
        const std::string* const b = only_original(second, names[file]);
        if (!a || !b || *a == unspecified_mark)
            continue;
        const auto path_a = find_source(first_dir, *a);
        const auto path_b = find_source(second_dir, *b);
        if (!path_a && !path_b) // of the system
            continue;
        ++files;
        if (!path_a || !path_b) {
            ++not_found;
            continue;
        }
        const Input text_a = Input::open(*path_a), text_b = Input::open(*path_b);
        if (text_a.bytes() != text_b.bytes())
            maps[index_of(file)] =
                lines_in_second(SourceLines(text_a.bytes()), SourceLines(text_b.bytes()));
    }
    Profile matched = with_lines(first.profile, [&](NameId file, Line line) {
        const std::vector<Line>& map = maps[index_of(file)];
        return line < map.size() ? map[line]
                                 : line; // after the end of the map, lines do not change
    });
    return {std::move(matched), files, not_found};
}

} // namespace cg
