// SPDX-License-Identifier: GPL-2.0-or-later
// Source files, looked up in the file system.
#pragma once

#include "source/sources.hpp"

#include <vector>

namespace cg {

// A file is looked for by the name that the profile gives it, then in each include directory:
// there by the whole name, and by what is left of it without its first folder, without the
// first two, and so on. Only regular files are opened: a FIFO would wait for a writer.
class SourceFiles : public Sources {
  public:
    explicit SourceFiles(std::vector<std::string> include_dirs)
        : include_dirs_(std::move(include_dirs)) {}
    std::shared_ptr<const SourceText> find(const std::string& name) override;

  private:
    std::vector<std::string> include_dirs_;
};

} // namespace cg
