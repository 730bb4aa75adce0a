// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/translator.hpp"

#include "text/destination.hpp"

#include <algorithm>

namespace cg {

using Last = ExpressionWriter::Last;

void Translator::open_group(GroupKind kind, std::size_t begin, std::wstring_view opening) {
    const std::size_t output = writer_.size();
    writer_.write_opening(opening);
    groups_.push_back({kind, begin, output, writer_.size(), flags_});
}

void Translator::open_named_group(char end, std::size_t begin) {
    const std::string name(reader_.read_until(end));
    const auto is_part_of_name = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return is_letter(byte) || is_digit(byte) || c == '_' || byte >= 0x80;
    };
    if (name.empty() || is_digit(static_cast<unsigned char>(name[0])) ||
        !std::ranges::all_of(name, is_part_of_name))
        reader_.fail_at(begin, in_quotes(name) + " can't be the name of a group");
    if (!result_.group_names.emplace(name, ++result_.group_count).second)
        reader_.fail_at(begin, "there are two groups " + in_quotes(name));
    open_group(GroupKind::ordinary, begin, L"(");
}

void Translator::begin_branch(std::size_t begin) {
    OpenGroup& group = groups_.back();
    if (++group.branches > 2 && group.kind == GroupKind::condition)
        reader_.fail_at(begin, "a condition has at most two branches");
    writer_.write_opening(L"|");
}

void Translator::close_group(std::size_t begin) {
    if (groups_.size() == 1)
        reader_.fail_at(begin, "no parenthesis is open");
    const OpenGroup group = groups_.back();
    groups_.pop_back();
    flags_ = group.outer_flags;
    if (writer_.size() == group.body) // Boost refuses some empty groups
        writer_.write_assertion(L"(?:)");
    writer_.write_closing(group.output,
                          group.kind == GroupKind::ordinary ? Last::atom : Last::look_around);
}

void Translator::read_group(std::size_t begin) {
    if (reader_.accept("?"))
        return read_extension(begin);
    ++result_.group_count;
    open_group(GroupKind::ordinary, begin, L"(");
}

void Translator::read_extension(std::size_t begin) {
    struct Opening {
        const char* text;
        GroupKind kind;
        const wchar_t* translation;
    };
    static constexpr Opening openings[] = {
        {":", GroupKind::ordinary, L"(?:"},      {">", GroupKind::ordinary, L"(?>"},
        {"=", GroupKind::look_around, L"(?="},   {"!", GroupKind::look_around, L"(?!"},
        {"<=", GroupKind::look_around, L"(?<="}, {"<!", GroupKind::look_around, L"(?<!"},
    };
    for (const Opening& opening : openings)
        if (reader_.accept(opening.text))
            return open_group(opening.kind, begin, opening.translation);
    if (reader_.accept("P<") || reader_.accept("<"))
        return open_named_group('>', begin);
    if (reader_.accept("'"))
        return open_named_group('\'', begin);
    if (reader_.accept("P="))
        return write_back_reference(group_named(reader_.read_until(')'), begin), begin);
    if (reader_.accept("#")) {
        reader_.read_until(')');
        return;
    }
    if (reader_.accept("("))
        return read_condition(begin);
    if (reader_.peek() == U'R' || is_digit(reader_.peek()))
        return read_recursion();
    read_flags(begin);
}

void Translator::read_condition(std::size_t begin) {
    const Number number = read_number(reader_, 10, 9);
    const std::size_t group =
        number.digits > 0 ? number.value : group_named(reader_.read_until(')'), begin);
    if (number.digits > 0 && !reader_.accept(")"))
        reader_.fail_at(reader_.offset(), "')' is missing");
    references_.push_back({group, begin});
    open_group(GroupKind::condition, begin, L"(?(" + std::to_wstring(group) + L")");
}

// Reads (?R) and (?0), which match the whole pattern again, or (?1), which matches its first group.
void Translator::read_recursion() {
    const std::size_t begin = reader_.offset();
    const std::size_t group = reader_.accept("R") ? 0 : read_number(reader_, 10, 9).value;
    references_.push_back({group, begin});
    if (!reader_.accept(")"))
        reader_.fail_at(reader_.offset(), "')' is missing");
    writer_.write_atom(L"(?" + std::to_wstring(group) + L")");
}

// Reads (?i-x), which changes flags up to the end of the enclosing group, or (?i-x:...), which is a
// group of its own.
void Translator::read_flags(std::size_t begin) {
    SyntaxFlags flags = flags_;
    bool value = true;
    for (;;) {
        const char32_t c = reader_.next();
        switch (c) {
        case U'i':
            flags.ignore_case = value;
            break;
        case U'x':
            flags.verbose = value;
            break;
        case U'a':
            flags.ascii = value;
            break;
        case U'u':
            flags.ascii = !value;
            break;
        case U'm': // no name holds a newline
        case U's':
            break;
        case U'-':
            value = false;
            break;
        case U':':
            open_group(GroupKind::ordinary, begin, L"(?:");
            flags_ = flags;
            return;
        case U')':
            flags_ = flags;
            return;
        default:
            reader_.fail_at(begin, "no group is known that begins in this way");
        }
    }
}

std::size_t Translator::group_named(std::string_view name, std::size_t begin) const {
    const auto found = result_.group_names.find(name);
    if (found == result_.group_names.end())
        reader_.fail_at(begin, "the pattern has no group " + in_quotes(name) + " before here");
    return found->second;
}

} // namespace cg
