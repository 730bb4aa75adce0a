// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.hpp"

#include "load/load.hpp"

namespace cg::difference {
cli::Command command(Options& options) {
    options.jobs = default_jobs();
    return {
        "cg_diff",
        "FIRST SECOND",
        "Subtracts profiles: writes SECOND minus FIRST in cachegrind format. Either may be - for "
        "stdin.",
        {{"Names",
          {{"mod-filename", 0, "EXPR",
            "change file names with s/old/new/flags, in Python's syntax (flags g, i, x; "
            "repeatable)",
            cli::append_parsed(options.mod_filename, "mod-filename")},
           {"mod-funcname", 0, "EXPR", "change function names in the same way (repeatable)",
            cli::append_parsed(options.mod_funcname, "mod-funcname")},
           {"match-names", 0, "",
            "match names that differ only in compiler-generated parts (hashes, .constprop.N, "
            "numbers of lambdas), and files of a directory that moved",
            cli::set_true(options.match_names)},
           {"verbose", 'v', "", "list matched names on stderr", cli::set_true(options.verbose)}}},
         {"Result",
          {{"lines", 0, "", "keep lines (without it, each function is one row, at line 0)",
            cli::set_true(options.lines)},
           {"source-a", 0, "DIR",
            "with --lines, match lines by their texts: the sources of FIRST are below DIR",
            cli::set_path(options.source_a, "source-a")},
           {"source-b", 0, "DIR", "the sources of SECOND are below DIR",
            cli::set_path(options.source_b, "source-b")},
           {"changed", 0, "", "omit rows that are 0", cli::set_true(options.changed)},
           {"keep-base", 0, "", "also write FIRST's counts, as events NAME@base",
            cli::set_true(options.keep_base)},
           {"output", 'o', "FILE", "write to FILE instead of stdout (.gz and .zst compress)",
            cli::set_path(options.output, "output")},
           {"jobs", 'j', "N", "use up to N threads",
            cli::set_number(options.jobs, "jobs", 1, 1024)}}},
         {"Gate",
          {{"fail-if", 0, "CONDITION",
            "exit with status 3 if CONDITION holds, for example 'Ir > +1%' or 'function Ir > 5% "
            "and Ir > 10000' (repeatable)",
            cli::append_parsed(options.fail_if, "fail-if")}}}},
        {"mod-filename", "mod-funcname"},
        {{"two versions of a program in two directories",
          "cg_diff --mod-filename='s/v[0-9]/vN/' base new | cg_annotate -"},
         {"fail if the program executes 1 % more instructions",
          "cg_diff --fail-if='Ir > +1%' base new >/dev/null"}},
    };
}

} // namespace cg::difference
