// SPDX-License-Identifier: GPL-2.0-or-later
// What the lists of instructions of one profile and of two have in common.
#pragma once

#include "model/names.hpp"
#include "render/renderers.hpp"
#include "source/line_matching.hpp"
#include "source/sources.hpp"
#include "text/escaping.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace cg::render {

inline std::string page_text(std::string_view bytes) {
    return text_for(EscapingContext::page, bytes);
}

// The source lines that are the heads of instructions.
class SourceHeads {
  public:
    // The arguments must outlive it. Null: there are no sources.
    SourceHeads(const Names& names, Sources* sources) : names_(names), sources_(sources) {}

    // Returns "a.c:7  text of the line".
    std::string head(NameId file, Line line);

  private:
    struct Source {
        std::shared_ptr<const SourceText> text;
        SourceLines lines;
    };
    const Names& names_;
    Sources* sources_;
    std::map<NameId, std::optional<Source>> by_file_;
};

// Writes functions of two profiles that have costs by address, with the instructions of both in one
// list: those that are equal but for addresses are one row.
void instruction_diff(const ProfileView& first, const ProfileView& second, const Options& options,
                      Writer& out);

} // namespace cg::render
