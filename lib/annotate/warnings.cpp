// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"

namespace cg {
namespace {

void write_rule(std::string& out) {
    out.append(79, '@');
    out += '\n';
}

void write_opening(std::string& out) {
    write_rule(out);
    for (int i = 0; i < 7; ++i)
        out += "@@ WARNING ";
    out += "@@\n";
    write_rule(out);
}

} // namespace

void write_newer_warning(std::string& out, std::span<const std::string> sources,
                         const std::string& data_file) {
    write_opening(out);
    out += "@ Original source files are all newer than data file '" + data_file + "':\n";
    for (const std::string& source : sources)
        out += "@ - " + source + '\n';
    out += "@ Annotations may not be correct.\n";
    write_rule(out);
    out += '\n';
}

void write_past_end_warning(std::string& out, std::string_view source) {
    write_opening(out);
    out += "@@ Information recorded about lines past the end of '";
    out += source;
    out += "'.\n";
    write_rule(out);
    out += '\n';
}

} // namespace cg
