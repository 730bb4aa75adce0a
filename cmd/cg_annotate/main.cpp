// SPDX-License-Identifier: GPL-2.0-or-later
// cg_annotate: shows where a program's events happened.
//
//   cg_annotate cachegrind.out.1234
//   cg_diff a b | cg_annotate -
#include "annotate.hpp"
#include "cli/run.hpp"

int main(int argc, char** argv) {
    cg::annotate::Options options;
    options.invocation = cg::annotate::invocation(argc, argv);
    const cg::cli::Command command = cg::annotate::command(options);
    return cg::cli::run(command, argc, argv, [&](const std::vector<std::string>& operands) {
        return cg::annotate::run(options, command, operands);
    });
}
