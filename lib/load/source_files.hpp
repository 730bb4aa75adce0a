// SPDX-License-Identifier: GPL-2.0-or-later
// Finds source files, and matches lines by them.
#pragma once

#include "algebra/rename.hpp"
#include "load/source_servers.hpp"
#include "source/sources.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace cg {

// Finds source files in the file system.

// Paths that begin with one directory are below another: "/build/x=src". Built on one machine, or
// with -ffile-prefix-map, and read on another.
struct SourcePrefix {
    std::string from, to;

    // Throws UsageError if the text is not OLD=NEW.
    explicit SourcePrefix(const std::string& text);
    // Returns the path that a name has then, or nothing if it does not begin with the directory.
    std::optional<std::string> apply(const std::string& name) const;
};

struct SourceSearch {
    std::vector<std::string> include_dirs;
    std::vector<SourcePrefix> prefixes;
};

// Finds a file by each prefix that its name has, then by its name in the profile, then in the
// include directories: by the complete name in each of them, then by the name without its first
// directory, without the first two, and so on. So the directory wins under which most of the name
// matches. Last, asks the servers, if there are any. Opens only regular files, because a FIFO would
// wait for a writer.
class SourceFiles : public Sources {
  public:
    explicit SourceFiles(SourceSearch search, SourceServers* servers = nullptr)
        : search_(std::move(search)), servers_(servers) {}
    std::shared_ptr<const SourceText> find(const std::string& name) override;
    // Finds it in the include directories only.
    std::shared_ptr<const SourceText> find_included(const std::string& name);
    bool is_other(const std::string& name) override;

  private:
    SourceSearch search_;
    SourceServers* servers_; // null: none
};

// Source files of a profile whose files were renamed.

// Finds a file that was renamed by the first of its original names that is found. Both arguments
// must outlive it.
class RenamedSources : public Sources {
  public:
    RenamedSources(Sources& sources, const Renamed& renamed)
        : sources_(sources), renamed_(renamed) {}
    std::shared_ptr<const SourceText> find(const std::string& name) override;

  private:
    Sources& sources_;
    const Renamed& renamed_;
};

// Returns the text of a regular file, or null if it can't be read.
std::shared_ptr<const SourceText> open_source(const std::string& path);

// Returns when a regular file was written, which "-" for stdin may be; nothing for another.
std::optional<FileTime> modification_time(const std::string& path);

// Lines of one version of a program as lines of another, by the sources of both.

// The original names of files, as in Renamed::original_files.
using SourceNames = std::vector<std::vector<std::string>>;

// Throws Error if `dir` is no directory, or holds none of the sources of these names, so that no
// line could be matched.
void check_source_directory(const std::string& dir, const SourceNames& originals);

struct MatchedLines {
    Profile first;         // with line numbers of the second
    std::size_t files;     // that both profiles have, and of which a text was found
    std::size_t not_found; // of these, files of which the other text was not found
};

// Gives the first profile line numbers of the second. A file's text is looked for in each directory
// by the longest ending of its original name that is a file there. Lines of a file stay as they are
// if it had several original names or if one of the texts is not found. Lines that are not in the
// second text go to line 0. Throws Error if a directory is none, or has no text of its profile, and
// std::overflow_error.
MatchedLines with_lines_of_second(const Renamed& first, const Renamed& second,
                                  const std::string& first_dir, const std::string& second_dir);

} // namespace cg
