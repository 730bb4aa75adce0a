// SPDX-License-Identifier: GPL-2.0-or-later
// cg_show: shows a profile, or converts it for other programs.
#include "cli/run.hpp"
#include "show.hpp"

int main(int argc, char** argv) {
    cg::show::Options options;
    const cg::cli::Command command = cg::show::command_line(options);
    return cg::cli::run(command, argc, argv, [&](const std::vector<std::string>& files) {
        if (files.empty())
            cg::cli::note_terminal_input(command);
        cg::show::show(files, options, command);
        return cg::cli::done;
    });
}
