// SPDX-License-Identifier: GPL-2.0-or-later
// What --mod-filename and --mod-funcname make of a profile, and where its sources are then.
#pragma once

#include "options.hpp"

#include "algebra/rename.hpp"
#include "source/sources.hpp"

namespace cg::show {

Renamed renamed(Profile profile, const Options& options);

// Finds a file that was renamed by the names that it had. Both arguments outlive it.
class RenamedSources : public Sources {
  public:
    RenamedSources(Sources& sources, const Renamed& renamed)
        : sources_(sources), renamed_(renamed) {}
    std::shared_ptr<const SourceText> find(const std::string& name) override;

  private:
    Sources& sources_;
    const Renamed& renamed_;
};

} // namespace cg::show
