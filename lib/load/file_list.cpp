// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/file_list.hpp"

#include "error/error.hpp"
#include "io/input.hpp"

#include <algorithm>

namespace cg {

void append_files_from(const std::string& list, std::vector<std::string>& files) {
    const Input input = Input::open(list);
    std::string_view left = input.bytes();
    const char end_of_name = left.find('\0') == left.npos ? '\n' : '\0';
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(end_of_name), left.size());
        if (end > 0)
            files.emplace_back(left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    if (list == "-" && std::ranges::find(files, "-") != files.end())
        throw UsageError("stdin can't be both the list of files and one of them");
}

std::vector<std::string> read_lines(const std::string& path) {
    const Input input = Input::open(path);
    std::string_view left = input.bytes();
    std::vector<std::string> lines;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        lines.emplace_back(left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return lines;
}

} // namespace cg
