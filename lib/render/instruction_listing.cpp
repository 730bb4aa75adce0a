// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/instruction_listing.hpp"

#include "view/path_tree.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg::render {

std::string SourceHeads::head(NameId file, Line line) {
    const auto [found, is_new] = by_file_.try_emplace(file);
    if (is_new && sources_ != nullptr)
        if (auto text = sources_->find(std::string(names_[file])))
            found->second.emplace(Source{text, SourceLines(text->bytes)});
    const std::string path = display_path(names_[file]);
    std::string head = page_text(path.substr(path.rfind('/') + 1));
    if (line != 0)
        head += fmt::format(":{}", line);
    if (!found->second || line == 0 || line > found->second->lines.size())
        return head;
    std::string text(found->second->lines[line].substr(0, 800));
    text.erase(0, std::min(text.size(), text.find_first_not_of(" \t")));
    std::ranges::replace(text, '\t', ' ');
    return head + "  " + page_text(text);
}

} // namespace cg::render
