// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/source_files.hpp"

#include "error/error.hpp"
#include "io/input.hpp"

#include <sys/stat.h>

namespace cg {
namespace {

struct OpenText {
    Input input;
    SourceText text;
};

std::shared_ptr<const SourceText> open(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return nullptr;
    try {
        // "./-": Input takes "-" for stdin.
        auto file =
            std::make_shared<OpenText>(OpenText{Input::open(path == "-" ? "./-" : path), {}});
        file->text = {path, file->input.bytes(),
                      FileTime(std::chrono::seconds(status.st_mtim.tv_sec) +
                               std::chrono::nanoseconds(status.st_mtim.tv_nsec))};
        return {file, &file->text};
    } catch (const Error&) {
        return nullptr; // the report says that it is unreadable
    }
}

} // namespace

std::shared_ptr<const SourceText> SourceFiles::find(const std::string& name) {
    // open() would ignore the rest of the name after a NUL, and find another file.
    if (name.empty() || name.find('\0') != name.npos)
        return nullptr;
    if (auto text = open(name))
        return text;
    return find_included(name);
}

std::shared_ptr<const SourceText> SourceFiles::find_included(const std::string& name) {
    if (name.empty() || name.find('\0') != name.npos)
        return nullptr;
    for (std::size_t begin = 0; begin < name.size();) {
        for (const std::string& dir : include_dirs_)
            if (auto text = open(dir + '/' + name.substr(begin)))
                return text;
        const std::size_t slash = name.find('/', begin);
        if (slash == name.npos)
            break;
        begin = slash + 1;
    }
    return nullptr;
}

bool SourceFiles::is_other(const std::string& name) {
    struct stat status {};
    return name.find('\0') == name.npos && ::stat(name.c_str(), &status) == 0 &&
           !S_ISREG(status.st_mode);
}

} // namespace cg
