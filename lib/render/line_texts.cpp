// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/line_texts.hpp"

#include "text/escaping.hpp"
#include "text/words.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg {

std::string LineTexts::find(const std::string& file, Line line) {
    if (!sources_)
        return "";
    const auto [found, is_new] = by_file_.try_emplace(file);
    if (is_new)
        if (auto text = sources_->find(file))
            found->second.emplace(Source{text, SourceLines(text->bytes)});
    if (!found->second || line == 0 || line > found->second->lines.size())
        return "";
    constexpr std::size_t longest = 800; // bytes: generated code has lines of megabytes
    std::string_view text = found->second->lines[line];
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
    std::string shown(text.substr(0, longest));
    std::ranges::replace(shown, '\t', ' ');
    return page_text(shown);
}

std::string LineTexts::head(std::string_view file, Line line) {
    const std::string path = display_path(file);
    std::string head = page_text(last_part(path));
    if (line != 0)
        head += fmt::format(":{}", line);
    return head + "  " + find(std::string(file), line);
}

} // namespace cg
