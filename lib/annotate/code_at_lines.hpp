// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions in the report: those of each line of a source, and those of functions whose source
// is not shown. Private to this module.
#pragma once

#include "annotate/report.hpp"
#include "annotate/sections.hpp"
#include "view/function_code.hpp"
#include "view/ranking.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

class CodeAtLines {
  public:
    // Of functions that reach the threshold. The arguments must outlive it. Throws
    // std::overflow_error.
    CodeAtLines(const CodeRanges& ranges, const ReportColumns& columns, Disassembler& disassembler);

    // Returns the rows below the lines of a file, by line, with arcs for the jumps between them.
    // The object must outlive them.
    RowsBelowLines of_file(std::string_view file) const;

    // Writes the instructions of all other files, by function, the one with the highest counts
    // first.
    void write_others(std::string& out, const std::set<std::string_view>& files,
                      const ReportOptions& options, const Sink& sink) const;

  private:
    struct ListedFunction {
        std::string name, object;
        FunctionCode code;
    };
    struct RowAtLine { // a row of a function's code
        Line line;
        std::size_t function;
        std::uint32_t row;
    };
    // The cost in a line of the functions below the threshold.
    struct Rest {
        std::vector<Count> counts;
        std::set<const FunctionRanges*> functions;
    };
    void add_rest(const FunctionRanges& function);
    void write_function(std::string& out, const ListedFunction& function,
                        const std::set<std::string_view>& files,
                        const ReportOptions& options) const;

    const CodeRanges& ranges_;
    const ReportColumns& columns_;
    CodeOfFunctions all_;
    std::vector<ListedFunction> functions_;                  // significant ones, the greatest first
    std::map<NameId, std::vector<RowAtLine>> rows_of_files_; // by file; by line
    std::map<NameId, std::map<Line, Rest>> rest_;            // by file
};

} // namespace cg
