// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of an INSERT, in batches.
#pragma once

#include "model/count.hpp"
#include "text/writer.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace cg {

class Insertion {
  public:
    // Each statement is `begin`, rows, `end` and a semicolon.
    Insertion(Writer& out, std::string begin, std::string end)
        : out_(out), begin_(std::move(begin)), end_(std::move(end)) {}

    void add(std::string_view row) {
        if (rows_ == batch)
            finish();
        out_ << (rows_ == 0 ? std::string_view(begin_) : ",\n") << row;
        ++rows_;
    }
    // Ends the last statement.
    void finish() {
        if (rows_ > 0)
            out_ << end_ << ";\n";
        rows_ = 0;
    }

  private:
    // A database parses a statement as a whole: more rows would take more of its memory.
    static constexpr std::size_t batch = 500;

    Writer& out_;
    std::string begin_, end_;
    std::size_t rows_ = 0;
};

// The least count is no literal: -9223372036854775808 is the negative of a number out of range.
inline std::string sql_count(Count count) {
    if (count == std::numeric_limits<Count>::min())
        return "-9223372036854775807 - 1";
    return std::to_string(count);
}

} // namespace cg
