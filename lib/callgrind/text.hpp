// SPDX-License-Identifier: GPL-2.0-or-later
// Writes tokens of Callgrind's format: numbers, counts and compressed names.
#pragma once

#include "model/containers.hpp"
#include "model/count.hpp"
#include "text/writer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cg {

class CallgrindText {
  public:
    // The numbers, from 1, of the names of objects or of files.
    using Numbers = std::unordered_map<std::string_view, std::uint64_t>;

    explicit CallgrindText(const Sink& sink) : sink_(sink) {}

    void add(std::string_view text);
    void add(std::uint64_t number);
    void add(Count number);
    // Adds a space and a count for each, and the end of the line.
    void add_counts(std::span<const Count> counts);
    // Does the same, but omits zeros at the end.
    void add_counts_without_trailing_zeros(std::span<const Count> counts);
    // Adds a name and the end of the line. Throws Error for a name with a newline.
    void add_line(std::string_view name);
    // Adds KEY(NUMBER) NAME, or KEY(NUMBER) for a name that has a number. The bytes of the name
    // must outlive the object. Throws Error for a name with a newline.
    void add_name(std::string_view key, Numbers& numbers, std::string_view name);
    void flush();

    Numbers objects, files;

  private:
    const Sink& sink_;
    GrowingArray<char> bytes_;
};

} // namespace cg
