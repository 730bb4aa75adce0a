// SPDX-License-Identifier: GPL-2.0-or-later
// Finds source files, and matches lines by them.
#pragma once

#include "algebra/rename.hpp"
#include "source/sources.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cg {

// Finds source files in the file system.

// Finds a file by its name in the profile, then in the include directories: by the complete name in
// each of them, then by the name without its first directory, without the first two, and so on. So
// the directory wins under which most of the name matches. Opens only regular files, because a FIFO
// would wait for a writer.
class SourceFiles : public Sources {
  public:
    explicit SourceFiles(std::vector<std::string> include_dirs)
        : include_dirs_(std::move(include_dirs)) {}
    std::shared_ptr<const SourceText> find(const std::string& name) override;
    // Finds it in the include directories only.
    std::shared_ptr<const SourceText> find_included(const std::string& name);
    bool is_other(const std::string& name) override;

  private:
    std::vector<std::string> include_dirs_;
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
    std::size_t files;     // that both profiles have
    std::size_t not_found; // of these, files of which a text was not found
};

// Gives the first profile line numbers of the second. A file's text is looked for in each directory
// by the longest ending of its original name that is a file there. Lines of a file stay as they are
// if it had several original names or if one of the texts is not found. Lines that are not in the
// second text go to line 0. Throws Error if a directory is none, or has no text of its profile, and
// std::overflow_error.
MatchedLines with_lines_of_second(const Renamed& first, const Renamed& second,
                                  const std::string& first_dir, const std::string& second_dir);

} // namespace cg
