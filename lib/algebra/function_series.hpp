// SPDX-License-Identifier: GPL-2.0-or-later
// Gives each function one name in several profiles.
#pragma once

#include "model/called_functions.hpp"
#include "model/fwd.hpp"

#include <string>
#include <vector>

namespace cg {

// For tables and trends, which compare several profiles by the names of their functions: a name is
// of one function in all of them, and a function has one name (match_functions()).
class FunctionSeries {
  public:
    // Returns the profile, which must have calls, with the names of this series. Names that
    // functions got before stay.
    Profile add(Profile profile);

  private:
    CalledFunctions known_;          // of the profiles that were added
    std::vector<std::string> names_; // of these
};

} // namespace cg
