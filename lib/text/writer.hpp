// SPDX-License-Identifier: GPL-2.0-or-later
// Gathers small pieces of text and hands them to a sink in large ones.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace cg {

// Where the bytes of a report go: a file, a compressor, a string in a test.
using Sink = std::function<void(std::string_view)>;

// Gives the text to the sink and empties it, if there is enough of it for a call.
inline void pass_on_if_large(std::string& text, const Sink& sink) {
    constexpr std::size_t enough = 64 << 10;
    if (text.size() <= enough)
        return;
    sink(text);
    text.clear();
}

// Call flush() at the end: a destructor could not report that the disk is full.
//
// A report of a large program has about ten million pieces, so pieces are copied to an array of
// fixed size. With a std::string instead, JSON took a fifth more time.
class Writer {
  public:
    explicit Writer(Sink sink) : sink_(std::move(sink)), buffer_(new char[piece]) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    Writer& operator<<(std::string_view text) {
        if (text.size() > piece - used_)
            return write_large(text);
        std::ranges::copy(text, buffer_.get() + used_); // memcpy may not be given an empty one
        used_ += text.size();
        return *this;
    }
    Writer& operator<<(const char* text) { return *this << std::string_view(text); }
    Writer& operator<<(char byte) {
        make_room(1);
        buffer_[used_++] = byte;
        return *this;
    }
    template <std::integral Number>
    Writer& operator<<(Number number) {
        make_room(max_digits);
        char* const at = buffer_.get() + used_;
        used_ += static_cast<std::size_t>(std::to_chars(at, at + max_digits, number).ptr - at);
        return *this;
    }

    void flush() {
        if (used_ > 0)
            sink_({buffer_.get(), used_});
        used_ = 0;
    }

  private:
    static constexpr std::size_t piece = std::size_t{1} << 16;
    static constexpr std::size_t max_digits = 20; // of a 64-bit number, with its sign

    void make_room(std::size_t bytes) {
        if (bytes > piece - used_)
            flush();
    }
    [[gnu::noinline]] Writer& write_large(std::string_view text) {
        flush();
        if (text.size() > piece) {
            sink_(text);
            return *this;
        }
        return *this << text;
    }

    Sink sink_;
    std::unique_ptr<char[]> buffer_;
    std::size_t used_ = 0;
};

} // namespace cg
