// SPDX-License-Identifier: GPL-2.0-or-later
// Maps the name ids of one profile to those of another.
#pragma once

#include "model/names.hpp"

#include <vector>

namespace cg {

class ImportedNames {
  public:
    // Adds missing names to `into`.
    template <typename AnyNames>
    ImportedNames(const AnyNames& from, AnyNames& into);

    // Returns unspecified_function for unspecified_function.
    NameId operator()(NameId of_from) const {
        return of_from == unspecified_function ? of_from : ids_[index_of(of_from)];
    }

  private:
    std::vector<NameId> ids_;
};

} // namespace cg
