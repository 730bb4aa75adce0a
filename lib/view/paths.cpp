// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/paths.hpp"

#include "view/ranking.hpp"

namespace cg {

std::vector<std::string_view> path_components(std::string_view path) {
    std::vector<std::string_view> components;
    if (path.starts_with('/'))
        components.push_back(path.substr(0, 1));
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view component = path.substr(0, slash);
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
        if (component.empty() || component == ".")
            continue;
        if (component != ".." || components.empty() || components.back() == "..")
            components.push_back(component);
        else if (components.back() != "/") // the parent of the root is the root
            components.pop_back();
    }
    if (components.empty())
        components.push_back("."); // the path "." or an empty one
    return components;
}

std::string display_path(std::string_view path) {
    std::string result;
    if (path.empty())
        return result;
    for (const std::string_view component : path_components(path)) {
        if (!result.empty() && !result.ends_with('/'))
            result += '/';
        result += component;
    }
    return result;
}

std::string_view directory_of(std::string_view path) {
    if (path == unknown_file)
        return path;
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return ".";
    return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

bool is_end_of_path(std::string_view path, std::string_view end) {
    return path == end || (path.ends_with(end) && path[path.size() - end.size() - 1] == '/');
}

} // namespace cg
