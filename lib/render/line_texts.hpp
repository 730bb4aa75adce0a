// SPDX-License-Identifier: GPL-2.0-or-later
// The texts of single source lines, for tables of lines and lists of instructions.
#pragma once

#include "model/fwd.hpp"
#include "source/line_matching.hpp"
#include "source/sources.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

class LineTexts {
  public:
    // Null: no line has a text. The sources must outlive the object.
    explicit LineTexts(Sources* sources) : sources_(sources) {}

    // Returns the line's text without its indentation, as for a page, or "" if the source or the
    // line is not there.
    std::string find(const std::string& file, Line line);
    // Returns "a.c:7  text of the line".
    std::string head(std::string_view file, Line line);

  private:
    struct Source {
        std::shared_ptr<const SourceText> text;
        SourceLines lines;
    };
    Sources* sources_;
    std::map<std::string, std::optional<Source>> by_file_;
};

} // namespace cg
