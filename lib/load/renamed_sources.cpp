// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/renamed_sources.hpp"

namespace cg {

std::shared_ptr<const SourceText> RenamedSources::find(const std::string& name) {
    const auto id = renamed_.profile.names.find(name);
    if (renamed_.original_files.empty() || !id)
        return sources_.find(name);
    for (const std::string& original : renamed_.original_files[index_of(*id)])
        if (auto text = sources_.find(original))
            return text;
    return nullptr;
}

} // namespace cg
