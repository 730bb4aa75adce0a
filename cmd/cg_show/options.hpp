// SPDX-License-Identifier: GPL-2.0-or-later
// The command line of cg_show.
#pragma once

#include "algebra/condition.hpp"
#include "algebra/derive.hpp"
#include "binary/binary_file.hpp"
#include "cli/option.hpp"
#include "format/parts.hpp"
#include "load/parallel.hpp"
#include "load/source_files.hpp"
#include "render/renderers.hpp"
#include "rewrite/pattern.hpp"
#include "rewrite/substitution.hpp"

#include <optional>
#include <string>
#include <vector>

namespace cg::show {

// The argument of --min-of: EVENT=COUNT or EVENT=PERCENT%.
struct MinOf {
    std::string event;
    long double number;
    bool is_percentage;
};

// Rows of data instead of code.
enum class DataBy { none, object, field };

struct Options {
    std::string as; // empty: by the output file's suffix
    std::string output = "-";
    std::string files_from; // empty: none
    std::string label;      // a file with a label in each line; empty: names of files
    bool salvage = false;
    PartSelection parts;
    bool each_part = false;                               // is a profile of its own
    double noise = 0;                                     // percent
    std::vector<Substitution> mod_filename, mod_funcname; // applied in order
    std::vector<Derivation> derive;
    std::vector<std::string> show; // events; empty: all
    std::string sort;
    std::vector<MinOf> min_of;
    std::optional<By> by;
    render::TreeOf tree_of = render::TreeOf::paths;
    DataBy data_by = DataBy::none;
    bool by_library = false;
    std::vector<Pattern> objects; // of data, to show; empty: all
    bool inclusive = false;
    std::vector<Pattern> functions;   // to show by instruction; empty: all
    std::string struct_name;          // laid beside the fields of data objects; empty: none
    std::optional<std::size_t> top;   // 0: all
    std::optional<std::size_t> depth; // 0: all
    std::optional<double> min;
    unsigned reference = 1; // counted from 1
    bool changed = false;
    std::vector<Condition> fail_if;
    std::optional<unsigned> width;
    bool full_names = false;
    std::string color = "auto";
    bool formulas = true; // in CSV
    bool source = true;
    SourceSearch sources;
    std::string source_a, source_b; // directories of the sources of two profiles; empty: none
    bool inlines = false;
    bool by_chain = false; // of inlined functions
    binary::SearchPath binaries;
    std::string root = "."; // of the repository
    unsigned jobs = default_jobs();
    std::string words; // to write for a shell's completion instead; empty: none
};

// The option table; its setters fill options, which must outlive it.
cli::Command command(Options& options);

} // namespace cg::show
