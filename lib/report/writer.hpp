// SPDX-License-Identifier: GPL-2.0-or-later
// Gathers small pieces of text and hands them to a sink in large ones.
#pragma once

#include "report/sink.hpp"

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace cg {

// Nothing is lost in silence only if flush() is called at the end: a destructor could not
// report that the disk is full.
class Writer {
  public:
    explicit Writer(Sink sink) : sink_(std::move(sink)) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    Writer& operator<<(std::string_view text) {
        buffer_.append(text);
        return hand_on();
    }
    Writer& operator<<(const char* text) { return *this << std::string_view(text); }
    Writer& operator<<(char byte) {
        buffer_.push_back(byte);
        return *this;
    }
    template <std::integral Number>
    Writer& operator<<(Number number) {
        char digits[24];
        const char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
    }

    void flush() {
        if (!buffer_.empty())
            sink_(buffer_);
        buffer_.clear();
    }

  private:
    Writer& hand_on() {
        if (buffer_.size() >= piece)
            flush();
        return *this;
    }

    static constexpr std::size_t piece = std::size_t{1} << 16;
    Sink sink_;
    std::string buffer_;
};

} // namespace cg
