// SPDX-License-Identifier: GPL-2.0-or-later
// The profiles that a command line names, read and made one.
#pragma once

#include "options.hpp"

#include "model/profile.hpp"
#include "report/report.hpp"

#include <string>
#include <vector>

namespace cg::annotate {

struct Inputs {
    Profile profile;         // the sum or the difference of all, under new names
    std::vector<Count> base; // the first one's totals, by the events of profile
    std::vector<DataFile> data;
    std::vector<std::string> user_files;                  // operands that are source files
    std::vector<std::vector<std::string>> original_files; // by NameId; empty: as they are
    std::vector<std::string> dropped;                     // what --salvage could not read, and why
};

Inputs read_inputs(const Options& options, const std::vector<std::string>& operands);

} // namespace cg::annotate
