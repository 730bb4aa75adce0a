// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/names.hpp"

#include "error/error.hpp"
#include "model/called_functions.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace cg {
namespace {

std::string_view without_leading_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
    return text;
}

std::string undefined(std::uint64_t number, const char* what) {
    return std::string("no ") + what + " has the number " + std::to_string(number) + " yet";
}

constexpr const char* remedy = "it is unknown";

} // namespace

template <typename Meaning>
Meaning CompressedNames::numbered(const Table<Meaning>& table, const char* at, std::uint64_t number,
                                  const char* what) {
    if (const auto meaning = table.find(number))
        return *meaning;
    throw ParseError{at, undefined(number, what)};
}

// For the lines of the tree (names.hpp).
template NameId CompressedNames::numbered(const Table<NameId>&, const char*, std::uint64_t,
                                          const char*);
template FunctionDefinition* CompressedNames::numbered(const Table<FunctionDefinition*>&,
                                                       const char*, std::uint64_t, const char*);

void CompressedNames::note_undefined(const char* at, std::uint64_t number, const char* what) const {
    oddities_.note(
        Oddity::name_number, at, [&] { return undefined(number, what); },
        [] { return std::string(remedy); });
}

NameId CompressedNames::named(std::string_view name) {
    if (!is_exact_)
        name = without_leading_blanks(name);
    return intern(name.empty() ? unknown_name : name);
}

template <typename Meaning>
std::optional<CompressedNames::Ref>
CompressedNames::parse(const Table<Meaning>& table, std::string_view ref, const char* what) const {
    const char* const end = ref.data() + ref.size();
    std::uint64_t number = 0;
    // Most references are a number alone; 18 digits fit in 64 bits.
    if (ref.size() > 2 && ref.size() <= 20 && ref[0] == '(' && ref.back() == ')') {
        const char* at = ref.data() + 1;
        for (; is_digit(*at); ++at)
            number = number * 10 + static_cast<std::uint64_t>(*at - '0');
        if (at == end - 1)
            return Ref{true, false, number, {}};
    }
    const std::string_view text = is_exact_ ? ref : without_leading_blanks(ref);
    if (text.size() < 2 || text[0] != '(' || !is_digit(text[1]))
        return Ref{false, false, 0, ref};
    const bool is_hexadecimal =
        text.size() > 3 && text[1] == '0' && (text[2] == 'x' || text[2] == 'X');
    const auto [next, error] = std::from_chars(text.data() + (is_hexadecimal ? 3 : 1), end, number,
                                               is_hexadecimal ? 16 : 10);
    if (error != std::errc() || next == end || *next != ')') {
        oddities_.note(
            Oddity::name_number, text.data(),
            [&] { return std::string("expected the number of a ") + what + ", as in \"(7)\""; },
            [] { return std::string(remedy); });
        return std::nullopt;
    }
    std::string_view rest(next + 1, static_cast<std::size_t>(end - next - 1));
    if (rest.empty() || (without_leading_blanks(rest).empty() && table.find(number)))
        return Ref{true, false, number, {}};
    if (rest[0] == ' ')
        rest.remove_prefix(1);
    return Ref{true, true, number, rest}; // in our files it may begin with a space itself
}

NameId CompressedNames::find(Table<NameId>& table, std::string_view ref, const char* what) {
    const auto parsed = parse(table, ref, what);
    if (!parsed)
        return intern(unknown_name);
    if (!parsed->has_number)
        return named(parsed->name);
    if (!parsed->defines) {
        if (const auto known = table.find(parsed->number))
            return *known;
        if (&table != &objects_)
            note_undefined(ref.data(), parsed->number, what);
        return intern(unknown_name);
    }
    const NameId defined = named(parsed->name);
    table.set(parsed->number, defined); // concatenated profiles begin anew
    return defined;
}

FunctionRef CompressedNames::function(std::string_view ref) {
    const auto found = parse(functions_, ref, "function");
    if (!found)
        return {intern(unknown_name)};
    const Ref& parsed = *found;
    if (!parsed.has_number)
        return {named(parsed.name)};
    if (!parsed.defines) {
        if (const auto known = functions_.find(parsed.number))
            return {(*known)->name, *known};
        note_undefined(ref.data(), parsed.number, "function");
        return {intern(unknown_name)};
    }
    FunctionDefinition definition{named(parsed.name)};
    if (announced_ && announced_->number == parsed.number) {
        definition.root_at = announced_->name ? nullptr : announced_->at;
        definition.name = announced_->name.value_or(definition.name);
    }
    announced_.reset();
    const auto known = functions_.find(parsed.number);
    if (known && (*known)->name == definition.name)
        return {definition.name, *known, true};
    FunctionDefinition& added = definitions_.emplace_back(definition);
    functions_.set(parsed.number, &added);
    return {added.name, &added, true};
}

void CompressedNames::announce_own_name(std::string_view text) {
    const auto parsed = parse(functions_, text, "function");
    announced_.reset();
    if (parsed && parsed->has_number)
        announced_ = {parsed->number,
                      parsed->defines ? std::optional(intern(parsed->name)) : std::nullopt,
                      text.data()};
}

namespace {

bool is_unknown(std::string_view name) {
    return name.empty() || name == unknown_name;
}

// Returns the name without the part that makes it distinct.
std::string plain_name(std::string_view name, std::string_view object) {
    if (is_address(name) || is_unknown(name))
        return (is_unknown(name) ? std::string(unknown_name) : std::string(name)) + " in " +
               (is_unknown(object) ? "no-object"
                                   : without_blanks(object.substr(object.rfind('/') + 1)));
    std::string text = without_blanks(name);
    return text.empty() ? "(blank)" : text;
}

} // namespace

std::vector<std::string> written_names(const CalledFunctions& functions) {
    std::vector<std::string> names;
    names.reserve(functions.size());
    for (FunctionId f = 0; f < functions.size(); ++f)
        names.push_back(plain_name(functions.name(f), functions.object(f)));
    return distinct_names(functions, std::move(names), root_names);
}

} // namespace cg
