// SPDX-License-Identifier: GPL-2.0-or-later
// Source files of a profile whose files were renamed.
#pragma once

#include "algebra/rename.hpp"
#include "source/sources.hpp"

namespace cg {

// Finds a file that was renamed by the first of its original names that is found. Both arguments
// must outlive it.
class RenamedSources : public Sources {
  public:
    RenamedSources(Sources& sources, const Renamed& renamed)
        : sources_(sources), renamed_(renamed) {}
    std::shared_ptr<const SourceText> find(const std::string& name) override;

  private:
    Sources& sources_;
    const Renamed& renamed_;
};

} // namespace cg
