// SPDX-License-Identifier: GPL-2.0-or-later
// Writes a Boost expression piece by piece. Private to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cg {

class ExpressionWriter {
  public:
    // What was written last, which a quantifier would apply to.
    enum class Last { nothing, atom, look_around, quantified };

    Last last() const { return last_; }
    std::size_t size() const { return text_.size(); }

    // Writes a character, a set or a back reference, which a quantifier may follow.
    void write_atom(std::wstring_view atom);
    // Writes an assertion, which no quantifier may follow.
    void write_assertion(std::wstring_view assertion);
    // Repeats the atom or look-around that was written last, as a group if `grouped`.
    void write_quantifier(std::wstring_view quantifier, bool grouped);
    // Writes the beginning of a group, or of another branch of the group.
    void write_opening(std::wstring_view opening);
    // Closes the group that was opened when size() was `begin`.
    void write_closing(std::size_t begin, Last kind);

    std::wstring finish() && { return std::move(text_); }

  private:
    std::wstring text_;
    Last last_ = Last::nothing;
    std::size_t last_begin_ = 0; // of the atom or look-around
};

} // namespace cg
