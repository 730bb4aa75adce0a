// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/fit.hpp"

#include <string>

namespace cg {
namespace {

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
    void take(char c) {
        const auto byte = static_cast<unsigned char>(c);
        if (in_escape_) {
            out_ += c;
            in_escape_ = (byte < '@' || byte > '~') || c == '[';
        } else if (c == '\x1b') {
            out_ += c;
            in_escape_ = true;
        } else if (c == '\n') {
            out_ += c;
            column_ = 0;
        } else if ((byte & 0xc0) == 0x80) { // goes on with a character
            if (column_ <= width_)
                out_ += c;
        } else {
            column_ = c == '\t' ? column_ / 8 * 8 + 8 : column_ + 1;
            if (column_ <= width_)
                out_ += c;
        }
    }

    Sink sink_;
    std::size_t width_;
    std::size_t column_ = 0; // of the line so far, beyond width_ too
    bool in_escape_ = false;
    std::string out_;
};

} // namespace

Sink fitted(Sink sink, std::size_t width) {
    return Fitted(std::move(sink), width);
}

} // namespace cg
