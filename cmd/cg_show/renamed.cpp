// SPDX-License-Identifier: GPL-2.0-or-later
#include "renamed.hpp"

#include <utility>

namespace cg::show {

Renamed renamed(Profile profile, const Options& options) {
    const auto map = [](const std::vector<Substitution>& all) -> NameMap {
        if (all.empty())
            return {};
        return [&all](std::string_view name) { return substitute(all, name); };
    };
    if (options.mod_filename.empty() && options.mod_funcname.empty())
        return {std::move(profile), {}};
    return rename(profile, map(options.mod_filename), map(options.mod_funcname));
}

std::shared_ptr<const SourceText> RenamedSources::find(const std::string& name) {
    const auto id = renamed_.profile.names.find(name);
    if (renamed_.original_files.empty() || !id)
        return sources_.find(name);
    for (const std::string& original : renamed_.original_files[static_cast<std::size_t>(*id)])
        if (auto text = sources_.find(original))
            return text;
    return nullptr;
}

} // namespace cg::show
