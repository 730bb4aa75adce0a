// SPDX-License-Identifier: GPL-2.0-or-later
// The names of one profile as ids of another.
#pragma once

#include "model/names.hpp"

#include <vector>

namespace cg {

class ImportedNames {
  public:
    // Adds to into what it has not.
    template <typename AnyNames>
    ImportedNames(const AnyNames& from, AnyNames& into);

    // What is unspecified stays so.
    NameId operator()(NameId of_from) const {
        return of_from == unspecified_function ? of_from : ids_[static_cast<std::size_t>(of_from)];
    }

  private:
    std::vector<NameId> ids_;
};

} // namespace cg
