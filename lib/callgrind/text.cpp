// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/text.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <charconv>

namespace cg {
namespace {

constexpr std::size_t max_digits = 20;  // of a 64-bit number, with its sign
constexpr std::size_t enough = 1 << 18; // bytes, for one call of the sink

} // namespace

void CallgrindText::add(std::string_view text) {
    if (bytes_.size() > enough)
        flush();
    bytes_.append({text.data(), text.size()});
}

void CallgrindText::add(std::uint64_t number) {
    char* const at = bytes_.extend(max_digits);
    bytes_.truncate(
        static_cast<std::size_t>(std::to_chars(at, at + max_digits, number).ptr - bytes_.data()));
}

void CallgrindText::add(Count number) {
    char* const at = bytes_.extend(max_digits);
    bytes_.truncate(
        static_cast<std::size_t>(std::to_chars(at, at + max_digits, number).ptr - bytes_.data()));
}

void CallgrindText::add_counts(std::span<const Count> counts) {
    for (const Count count : counts) {
        add(" ");
        add(count);
    }
    add("\n");
}

void CallgrindText::add_counts_without_trailing_zeros(std::span<const Count> counts) {
    while (!counts.empty() && counts.back() == 0)
        counts = counts.first(counts.size() - 1);
    add_counts(counts);
}

void CallgrindText::add_line(std::string_view name) {
    if (name.find('\n') != name.npos)
        throw Error("no profile can hold " + in_quotes(name) + ", which has a newline");
    add(name);
    add("\n");
}

void CallgrindText::add_name(std::string_view key, Numbers& numbers, std::string_view name) {
    const auto [known, is_new] = numbers.try_emplace(name, numbers.size() + 1);
    add(key);
    add("(");
    add(known->second);
    add(")");
    if (is_new) {
        add(" ");
        add_line(name);
    } else {
        add("\n");
    }
}

void CallgrindText::flush() {
    sink_({bytes_.data(), bytes_.size()});
    bytes_.truncate(0);
}

} // namespace cg
