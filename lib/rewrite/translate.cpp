// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/translate.hpp"

#include "rewrite/translator.hpp"

#include <algorithm>
#include <optional>

namespace cg {

using Last = ExpressionWriter::Last;

BoostExpression Translator::operator()() && {
    while (!reader_.at_end())
        read_item();
    if (groups_.size() > 1)
        reader_.fail_at(groups_.back().offset, "the parenthesis is not closed");
    for (const Reference& reference : references_)
        if (reference.group > result_.group_count)
            reader_.fail_at(reference.offset, "group " + std::to_string(reference.group) +
                                                  " does not exist in the pattern");
    result_.text = std::move(writer_).finish();
    result_.is_ascii = std::ranges::all_of(result_.text, [](wchar_t c) { return c < 0x80; });
    return std::move(result_);
}

void Translator::read_item() {
    const std::size_t begin = reader_.offset();
    const char32_t c = reader_.next();
    if (flags_.verbose && is_blank(c))
        return;
    switch (c) {
    case U'\\':
        return read_escape(begin);
    case U'[':
        return writer_.write_atom(read_set(reader_, unit_, flags_));
    case U'(':
        return read_group(begin);
    case U')':
        return close_group(begin);
    case U'|':
        return begin_branch(begin);
    case U'.':
        return writer_.write_atom(L".");
    case U'^': // no name holds a newline
        return writer_.write_assertion(L"\\A");
    case U'$':
        return writer_.write_assertion(L"\\z");
    case U'*':
    case U'+':
    case U'?':
    case U'{':
        return read_quantifier(c, begin);
    case U'#':
        if (flags_.verbose) {
            while (!reader_.at_end() && reader_.next() != U'\n')
                ;
            return;
        }
        break;
    default:
        break;
    }
    write_literal(c);
}

void Translator::write_literal(char32_t c) {
    writer_.write_atom(literal_expression(c, unit_, flags_));
}

void Translator::write_class(char32_t letter) {
    const bool negated = letter < U'a';
    CharacterSet set(unit_, flags_);
    set.add_escape_class(negated ? letter - U'A' + U'a' : letter);
    writer_.write_atom(set.expression(negated));
}

// Boost's \B does not match at the ends of a name. Python's does, except in an empty name.
void Translator::write_word_boundary(bool negated) {
    if (unit_ == Unit::byte || !flags_.ascii)
        return writer_.write_assertion(negated ? L"(?!\\b|\\A\\z)" : L"\\b");
    CharacterSet word(unit_, flags_);
    word.add_escape_class(U'w');
    const std::wstring w = word.expression();
    const std::wstring boundary = L"(?<=" + w + L")(?!" + w + L")|(?<!" + w + L")(?=" + w + L")";
    writer_.write_assertion(negated ? L"(?!" + boundary + L"|\\A\\z)" : L"(?:" + boundary + L")");
}

// In Boost, a reference to a group that did not match is empty; in Python, it does not match.
void Translator::write_back_reference(std::size_t group, std::size_t begin) {
    references_.push_back({group, begin});
    const std::wstring number = std::to_wstring(group);
    const std::wstring reference = flags_.ignore_case ? L"(?i:\\" + number + L")" : L"\\" + number;
    writer_.write_atom(L"(?(" + number + L")" + reference + L"|(?!))");
}

void Translator::read_escape(std::size_t begin) {
    const char32_t letter = reader_.peek();
    if (std::u32string_view(U"dDhHsSwW").find(letter) != std::u32string_view::npos)
        return write_class(reader_.next());
    if (letter == U'b' || letter == U'B')
        return write_word_boundary(reader_.next() == U'B');
    if (reader_.accept("A"))
        return writer_.write_assertion(L"\\A");
    if (reader_.accept("Z") || reader_.accept("z"))
        return writer_.write_assertion(L"\\z");
    if (reader_.accept("K"))
        return writer_.write_assertion(L"\\K");
    if (reader_.accept("Q")) {
        while (!reader_.at_end() && !reader_.accept("\\E"))
            write_literal(reader_.next());
        return;
    }
    if (reader_.accept("E"))
        return;
    if (reader_.accept("k<"))
        return write_back_reference(group_named(reader_.read_until('>'), begin), begin);
    if (reader_.accept("k{"))
        return write_back_reference(group_named(reader_.read_until('}'), begin), begin);
    if (reader_.accept("g{")) {
        const Number number = read_number(reader_, 10, 9);
        if (number.digits == 0 || !reader_.accept("}"))
            reader_.fail_at(begin, "the number of a group and '}' were expected");
        return write_back_reference(number.value, begin);
    }
    const bool is_octal_number = letter == U'0' || (is_octal(letter) && is_octal(reader_.peek(1)) &&
                                                    is_octal(reader_.peek(2)));
    if (is_octal_number)
        return write_literal(read_octal(reader_, unit_));
    if (is_digit(letter))
        return write_back_reference(read_number(reader_, 10, 2).value, begin);
    if (const auto c = read_character_escape(reader_, unit_))
        return write_literal(*c);
    reader_.fail_at(begin, std::string("unknown escape \\") + static_cast<char>(letter));
}

namespace {

// Reads the counts of {2,5}, or returns nothing if the brace is a literal.
std::optional<std::pair<Number, Number>> read_counts(PatternReader& reader) {
    constexpr std::size_t any = PatternReader::end_of_pattern;
    PatternReader ahead = reader;
    const Number min = read_number(ahead, 10, any);
    const bool has_comma = ahead.accept(",");
    const Number max = has_comma ? read_number(ahead, 10, any) : min;
    if (!ahead.accept("}") || (min.digits == 0 && !has_comma))
        return std::nullopt;
    reader = ahead;
    return std::pair{min, max};
}

} // namespace

void Translator::read_quantifier(char32_t first, std::size_t begin) {
    std::wstring quantifier(1, static_cast<wchar_t>(first));
    bool has_upper_bound = false;
    if (first == U'{') {
        const auto counts = read_counts(reader_);
        if (!counts)
            return write_literal(first);
        const auto& [min, max] = *counts;
        if (min.value == 0xffffffff || max.value == 0xffffffff)
            reader_.fail_at(begin, "the number of repetitions is too large");
        if (max.digits > 0 && max.value < min.value)
            reader_.fail_at(begin, "more repetitions are asked for at least than at most");
        quantifier += std::to_wstring(min.value) + L",";
        has_upper_bound = max.digits > 0;
        if (has_upper_bound)
            quantifier += std::to_wstring(max.value);
        quantifier += L"}";
    }
    if (writer_.last() == Last::nothing)
        reader_.fail_at(begin, "there is nothing to repeat");
    if (writer_.last() == Last::quantified)
        reader_.fail_at(begin, "a repetition can't be repeated");
    const bool is_lazy = reader_.accept("?");
    if (is_lazy)
        quantifier += L'?';
    else if (reader_.accept("+"))
        quantifier += L'+';
    // Boost 1.74 misses matches of x{2,5}? at the beginning of a pattern, but none of (?:x){2,5}?
    writer_.write_quantifier(quantifier, is_lazy && has_upper_bound);
}

BoostExpression translate(std::string_view text, Range pattern, SyntaxFlags flags, Unit unit) {
    return Translator(text, pattern, flags, unit)();
}

} // namespace cg
