// SPDX-License-Identifier: GPL-2.0-or-later
// Writes Callgrind's profile format.
#pragma once

#include "lines/line_writer.hpp"
#include "model/fwd.hpp"
#include "text/writer.hpp"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace cg {

// Writes lines of Callgrind's format, with compressed names.
class CallgrindText : public LineWriter {
  public:
    // The numbers, from 1, of the names of objects or of files.
    using Numbers = std::unordered_map<std::string_view, std::uint64_t>;

    using LineWriter::LineWriter;

    // Adds KEY(NUMBER) NAME, or KEY(NUMBER) for a name that has a number. The bytes of the name
    // must outlive the object. Throws Error for a name with a newline.
    void add_name(std::string_view key, Numbers& numbers, std::string_view name);
    Numbers objects, files;
};

// Writes Callgrind's profile format, version 1, like our tool: with the tree of calls, if there is
// one, in comments (cachegrind-out(5)). The profile must have calls. Passes the bytes to `sink` in
// large pieces. Throws Error for a name with a newline.
void write_callgrind(const Profile& profile, const Sink& sink);

} // namespace cg
