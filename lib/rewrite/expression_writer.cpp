// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/expression_writer.hpp"

namespace cg {

void ExpressionWriter::write_atom(std::wstring_view atom) {
    last_ = Last::atom;
    last_begin_ = text_.size();
    text_ += atom;
}

void ExpressionWriter::write_assertion(std::wstring_view assertion) {
    last_ = Last::nothing;
    text_ += assertion;
}

void ExpressionWriter::write_quantifier(std::wstring_view quantifier, bool grouped) {
    if (grouped || last_ == Last::look_around) { // Boost repeats look-arounds only in groups
        text_.insert(last_begin_, L"(?:");
        text_ += L')';
    }
    text_ += quantifier;
    last_ = Last::quantified;
}

void ExpressionWriter::write_opening(std::wstring_view opening) {
    last_ = Last::nothing;
    text_ += opening;
}

void ExpressionWriter::write_closing(std::size_t begin, Last kind) {
    last_ = kind;
    last_begin_ = begin;
    text_ += L')';
}

} // namespace cg
