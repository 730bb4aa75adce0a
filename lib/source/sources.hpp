// SPDX-License-Identifier: GPL-2.0-or-later
// The interface by which a report gets source texts, without a file system.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

using FileTime = std::chrono::sys_time<std::chrono::nanoseconds>;

struct SourceText {
    std::string path;       // where it was found
    std::string_view bytes; // valid as long as this object
    FileTime modified;
};

class Sources {
  public:
    virtual ~Sources() = default;
    // Returns the source with this name in the profile, or null if none can be read.
    virtual std::shared_ptr<const SourceText> find(const std::string& name) = 0;
    // Returns true if there is something with this name that is no file with a text, such as a
    // directory.
    virtual bool is_other(const std::string& /*name*/) { return false; }
};

// A source of which two profiles have two versions.

// The version of the first profile. In the difference, a line that the second version has too has
// its number there, and a removed line the number `offset` plus its own.
struct OldSource {
    std::shared_ptr<const SourceText> text;
    std::vector<std::uint32_t> line_in_second; // of each line, from 1; 0: removed
    std::uint32_t offset;
};

} // namespace cg
