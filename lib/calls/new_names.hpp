// SPDX-License-Identifier: GPL-2.0-or-later
// New names of functions by those of their rows: for calls, where rows were given other names.
#pragma once

#include "calls/sum.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace cg {

class NewNamesOfCalls {
  public:
    // Rows of this function of this file have these names now.
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
