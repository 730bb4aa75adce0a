// SPDX-License-Identifier: GPL-2.0-or-later
// EstCycles, an event that estimates cycles from instructions, misses and mispredictions
// (docs/reading.md has how far it is off).
#pragma once

#include "algebra/derive.hpp"

#include <string>
#include <vector>

namespace cg {

// Adds the event, in place of another estimate, which the default does not replace. `of` is the
// name of a processor, or a file with a formula as --derive has it, without a name; empty: the
// default. A processor's weights are whole numbers, so that the estimate of a sum is the sum of the
// estimates: the unit is the time that an instruction takes at best. Throws UsageError, and Error
// if the file can't be read.
void add_estimated_cycles(std::vector<Derivation>& derivations, const std::string& of);

// Returns the setter of an option (cli/option.hpp) whose argument is `of`.
inline auto add_cycles_to(std::vector<Derivation>& derivations) {
    return [&derivations](const auto&, const std::string& of) {
        add_estimated_cycles(derivations, of);
    };
}

} // namespace cg
