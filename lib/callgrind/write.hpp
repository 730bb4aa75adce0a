// SPDX-License-Identifier: GPL-2.0-or-later
// Writes Callgrind's profile format.
#pragma once

#include "model/fwd.hpp"
#include "model/names.hpp"
#include "text/writer.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cg {

// Writes lines of Callgrind's format: counts and compressed names.
class CallgrindText : public Writer {
  public:
    // The numbers, from 1, of the names of objects or of files.
    using Numbers = std::unordered_map<std::string_view, std::uint64_t>;

    using Writer::Writer;

    // Adds a space and a count for each, and the end of the line.
    void add_counts(std::span<const Count> counts);
    // Omits zeros at the end.
    void add_counts_without_trailing_zeros(std::span<const Count> counts);
    // Adds a name and the end of the line. Throws Error for a name with a newline.
    void add_line(std::string_view name);
    // Adds KEY(NUMBER) NAME, or KEY(NUMBER) for a name that has a number. The bytes of the name
    // must outlive the object. Throws Error for a name with a newline.
    void add_name(std::string_view key, Numbers& numbers, std::string_view name);
    // Adds the lines "#fl=FILE" and "#fn=FUNCTION" of a section in comments, unless both are the
    // latest ones.
    void add_place(const Names& names, NameId file, NameId function);

    Numbers objects, files;

  private:
    std::optional<NameId> file_, function_; // of the latest add_place()
};

// Writes Callgrind's profile format, version 1, like our tool: with the tree of calls, if there is
// one, in comments (cachegrind-out(5)). The profile must have calls. Passes the bytes to `sink` in
// large pieces. Throws Error for a name with a newline.
void write_callgrind(const Profile& profile, const Sink& sink);

} // namespace cg
