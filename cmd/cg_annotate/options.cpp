// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.hpp"

#include "load/estimated_cycles.hpp"

namespace cg::annotate {

cli::Command command(Options& options) {
    auto& search = options.sources;
    const auto search_options =
        cli::source_options(search.include_dirs, cli::append_parsed(search.prefixes));
    return {
        "cg_annotate",
        "FILE... [SOURCE-FILE...]",
        "Shows where a program's events happened: by file, by function and by source line.",
        {{"Profiles",
          {{"diff", 0, "", "show the difference of two files: the second minus the first",
            cli::set_true(options.diff)},
           {"diff-lines", 0, "",
            "as --diff, and match the lines of source files that differ between the two versions "
            "(see --mod-filename)",
            cli::set_true(options.diff_lines)},
           cli::mod_filename_option(cli::append_parsed(options.mod_filename)),
           cli::mod_funcname_option(cli::append_parsed(options.mod_funcname)),
           cli::salvage_option(options.salvage),
           cli::part_option(options.parts),
           cli::thread_option(options.parts),
           cli::jobs_option(options.jobs)}},
         {"Events",
          {{"show", 0, "A,B,C", "show these events, in this order [all]",
            cli::set_events(options.show)},
           cli::cycles_option(add_cycles_to(options.derive)),
           cli::cycles_of_option(add_cycles_to(options.derive)),
           {"sort", 0, "A,B,C",
            "sort by these events [all]; A:1,B:1 shows functions that hold 1 % of A or of B",
            cli::set_events(options.sort)},
           {"threshold", 0, "X",
            "show functions that hold at least X percent of the first event of --sort [0.1]",
            cli::set_percentage(options.threshold)},
           {.name = "show-percs",
            .argument = "[yes|no]",
            .help = "write percentages after the counts [yes]",
            .set = cli::set_yes_no(options.show_percs),
            .can_be_negated = true},
           {"percent-of", 0, "total|base",
            "in a diff, 100 % is the difference of the totals, or the first file's total "
            "[total; base if the profile has counts of a base]",
            cli::set_meaning(options.percent_of_base, std::vector{false, true})}}},
         {"Calls",
          {{"inclusive", 0, "[yes|no]",
            "show what functions cost with all that they call, instead of their own cost [no]",
            cli::set_yes_no(options.report.inclusive), true},
           {"tree", 0, "none|caller|calling|both",
            "show for each function its callers, the functions that it calls, or both [none]",
            cli::set_choice(options.tree)}}},
         {"Data",
          {{"objects", 0, "",
            "show objects of data, too, the largest misses first, with the lines that miss on each",
            cli::set_true(options.report.objects)}}},
         {"Sources",
          {{.name = "annotate",
            .argument = "[yes|no]",
            .help = "show annotated sources [yes]",
            .set = cli::set_yes_no(options.report.annotate),
            .can_be_negated = true},
           {.name = "auto",
            .argument = "yes|no",
            .help = "the old name of --annotate",
            .set = cli::set_yes_no(options.report.annotate),
            .is_hidden = true},
           {"asm", 0, "", "show the instructions of each line, with their counts and jumps",
            cli::set_true(options.instructions)},
           {"context", 0, "N", "show N lines before and after each line with counts [8]",
            cli::set_number(options.context, 0, cli::no_limit)},
           search_options[0],
           search_options[1]}},
         cli::binary_options(options.inlines, options.binaries.debug_directory,
                             options.binaries.debuginfod),
         {"Output",
          {cli::output_option(options.output),
           {"color", 0, "[auto|always|never]",
            "colour high counts and, in a diff, increases and decreases [auto]",
            cli::set_colour(options.colour)},
           {.name = "fit",
            .argument = "[yes|no]",
            .help = "fit lines into the terminal's width: cut them, and leave out events [yes]",
            .set = cli::set_yes_no(options.fit),
            .can_be_negated = true},
           {.name = "pager",
            .argument = "[yes|no]",
            .help = "on a terminal, show the report in a pager: CGTOOLS_PAGER, PAGER or less [yes]",
            .set = cli::set_yes_no(options.pager),
            .can_be_negated = true}}}},
        {"diff", "mod-filename", "mod-funcname", "show", "sort", "threshold", "show-percs",
         "no-show-percs", "annotate", "no-annotate", "auto", "context"},
        {{"the report of a profile", "cg_annotate cachegrind.out"},
         {"what changed between two versions, line by line",
          "cg_annotate --diff-lines --mod-filename='s/v[0-9]/vN/' v1.out v2.out"}},
        {"show", "sort", "threshold", "annotate", "context", "include", "source-prefix",
         "inclusive", "tree", "diff"},
    };
}

std::string invocation(int argc, char* const* argv) {
    std::string line;
    for (int i = 0; i < argc; ++i) {
        if (i > 0)
            line += ' ';
        for (const char* byte = argv[i]; *byte != '\0'; ++byte)
            if (*byte == '\n') // the report needs it in one line
                line += "\\n";
            else
                line += *byte;
    }
    return line;
}

} // namespace cg::annotate
