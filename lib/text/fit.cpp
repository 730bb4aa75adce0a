// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/fit.hpp"

#include "text/destination.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace cg {
namespace {

constexpr std::string_view mark = "…";

class Fitted {
  public:
    Fitted(Sink sink, std::size_t width) : sink_(std::move(sink)), width_(width) {}

    void operator()(std::string_view bytes) {
        out_.clear();
        for (const char c : bytes)
            take(c);
        sink_(out_);
    }

  private:
    // Keeps back the character of the last column until the next one: if that is visible, the line
    // is too long, and the mark replaces both. Blanks may be cut off without a mark.
    void take_visible(char c, bool is_blank) {
        if (column_ < width_) {
            out_ += c;
        } else if (column_ == width_) {
            held_ = c;
        } else if (!is_blank && !is_cut_) {
            held_.clear();
            out_.append(mark).append(std::exchange(held_colours_, {}));
            is_cut_ = true;
        }
    }

    void take(char c) {
        const auto byte = static_cast<unsigned char>(c);
        std::string& colours = held_.empty() ? out_ : held_colours_;
        if (in_escape_) {
            colours += c;
            in_escape_ = (byte < '@' || byte > '~') || c == '[';
        } else if (c == '\x1b') {
            colours += c;
            in_escape_ = true;
        } else if (c == '\n') {
            out_ += std::exchange(held_, {}) + std::exchange(held_colours_, {});
            out_ += c;
            column_ = 0;
            is_cut_ = false;
        } else if ((byte & 0xc0) == 0x80) { // continues a character
            if (!held_.empty())
                held_ += c;
            else if (column_ < width_)
                out_ += c;
        } else {
            column_ = c == '\t' ? column_ / 8 * 8 + 8 : column_ + 1;
            take_visible(c, c == ' ' || c == '\t');
        }
    }

    Sink sink_;
    std::size_t width_;
    std::size_t column_ = 0; // of the line so far; may be larger than width_
    bool in_escape_ = false;
    bool is_cut_ = false;
    std::string held_;         // the character in the last column
    std::string held_colours_; // escape sequences after it
    std::string out_;
};

} // namespace

Sink fitted(Sink sink, std::size_t width) {
    return Fitted(std::move(sink), width);
}

std::string fit_path(std::string_view path, std::size_t used, std::size_t width) {
    if (width == 0)
        return std::string(path);
    const std::size_t left = std::max<std::size_t>(width, used + 1) - used;
    return fit(text_for(Destination::page, path), left, Cut::beginning);
}

} // namespace cg
