// SPDX-License-Identifier: GPL-2.0-or-later
// Reads the profiles of a command line, and merges or subtracts them.
#pragma once

#include "options.hpp"

#include "algebra/rename.hpp"
#include "annotate/report.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cg::annotate {

struct Inputs {
    Renamed all; // after --mod-filename and --mod-funcname: the sum or the difference of all
    std::vector<Renamed> versions; // with --diff-lines, both
    std::vector<Count> base;       // the first one's totals, by the events of the profile
    std::vector<InputFile> data;
    std::vector<std::string> user_files;   // operands that are source files
    std::vector<std::string> dropped;      // the parts that --salvage could not read, and why
    std::optional<std::string> lost_calls; // a note, if only some profiles have calls
};

Inputs read_inputs(const Options& options, const std::vector<std::string>& operands,
                   const std::function<void(std::size_t done, std::size_t all)>& share);

} // namespace cg::annotate
