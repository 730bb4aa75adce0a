// SPDX-License-Identifier: GPL-2.0-or-later
#include "repository_paths.hpp"

#include "error/error.hpp"
#include "text/destination.hpp"
#include "view/paths.hpp"

#include <filesystem>
#include <system_error>

namespace cg::show {
namespace {

namespace fs = std::filesystem;

std::string with_slash(const fs::path& directory) {
    std::string text = directory.lexically_normal().string();
    if (!text.ends_with('/'))
        text += '/';
    return text;
}

} // namespace

RepositoryPaths::RepositoryPaths(const std::string& root) {
    std::error_code error;
    const fs::path absolute = fs::absolute(root, error);
    const fs::path real = fs::canonical(absolute, error);
    if (error)
        throw Error(path_for_message(root), error.message());
    given_ = with_slash(absolute);
    real_ = with_slash(real);
}

std::optional<std::string> RepositoryPaths::find(std::string_view name) const {
    std::string path = display_path(name);
    for (const std::string* root : {&given_, &real_})
        if (path.starts_with(*root)) {
            path.erase(0, root->size());
            break;
        }
    std::error_code error;
    if (path.find('\0') != path.npos || path.starts_with('/') || path == ".." ||
        path.starts_with("../") || !fs::is_regular_file(real_ + path, error))
        return std::nullopt;
    return path;
}

} // namespace cg::show
