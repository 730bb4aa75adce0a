// SPDX-License-Identifier: GPL-2.0-or-later
#include "lines/line_writer.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

namespace cg {

void LineWriter::add_counts(std::span<const Count> counts) {
    for (const Count count : counts)
        *this << ' ' << count;
    *this << '\n';
}

void LineWriter::add_counts_without_trailing_zeros(std::span<const Count> counts) {
    while (!counts.empty() && counts.back() == 0)
        counts = counts.first(counts.size() - 1);
    add_counts(counts);
}

void LineWriter::add_line(std::string_view name) {
    if (name.find('\n') != name.npos)
        throw Error("no profile can hold " + in_quotes(name) + ", which has a newline");
    *this << name << '\n';
}

void LineWriter::add_place(const Names& names, NameId file, NameId function) {
    if (file_ != file) {
        *this << "#fl=";
        add_line(names[file]);
    }
    if (file_ != file || function_ != function) {
        *this << "#fn=";
        add_line(names[function]);
    }
    file_ = file;
    function_ = function;
}

} // namespace cg
