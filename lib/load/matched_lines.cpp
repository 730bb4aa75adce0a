// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/matched_lines.hpp"

#include "algebra/relabel.hpp"
#include "io/input.hpp"
#include "source/line_matching.hpp"

#include <filesystem>
#include <optional>

namespace cg {
namespace {

// Opens a source if it is a regular file: opening a FIFO or a device could block for ever.
std::optional<Input> source(const std::string& dir, const std::string& name) {
    for (std::size_t at = 0; at != name.npos; at = name.find('/', at)) {
        at = name.find_first_not_of('/', at);
        if (at == name.npos)
            break;
        const std::string path = dir + "/" + name.substr(at);
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored))
            return Input::open(path);
    }
    return std::nullopt;
}

// Returns the name of the file before it was renamed, if it is a single one.
const std::string* only_original(const Renamed& renamed, std::string_view file) {
    const auto id = renamed.profile.names.find(file);
    if (!id)
        return nullptr;
    const auto& originals = renamed.original_files[index_of(*id)];
    return originals.size() == 1 ? &originals.front() : nullptr;
}

} // namespace

Profile with_lines_of_second(const Renamed& first, const Renamed& second,
                             const std::string& first_dir, const std::string& second_dir) {
    const Names& names = first.profile.names;
    std::vector<std::vector<Line>> maps(names.size()); // by file; empty: lines stay
    for (const auto functions : by_file(first.profile.costs.functions())) {
        const NameId file = functions.front().file;
        const std::string* const a = only_original(first, names[file]);
        const std::string* const b = only_original(second, names[file]);
        if (!a || !b)
            continue;
        const std::optional<Input> text_a = source(first_dir, *a);
        const std::optional<Input> text_b = source(second_dir, *b);
        if (text_a && text_b && text_a->bytes() != text_b->bytes())
            maps[index_of(file)] =
                lines_in_second(SourceLines(text_a->bytes()), SourceLines(text_b->bytes()));
    }
    return with_lines(first.profile, [&](const FunctionCosts& f, Line line) {
        const std::vector<Line>& map = maps[index_of(f.file)];
        return line < map.size() ? map[line]
                                 : line; // after the end of the map, lines do not change
    });
}

} // namespace cg
