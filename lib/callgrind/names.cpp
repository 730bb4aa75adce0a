// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/names.hpp"

#include "calls/distinct_names.hpp"
#include "error/error.hpp"
#include "model/called_functions.hpp"
#include "text/scan.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

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

void CompressedNames::begin_profile() {
    names_ = {};
    objects_.meanings = {};
    files_.meanings = {};
    functions_.meanings = {};
    definitions_.clear();
}

std::optional<NameId> CompressedNames::known(NameNumbers& numbers, std::uint64_t number) {
    std::optional<NameId> meaning = numbers.meanings.find(number);
    if (meaning || !keeps_definitions_)
        return meaning;
    if (const auto text = numbers.texts.find(number)) {
        meaning = named(*text);
        numbers.meanings.set(number, *meaning);
    }
    return meaning;
}

std::optional<FunctionDefinition*> CompressedNames::known(FunctionNumbers& numbers,
                                                          std::uint64_t number) {
    std::optional<FunctionDefinition*> meaning = numbers.meanings.find(number);
    if (meaning || !keeps_definitions_)
        return meaning;
    if (const auto text = numbers.texts.find(number)) {
        meaning = &definitions_.emplace_back(definition_of(*text));
        numbers.meanings.set(number, *meaning);
    }
    return meaning;
}

template <typename Meaning, typename Text>
Meaning CompressedNames::numbered(Numbers<Meaning, Text>& numbers, const char* at,
                                  std::uint64_t number, const char* what) {
    if (const auto meaning = known(numbers, number))
        return *meaning;
    throw ParseError{at, undefined(number, what)};
}

// For the lines of the tree (names.hpp).
template NameId CompressedNames::numbered(NameNumbers&, const char*, std::uint64_t, const char*);
template FunctionDefinition* CompressedNames::numbered(FunctionNumbers&, const char*, std::uint64_t,
                                                       const char*);

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

template <typename Meaning, typename Text>
std::optional<CompressedNames::Ref> CompressedNames::parse(const Numbers<Meaning, Text>& numbers,
                                                           std::string_view ref,
                                                           const char* what) const {
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
    if (rest.empty() || (without_leading_blanks(rest).empty() && numbers.knows(number)))
        return Ref{true, false, number, {}};
    if (rest[0] == ' ')
        rest.remove_prefix(1);
    return Ref{true, true, number, rest}; // in our files it may begin with a space itself
}

NameId CompressedNames::find(NameNumbers& numbers, std::string_view ref, const char* what) {
    const auto parsed = parse(numbers, ref, what);
    if (!parsed)
        return intern(unknown_name);
    if (!parsed->has_number)
        return named(parsed->name);
    if (!parsed->defines) {
        if (const auto name = known(numbers, parsed->number))
            return *name;
        if (&numbers != &objects_)
            note_undefined(ref.data(), parsed->number, what);
        return intern(unknown_name);
    }
    const NameId defined = named(parsed->name);
    numbers.meanings.set(parsed->number, defined); // concatenated profiles begin anew
    if (keeps_definitions_)
        numbers.texts.set(parsed->number, parsed->name);
    return defined;
}

void CompressedNames::define(NameNumbers& numbers, std::string_view ref, const char* what) {
    const auto parsed = parse(numbers, ref, what);
    if (!parsed || !parsed->defines)
        return;
    numbers.meanings.erase(parsed->number);
    numbers.texts.set(parsed->number, parsed->name);
}

void CompressedNames::define_function(std::string_view ref) {
    const auto parsed = parse(functions_, ref, "function");
    if (!parsed || !parsed->defines)
        return;
    functions_.meanings.erase(parsed->number);
    functions_.texts.set(parsed->number, {parsed->name, take_own_name(parsed->number)});
}

// Returns the own name that was announced for the next definition, if it is that of this number.
std::optional<CompressedNames::OwnName> CompressedNames::take_own_name(std::uint64_t number) {
    std::optional<OwnName> own = std::exchange(announced_, std::nullopt);
    return own && own->number == number ? own : std::nullopt;
}

FunctionDefinition CompressedNames::definition_of(const FunctionText& text) {
    const bool has_own = text.own && text.own->name;
    FunctionDefinition definition{has_own ? intern(*text.own->name) : named(text.name)};
    if (text.own && !has_own)
        definition.root_at = text.own->at;
    return definition;
}

FunctionRef CompressedNames::function(std::string_view ref) {
    const auto found = parse(functions_, ref, "function");
    if (!found)
        return {intern(unknown_name)};
    const Ref& parsed = *found;
    if (!parsed.has_number)
        return {named(parsed.name)};
    if (!parsed.defines) {
        if (const auto definition = known(functions_, parsed.number))
            return {(*definition)->name, *definition};
        note_undefined(ref.data(), parsed.number, "function");
        return {intern(unknown_name)};
    }
    const FunctionText text{parsed.name, take_own_name(parsed.number)};
    if (keeps_definitions_)
        functions_.texts.set(parsed.number, text);
    const FunctionDefinition definition = definition_of(text);
    const auto before = functions_.meanings.find(parsed.number);
    if (before && (*before)->name == definition.name)
        return {definition.name, *before, true};
    FunctionDefinition& added = definitions_.emplace_back(definition);
    functions_.meanings.set(parsed.number, &added);
    return {added.name, &added, true};
}

void CompressedNames::announce_own_name(std::string_view text) {
    const auto parsed = parse(functions_, text, "function");
    announced_.reset();
    if (parsed && parsed->has_number)
        announced_ = {parsed->number, parsed->defines ? std::optional(parsed->name) : std::nullopt,
                      text.data()};
}

namespace {

// Returns the name without the part that makes it distinct.
std::string plain_name(std::string_view name, std::string_view object) {
    if (is_address(name) || is_unknown(name))
        return (is_unknown(name) ? std::string(unknown_name) : std::string(name)) + " in " +
               (is_unknown(object) ? "no-object" : without_blanks(last_part(object)));
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
