// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/compressed_names.hpp"

#include "error/parse_error.hpp"
#include "text/line.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace cg {

std::optional<NameId> CompressedNames::Table::find_other(std::uint64_t number) const {
    const auto found = others_.find(number);
    return found == others_.end() ? std::nullopt : std::optional(found->second);
}

void CompressedNames::Table::set(std::uint64_t number, NameId name) {
    constexpr std::size_t gap = 1024; // so that a few bytes need no large array
    if (number < dense_.size() + gap) {
        dense_.resize(std::max<std::size_t>(dense_.size(), number + 1), no_name);
        dense_[number] = name;
    } else {
        others_.insert_or_assign(number, name);
    }
}

NameId CompressedNames::numbered(const Table& table, const char* at, std::uint64_t number,
                                 const char* what) {
    if (const auto name = table.find(number))
        return *name;
    throw ParseError{at, std::string("no ") + what + " has the number " + std::to_string(number) +
                             " yet"};
}

NameId CompressedNames::find(Table& table, std::string_view ref, const char* what) {
    const char* const end = ref.data() + ref.size();
    std::uint64_t number = 0;
    // Most references are a number alone; 18 digits fit in 64 bits.
    if (ref.size() > 2 && ref.size() <= 20 && ref[0] == '(' && ref.back() == ')') {
        const char* at = ref.data() + 1;
        for (; is_digit(*at); ++at)
            number = number * 10 + static_cast<std::uint64_t>(*at - '0');
        if (at == end - 1)
            return numbered(table, ref.data(), number, what);
    }
    if (ref.size() < 2 || ref[0] != '(' || ref[1] < '0' || ref[1] > '9')
        return intern(ref);
    const auto [next, error] = std::from_chars(ref.data() + 1, end, number);
    if (error != std::errc() || next == end || *next != ')')
        throw ParseError{ref.data(),
                         std::string("expected the number of a ") + what + ", as in \"(7)\""};
    const auto rest = ref.substr(static_cast<std::size_t>(next + 1 - ref.data()));
    const bool is_blank = rest.find_first_not_of(" \t\r") == rest.npos;
    if (is_blank && (rest.empty() || table.find(number)))
        return numbered(table, ref.data(), number, what);
    if (rest[0] != ' ')
        throw ParseError{rest.data(), "expected a space before the name"};
    const NameId named = intern(rest.substr(1)); // it may begin with a space itself
    table.set(number, named);                    // concatenated profiles begin anew
    return named;
}

} // namespace cg
