// SPDX-License-Identifier: GPL-2.0-or-later
// Finds source files in the file system.
#pragma once

#include "source/sources.hpp"

#include <vector>

namespace cg {

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

} // namespace cg
