// SPDX-License-Identifier: GPL-2.0-or-later
#include "names.hpp"

#include "algebra/relabel.hpp"
#include "algebra/rename.hpp"
#include "text/short_names.hpp"

namespace cg::filtering {
namespace {

std::string new_file(const Options& options, std::string_view name) {
    std::string file = substitute(options.mod_filename, name);
    for (const std::string& prefix : options.strip_prefix) {
        const std::string dir = prefix.ends_with('/') ? prefix : prefix + "/";
        if (file.starts_with(dir)) {
            file.erase(0, dir.size());
            break;
        }
    }
    return file;
}

std::string new_function(const Options& options, std::string_view name) {
    std::string function = substitute(options.mod_funcname, name);
    return options.short_names ? without_template_arguments(function) : function;
}

} // namespace

Profile with_new_names(const Options& options, Profile profile) {
    if (!options.mod_filename.empty() || !options.mod_funcname.empty() ||
        !options.strip_prefix.empty() || options.short_names)
        profile = rename(
                      profile, [&](std::string_view name) { return new_file(options, name); },
                      [&](std::string_view name) { return new_function(options, name); })
                      .profile;
    if (options.groups.empty())
        return profile;
    return relabel(profile, [&](const FunctionCosts& f) {
        const auto function = function_name(profile, f);
        for (const auto& [name, pattern] : options.groups)
            if (pattern.is_in(function.value_or(unspecified_mark)))
                return FunctionTarget{"???", std::string_view(name), true};
        return FunctionTarget{profile.names[f.file], function};
    });
}

} // namespace cg::filtering
