// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes in Callgrind's format, as they are made: numbers, and names that get a number.
#pragma once

#include "model/count.hpp"
#include "model/growing_array.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cg {

class CallgrindText {
  public:
    using Sink = std::function<void(std::string_view)>;
    // The names of one kind; their numbers, from 1.
    using Numbers = std::unordered_map<std::string_view, std::uint64_t>;

    explicit CallgrindText(const Sink& sink) : sink_(sink) {}

    void add(std::string_view text);
    void add(std::uint64_t number);
    void add(Count number);
    // Each with a space in front, and the end of the line.
    void add_counts(std::span<const Count> counts);
    // The same without those that are 0 at the end.
    void add_counts_without_trailing_zeros(std::span<const Count> counts);
    // KEY(NUMBER) NAME, or KEY(NUMBER) for a name that has one. The name must stay where it is.
    // Throws Error for a name with a newline.
    void add_name(std::string_view key, Numbers& numbers, std::string_view name);
    void flush();

    Numbers objects, files, functions;

  private:
    const Sink& sink_;
    GrowingArray<char> bytes_;
};

} // namespace cg
