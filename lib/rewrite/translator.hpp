// SPDX-License-Identifier: GPL-2.0-or-later
// The reader of Python's expressions and writer of Boost's. Private to this room: others call
// translate().
#pragma once

#include "rewrite/expression_writer.hpp"
#include "rewrite/translate.hpp"

#include <vector>

namespace cg {

enum class GroupKind { pattern, ordinary, look_around, condition };

// A group whose parenthesis is open, or the whole pattern.
struct OpenGroup {
    GroupKind kind;
    std::size_t offset;      // of the parenthesis, in the text
    std::size_t output;      // where its translation begins
    std::size_t body;        // and what is in it
    SyntaxFlags outer_flags; // hold again after it
    std::size_t branches = 1;
};

// A group may be referred to before it comes.
struct Reference {
    std::size_t group;
    std::size_t offset;
};

class Translator {
  public:
    Translator(std::string_view text, Range pattern, SyntaxFlags flags, Unit unit)
        : reader_(text, pattern), unit_(unit), flags_(flags) {
        groups_.push_back({GroupKind::pattern, pattern.begin, 0, 0, flags});
    }
    BoostExpression operator()() &&;

  private:
    void read_item();
    void read_escape(std::size_t begin);
    void read_quantifier(char32_t first, std::size_t begin);
    void read_group(std::size_t begin);
    void read_extension(std::size_t begin);
    void read_condition(std::size_t begin);
    void read_flags(std::size_t begin);
    void read_recursion();

    void open_group(GroupKind kind, std::size_t begin, std::wstring_view opening);
    void open_named_group(char end, std::size_t begin);
    void begin_branch(std::size_t begin);
    void close_group(std::size_t begin);
    void write_literal(char32_t c);
    void write_class(char32_t letter);
    void write_word_boundary(bool negated);
    void write_back_reference(std::size_t group, std::size_t begin);
    std::size_t group_named(std::string_view name, std::size_t begin) const;

    PatternReader reader_;
    Unit unit_;
    SyntaxFlags flags_;
    ExpressionWriter writer_;
    BoostExpression result_;
    std::vector<OpenGroup> groups_;
    std::vector<Reference> references_;
};

} // namespace cg
