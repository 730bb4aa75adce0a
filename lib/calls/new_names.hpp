// SPDX-License-Identifier: GPL-2.0-or-later
// Renames the functions of calls like the rows of a profile.
#pragma once

#include "calls/sum.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace cg {

class NewNamesOfCalls {
  public:
    // Records the new place of a function's rows. Functions of that file and name are renamed too,
    // unless `has_name` is false.
    void note(std::string_view file, std::string_view function, RowPlace to, bool has_name) {
        places_.try_emplace({std::string(file), std::string(function)},
                            Renamed{std::move(to), has_name});
    }
    Calls apply(const Calls& calls) const;

  private:
    struct Renamed {
        RowPlace place;
        bool has_name;
    };
    std::map<std::pair<std::string, std::string>, Renamed> places_;
};

} // namespace cg
