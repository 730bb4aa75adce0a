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
    // Records the new names of a function's rows.
    void note(std::string_view file, std::string_view function, std::string_view new_file,
              std::string_view new_function) {
        functions_.try_emplace({std::string(file), std::string(function)},
                               CalledName{"", std::string(new_file), std::string(new_function)});
    }
    Calls apply(const Calls& calls) const;

  private:
    std::map<std::pair<std::string, std::string>, CalledName> functions_;
};

} // namespace cg
