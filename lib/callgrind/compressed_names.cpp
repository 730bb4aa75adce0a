// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/compressed_names.hpp"

#include "error/parse_error.hpp"

#include <charconv>
#include <string>

namespace cg {

NamePair CompressedNames::numbered(const Table& table, const char* at, std::uint64_t number,
                                   const char* what) {
    const std::uint32_t found = table.index.find({number});
    if (found == FlatIndex<Number>::none)
        throw ParseError{at, std::string("no ") + what + " has the number " +
                                 std::to_string(number) + " yet"};
    return table.names[found];
}

NamePair CompressedNames::find(Table& table, std::string_view ref, const char* what,
                               CalledFunctions& calls) {
    const char* const end = ref.data() + ref.size();
    std::uint64_t number = 0;
    if (ref.size() < 2 || ref[0] != '(' || ref[1] < '0' || ref[1] > '9')
        return intern(ref, calls);
    const auto [next, error] = std::from_chars(ref.data() + 1, end, number);
    if (error != std::errc() || next == end || *next != ')')
        throw ParseError{ref.data(),
                         std::string("expected the number of a ") + what + ", as in \"(7)\""};
    const auto rest = ref.substr(static_cast<std::size_t>(next + 1 - ref.data()));
    const bool is_blank = rest.find_first_not_of(" \t\r") == rest.npos;
    const bool is_known = table.index.find({number}) != FlatIndex<Number>::none;
    if (is_blank && (is_known || rest.empty()))
        return numbered(table, ref.data(), number, what);
    if (rest[0] != ' ')
        throw ParseError{rest.data(), "expected a space before the name"};
    const NamePair named = intern(rest.substr(1), calls); // it may begin with a space itself
    const auto found = table.index.insert({number}, table.names.size());
    if (found.is_new)
        table.names.push_back(named);
    else
        table.names[found.number] = named; // concatenated profiles begin anew
    return named;
}

} // namespace cg
