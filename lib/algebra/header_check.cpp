// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/header_check.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <ranges>

namespace cg {
namespace {

// Returns the desc: lines of caches, such as `I1 cache:         32768 B, 64 B, 8-way associative`.
std::vector<std::string> caches(const Header& header) {
    auto found = header.desc | std::views::filter([](std::string_view desc) {
                     return desc.size() > 9 && desc.compare(2, 7, " cache:") == 0;
                 });
    return {found.begin(), found.end()};
}

// Returns true unless the caches matter to none of the events, by their names. An unknown event may
// be computed from misses.
bool has_misses(const Header& header) {
    constexpr std::string_view independent[] = {
        "Ir", "Dr", "Dw", "Bc", "Bcm", "Bi", "Bim", "Ge", "sysCount", "sysTime", "sysCpuTime"};
    return std::ranges::any_of(header.events.names(), [&](const std::string& event) {
        return std::ranges::find(independent, event) == std::end(independent);
    });
}

// Returns "ONE and OTHER": the first lines that differ.
std::string first_difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const auto [in_a, in_b] = std::ranges::mismatch(a, b);
    return (in_a == a.end() ? "none" : in_quotes(*in_a)) + " and " +
           (in_b == b.end() ? "none" : in_quotes(*in_b));
}

std::string count_of(std::size_t n) {
    return std::to_string(n) + (n == 1 ? " profile is" : " profiles are");
}

} // namespace

HeaderCheck::HeaderCheck(std::string file, const Header& first, bool force)
    : first_file_(std::move(file)), first_(first), force_(force) {
    compare(first_file_, first);
}

void HeaderCheck::compare(const std::string& file, const Header& header) {
    const auto own = caches(first_);
    const auto other = caches(header);
    // A profile made by hand may have no such lines: it fits all others.
    if (!own.empty() && !other.empty() && own != other)
        ++other_caches_;
    if (header.cmd != first_.cmd)
        ++other_commands_;
    if (force_ || other.empty() || !has_misses(header))
        return;
    if (file_with_misses_.empty()) {
        file_with_misses_ = file;
        caches_with_misses_ = other;
    } else if (other != caches_with_misses_) {
        throw Error(file, "the caches differ from those of " + file_with_misses_ + " (" +
                              first_difference(other, caches_with_misses_) +
                              "), so their misses do not add up; --force merges all the same");
    }
}

std::vector<std::string> HeaderCheck::notes() const {
    std::vector<std::string> notes;
    if (other_caches_ > 0)
        notes.push_back(count_of(other_caches_) + " of other caches than " + first_file_);
    if (other_commands_ > 0)
        notes.push_back(count_of(other_commands_) + " of other commands than " + first_file_ +
                        "; the result has its cmd: line");
    return notes;
}

} // namespace cg
