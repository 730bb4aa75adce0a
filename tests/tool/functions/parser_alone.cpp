// SPDX-License-Identifier: GPL-2.0-or-later
// Recursion, exceptions and streams.
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>

class Parser {
  public:
    explicit Parser(std::string text) : text_(std::move(text)) {}
    long sum() {
        long value = product();
        while (peek() == '+')
            ++at_, value += product();
        return value;
    }

  private:
    long product() {
        long value = factor();
        while (peek() == '*')
            ++at_, value = value * factor() % 1000003;
        return value;
    }
    long factor() {
        if (peek() == '(') {
            ++at_;
            const long value = sum();
            if (peek() != ')')
                throw std::runtime_error("expected )");
            ++at_;
            return value;
        }
        long value = 0;
        while (peek() >= '0' && peek() <= '9')
            value = value * 10 + (text_[at_++] - '0');
        return value;
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    std::string text_;
    std::size_t at_ = 0;
};

static std::string nested(int depth) {
    return depth == 0 ? "7" : "(" + nested(depth - 1) + "*3+" + std::to_string(depth) + ")";
}
int main() {
    long sum = 0;
    int errors = 0;
    for (int depth = 0; depth < 40; ++depth)
        try {
            sum += Parser(nested(depth) + (depth % 5 == 0 ? "*(" : "")).sum();
        } catch (const std::runtime_error&) {
            ++errors;
        }
    std::ostringstream out;
    out << sum << ' ' << errors << '\n';
    std::cout << out.str();
}
