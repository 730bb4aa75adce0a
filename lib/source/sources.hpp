// SPDX-License-Identifier: GPL-2.0-or-later
// Where a report gets the texts of source files: it knows no file system.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace cg {

using FileTime = std::chrono::sys_time<std::chrono::nanoseconds>;

struct SourceText {
    std::string path;       // where it was found
    std::string_view bytes; // kept by what the pointer to this holds
    FileTime modified;
};

class Sources {
  public:
    virtual ~Sources() = default;
    // The file that the profile calls so; null when there is none that can be read.
    virtual std::shared_ptr<const SourceText> find(const std::string& name) = 0;
};

} // namespace cg
