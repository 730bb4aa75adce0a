// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/expansion.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace cg {
namespace {

constexpr std::size_t max_size = std::numeric_limits<std::size_t>::max();

// Like a * b, or the largest number if that is too large for one.
std::size_t saturated_product(std::size_t a, std::size_t b) {
    std::size_t product;
    return __builtin_mul_overflow(a, b, &product) ? max_size : product;
}

// Parses a size in bytes such as "512M": a whole number above 0, and K, M, G, T or nothing for the
// power of 1024. Returns nothing if the text is no such size.
std::optional<std::size_t> parse_size(std::string_view text) {
    constexpr std::string_view units = "KMGT";
    std::size_t unit = 1;
    if (!text.empty())
        if (const std::size_t power = units.find(text.back()); power != units.npos) {
            unit = std::size_t{1} << 10 * (power + 1);
            text.remove_suffix(1);
        }
    const auto number = number_of<std::size_t>(text);
    if (number.value_or(0) == 0)
        return std::nullopt;
    return saturated_product(*number, unit);
}

// Returns the size as "512M": in a unit of which it has less than 10,240, rounded up.
std::string size_text(std::size_t size) {
    constexpr std::string_view units = "KMGT";
    std::string unit;
    constexpr std::size_t too_large = 10 * std::size_t{1024};
    for (std::size_t i = 0; i < units.size() && (size >= too_large || size % 1024 == 0); ++i) {
        size = size / 1024 + (size % 1024 != 0);
        unit = units[i];
    }
    return std::to_string(size) + unit;
}

} // namespace

std::size_t expansion_limit() {
    const char* const variable = std::getenv(expansion_variable);
    const std::string text = variable && *variable ? variable : default_expansion;
    const std::optional<std::size_t> limit = parse_size(text);
    if (!limit)
        throw UsageError(std::string(expansion_variable) + " takes a size like 512M or 4G, not " +
                         in_quotes(text));
    return *limit;
}

std::size_t max_expanded_size(std::size_t input_size) {
    return std::max(expansion_limit(), saturated_product(input_size, 64));
}

void throw_decompresses_too_far(const std::string& source, std::size_t input_size) {
    throw Error(source, "the text is longer than " + size_text(max_expanded_size(input_size)) +
                            " bytes once decompressed; " + expansion_variable + " sets the limit");
}

void TableLimit::check(std::size_t rows, std::size_t events) const {
    const std::size_t size =
        saturated_product(saturated_product(rows, events), sizeof(std::int64_t));
    if (size > max_size_)
        throw Error(source_, std::to_string(rows) + " lines with counts of " +
                                 std::to_string(events) + " events take " + size_text(size) +
                                 " bytes of memory; " + expansion_variable + "=" + size_text(size) +
                                 " allows that");
}

} // namespace cg
