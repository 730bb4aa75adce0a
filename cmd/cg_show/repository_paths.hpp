// SPDX-License-Identifier: GPL-2.0-or-later
// Paths of a profile as paths in a repository.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cg::show {

// A file is in the repository if its path, relative to the root or below it, is that of a regular
// file there. (Debian's C library has paths like ./string/memset.S, which only look so.)
class RepositoryPaths {
  public:
    explicit RepositoryPaths(const std::string& root);
    std::optional<std::string> find(std::string_view name) const;

  private:
    std::string given_; // as the user wrote it, and without symbolic links: compilers write both
    std::string real_;
};

} // namespace cg::show
