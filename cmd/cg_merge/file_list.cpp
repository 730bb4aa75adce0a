// SPDX-License-Identifier: GPL-2.0-or-later
#include "file_list.hpp"

#include "error/error.hpp"
#include "io/input.hpp"

#include <algorithm>

namespace cg::merge {

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

} // namespace cg::merge
