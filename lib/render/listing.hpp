// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of lists of instructions: columns of numbers, and a text beside them.
#pragma once

#include "render/line_texts.hpp"
#include "render/renderers.hpp"
#include "text/terminal.hpp"
#include "text/utf8.hpp"
#include "view/function_code.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace cg::render {

class ListingWriter {
  public:
    ListingWriter(const Options& options, Writer& out)
        : options_(options), out_(out), texts_(options.sources) {}

    // Begins the list of a function, whose numbers have this width.
    void begin(std::size_t width_of_numbers) {
        width_of_numbers_ = width_of_numbers;
        previous_ = nullptr;
    }
    void rule() { out_ << repeated("─", options_.width == 0 ? 80 : options_.width) << '\n'; }
    // Cuts the text, but never the numbers, which may be left out.
    void line(const std::string& numbers, std::string text, std::string_view colour = {}) {
        text.erase(text.find_last_not_of(' ') + 1);
        if (options_.width != 0) {
            const std::size_t used = numbers.empty() ? 0 : width_of_numbers_;
            text = fit(text, std::max(options_.width, used + 1) - used, Cut::end);
        }
        const bool is_coloured = options_.color && !colour.empty();
        out_ << numbers << (is_coloured ? colour : "") << text << (is_coloured ? colour_end : "")
             << '\n';
    }
    // Writes the source line of a row with counts, unless the one before is of the same line.
    void source_line(const CodeRow& row, const Names& names, const std::string& margin) {
        if (!row.has_counts() || names[row.file] == unknown_file ||
            (previous_ && previous_->file == row.file && previous_->line == row.line))
            return;
        previous_ = &row;
        line(std::string(width_of_numbers_, ' '), margin + texts_.head(names[row.file], row.line));
    }

  private:
    const Options& options_;
    Writer& out_;
    LineTexts texts_;
    std::size_t width_of_numbers_ = 0;
    const CodeRow* previous_ = nullptr; // with counts and a known file
};

} // namespace cg::render
