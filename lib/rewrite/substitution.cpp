// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/substitution.hpp"

#include "error/error.hpp"
#include "rewrite/pattern.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace cg {
namespace {

struct Parts {
    ExpressionPart pattern;
    ExpressionPart replacement;
    std::string delimiters; // of the replacement
    std::size_t flags;      // offset
};

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Returns the character that ends a part: the closing bracket, or the same delimiter.
char closing(char opening) {
    const std::size_t bracket = std::string_view("([{<").find(opening);
    return bracket == std::string_view::npos ? opening : ")]}>"[bracket];
}

[[noreturn]] void throw_unclosed_part(std::string_view text, char delimiter, const char* part) {
    throw_expression_error(text, text.size() + 1,
                           std::string("the ") + part + " has no closing '" + closing(delimiter) +
                               "'");
}

// Returns the offset of the bracket that closes the part from `begin` on. Brackets nest.
std::size_t end_of_bracketed(std::string_view text, std::size_t begin, char opening,
                             const char* part) {
    std::size_t depth = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i; // the next character is no delimiter
        else if (text[i] == closing(opening) && depth-- == 0)
            return i;
        else if (text[i] == opening)
            ++depth;
    }
    throw_unclosed_part(text, opening, part);
}

char delimiter_at(std::string_view text, std::size_t at) {
    if (at >= text.size())
        throw_expression_error(text, at + 1, "a delimiter is missing");
    const char delimiter = text[at];
    if (is_letter_or_digit(delimiter) || is_blank(delimiter) || delimiter == '\\' ||
        delimiter == '_')
        throw_expression_error(text, at + 1,
                               std::string("'") + delimiter + "' can't be a delimiter");
    return delimiter;
}

// Splits s{old} {new}flags. The parts may have brackets of different kinds.
Parts split_at_brackets(std::string_view text) {
    Parts parts{};
    const char first = text[1];
    parts.pattern = {text, 2, end_of_bracketed(text, 2, first, "pattern")};
    std::size_t next = parts.pattern.end + 1;
    while (next < text.size() && is_blank(text[next]))
        ++next;
    const char second = delimiter_at(text, next++);
    parts.replacement = {text, next, end_of_bracketed(text, next, second, "replacement")};
    parts.delimiters = {second, closing(second)};
    parts.flags = parts.replacement.end + 1;
    return parts;
}

// Splits s/old/new/flags at the last two delimiters, so that the pattern may contain others.
Parts split_at_delimiter(std::string_view text) {
    const char delimiter = text[1];
    std::size_t last = 1, last_but_one = 1;
    for (std::size_t i = 2; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i; // the next character is no delimiter
        } else if (text[i] == delimiter) {
            last_but_one = last;
            last = i;
        }
    }
    if (last_but_one == 1)
        throw_unclosed_part(text, delimiter, last == 1 ? "pattern" : "replacement");
    return {{text, 2, last_but_one}, {text, last_but_one + 1, last}, {delimiter}, last + 1};
}

Parts split(std::string_view text) {
    if (text.empty() || text[0] != 's')
        throw_expression_error(text, 1, "an expression of the form s/old/new/ was expected");
    const char delimiter = delimiter_at(text, 1);
    return closing(delimiter) == delimiter ? split_at_delimiter(text) : split_at_brackets(text);
}

struct Flags {
    SyntaxFlags syntax;
    bool all = false;
};

Flags read_flags(std::string_view text, std::size_t begin) {
    Flags flags;
    for (std::size_t i = begin; i < text.size(); ++i) {
        switch (text[i]) {
        case 'g':
            flags.all = true;
            break;
        case 'i':
            flags.syntax.ignore_case = true;
            break;
        case 'x':
            flags.syntax.verbose = true;
            break;
        default:
            throw_expression_error(
                text, i + 1, std::string("unknown flag '") + text[i] + "'; there are g, i and x");
        }
    }
    return flags;
}

} // namespace

struct Substitution::Compiled {
    Pattern pattern;
    Characters format;
    bool all;
};

Substitution::Substitution(std::string_view text) {
    const Parts parts = split(text);
    const Flags flags = read_flags(text, parts.flags);
    Pattern pattern(parts.pattern, flags.syntax);
    Characters format = translate_replacement(parts.replacement, parts.delimiters,
                                              pattern.group_count(), pattern.group_names());
    compiled_ =
        std::make_shared<Compiled>(Compiled{std::move(pattern), std::move(format), flags.all});
}

const std::string& Substitution::text() const {
    return compiled_->pattern.text();
}

std::string Substitution::operator()(std::string_view name) const {
    std::string result = compiled_->pattern.replaced(name, compiled_->format, compiled_->all);
    if (result.find('\n') != result.npos)
        throw Error(in_quotes(text()) + " puts a newline into the name " + in_quotes(name));
    return result;
}

std::string substitute(std::span<const Substitution> substitutions, std::string_view name) {
    std::string result(name);
    for (const Substitution& substitution : substitutions)
        result = substitution(result);
    return result;
}

std::function<std::string(std::string_view)> name_map(std::span<const Substitution> substitutions) {
    if (substitutions.empty())
        return {};
    return [=](std::string_view name) { return substitute(substitutions, name); };
}

namespace {

struct Rule {
    std::vector<std::string_view> parts; // one of these is in each match
    Substitution substitution;
};

// Looks for the parts before it applies an expression: few names contain one, and the search takes
// a small fraction of the expression's time.
std::string apply_rules(std::span<const Rule> rules, std::string name) {
    for (const auto& [parts, substitution] : rules)
        if (std::ranges::any_of(
                parts, [&](std::string_view part) { return name.find(part) != name.npos; }))
            name = substitution(name);
    return name;
}

} // namespace

std::string without_copy_numbers(std::string_view name) {
    static const std::vector<Rule> rules{
        // GCC and LLVM: a part or a copy of a function
        {{".llvm.", ".constprop.", ".isra.", ".part.", ".lto_priv.", ".cold.", "._omp_fn.",
          ".__uniq.", ".localalias."},
         Substitution(R"(s/\.(llvm|constprop|isra|part|lto_priv|cold|_omp_fn|__uniq|localalias))"
                      R"(\.[0-9]+\b/.$1/g)")},
        // inner.1234: functions in functions of GNAT, GCC and Fortran, closures of Go, LLVM's
        // copies
        {{"."}, Substitution(R"(s/\.[0-9]+(?=[.\]]|$)/.N/g)")},
    };
    return apply_rules(rules, std::string(name));
}

std::string without_generated_numbers(std::string_view name) {
    static const std::vector<Rule> rules{
        // Rust, legacy mangling
        {{"17h"}, Substitution(R"(s/17h[0-9a-f]{16}E/E/g)")},
        // the same, demangled
        {{"::h"}, Substitution(R"(s/::h[0-9a-f]{16}\b//g)")},
        // Rust, v0 mangling: a crate
        {{"Cs"}, Substitution(R"(s/Cs[0-9A-Za-z]{6,12}_(?=[0-9]+[a-z_])/C/g)")},
        // the same, demangled
        {{"["}, Substitution(R"(s/\[[0-9a-f]{8,16}\]//g)")},
        // sources of Rust's own library
        {{"/rustc/"}, Substitution(R"(s{/rustc/[0-9a-f]{40}/}{/rustc/}g)")},
        // serde-0123456789abcdef
        {{"-"}, Substitution(R"(s/-[0-9a-f]{16}\b//g)")},
        {{"{lambda", "{closure"},
         Substitution(R"(s/\{(lambda[^}]*|closure|closure_env)#[0-9]+\}/{$1}/g)")},
        // lambdas by Clang
        {{"$_"}, Substitution(R"(s/\$_[0-9]+/\$_/g)")},
        // the same by LLVM's demangler
        {{"'lambda"}, Substitution(R"(s/'lambda[0-9]*'/'lambda'/g)")},
        // Go
        {{".func", "wrap"}, Substitution(R"(s/\.(func|gowrap|deferwrap)[0-9]+\b/.$1/g)")},
        // OCaml: camlList__map_123, camlList__map_123_456_code
        {{"caml"}, Substitution(R"(s/^(caml[A-Z].*?)(_[0-9]+_[0-9]+_code|_[0-9]+)$/$1/)")},
        // Nim: add__vectors_u123, but not add__vectors_u64
        {{"_u"}, Substitution(R"(s/(\w__\w+_u)(?!(8|16|32|64|128)$)[0-9]+$/$1/)")},
        // Julia: julia_map_123, and julia_#5_123 without a name
        {{"julia_#", "jfptr_#"}, Substitution(R"(s/^(julia|jfptr)_#[0-9]+(#[0-9]+)?/$1_#/)")},
        {{"julia_", "jfptr_", "japi", "jlplt_", "jlsys_"},
         Substitution(R"(s/^((julia|jfptr|japi[0-9]|jlplt|jlsys)_.+)_[0-9]+(\.N)?$/$1/)")},
    };
    return apply_rules(rules, without_copy_numbers(name));
}

std::string without_generated_parts(std::string_view name) {
    static const std::vector<Rule> rules{
        {{"."},
         Substitution(
             R"(s/\.(N|llvm|constprop|isra|part|lto_priv|cold|__uniq|localalias)(?=[.\]]|$)//g)")},
        {{" [clone ]"}, Substitution(R"(s/ \[clone \]//g)")}};
    return apply_rules(rules, without_generated_numbers(name));
}

std::string without_processors(std::string_view name) {
    // The variants of glibc on x86, on arm64 and arm, on s390x and on ppc64le.
    static const std::vector<Rule> rules{
        {{"_sse", "_ssse3", "_avx", "_evex", "_erms", "_fma"},
         Substitution(R"(s/^__(\w+?)_(sse\w*|ssse3\w*|avx\w*|evex\w*|erms|fma4?)$/$1/)")},
        {{"__mem", "__str", "__stp", "__wcs", "__wmem", "__rawmem"},
         Substitution(
             R"(s/^__((?:mem|str|stp|wcs|wmem|rawmem)[a-z]+)_(generic|default|c|asimd|simd|)"
             R"(sve|mte|mops|nosimd|arm|neon|vfp|a64fx|falkor|thunderx2?|kunpeng|emag|)"
             R"(oryon1|zva64|z[0-9]+|vx|ppc|power[0-9]+)$/$1/)")},
        {{"memcpy"}, Substitution(R"(s/^memcpy$/memmove/)")},
    };
    return apply_rules(rules, without_generated_parts(name));
}

} // namespace cg
