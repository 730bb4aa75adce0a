// SPDX-License-Identifier: GPL-2.0-or-later
// Writes a JSON document piece by piece, because a tree of values would need ten times the memory
// of the profile.
#pragma once

#include "text/escaping.hpp"
#include "text/writer.hpp"

#include <concepts>
#include <ranges>
#include <string_view>

namespace cg {

// Writes the commas. The caller closes each object and array that it opens, and gives each member
// of an object a key.
class JsonWriter {
  public:
    explicit JsonWriter(Writer& out) : out_(out) {}

    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_array() { return close(']'); }
    // The name must not need escapes.
    JsonWriter& key(std::string_view name) {
        separate();
        out_ << '"' << name << "\":";
        needs_comma_ = false;
        return *this;
    }

    JsonWriter& number(std::integral auto number) {
        separate();
        out_ << number;
        return *this;
    }
    JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonWriter& null() { return raw("null"); }
    JsonWriter& string(std::string_view bytes) {
        separate();
        write_json_string(out_, bytes);
        return *this;
    }
    // Writes a string that keeps bytes that are not UTF-8; see write_json_bytes().
    JsonWriter& bytes(std::string_view bytes) {
        separate();
        write_json_bytes(out_, bytes);
        return *this;
    }
    // Writes text that is JSON already.
    JsonWriter& raw(std::string_view json) {
        separate();
        out_ << json;
        return *this;
    }
    // Writes numbers as elements of the array that was begun. A profile has millions of them: this
    // keeps the comma's state in a register, which saves a twentieth of the time of a report.
    JsonWriter& elements(std::ranges::input_range auto&& numbers) {
        bool needs_comma = needs_comma_;
        for (const std::integral auto each : numbers) {
            if (needs_comma)
                out_ << ',';
            out_ << each;
            needs_comma = true;
        }
        needs_comma_ = needs_comma;
        return *this;
    }
    JsonWriter& numbers(std::ranges::input_range auto&& numbers) {
        return begin_array().elements(numbers).end_array();
    }
    // Writes an array: calls write(each), which must write one element, for all of the range.
    template <std::ranges::input_range Range, typename Write>
    JsonWriter& array(Range&& range, Write write) {
        begin_array();
        for (auto&& each : range)
            write(each);
        return end_array();
    }

    // Begins a new line before the next element, with this number of blanks.
    JsonWriter& new_line(std::size_t indent = 0) {
        if (needs_comma_)
            out_ << ',';
        needs_comma_ = false;
        out_ << '\n';
        for (; indent > 0; --indent)
            out_ << ' ';
        return *this;
    }
    // Begins a new line, but not before the first element.
    JsonWriter& new_row() { return needs_comma_ ? new_line() : *this; }

  private:
    void separate() {
        if (needs_comma_)
            out_ << ',';
        needs_comma_ = true;
    }
    JsonWriter& open(char bracket) {
        separate();
        out_ << bracket;
        needs_comma_ = false;
        return *this;
    }
    JsonWriter& close(char bracket) {
        out_ << bracket;
        needs_comma_ = true;
        return *this;
    }

    Writer& out_;
    bool needs_comma_ = false; // before the next element
};

} // namespace cg
