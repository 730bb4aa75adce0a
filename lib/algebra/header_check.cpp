// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/header_check.hpp"

#include "error/error.hpp"
#include "text/destination.hpp"

#include <algorithm>

namespace cg {
namespace {

// Returns the desc: lines of caches, such as `I1 cache:         32768 B, 64 B, 8-way associative`.
std::vector<std::string> caches(const Header& header) {
    std::vector<std::string> found;
    for (const std::string& desc : header.desc)
        if (desc.size() > 9 && desc.compare(2, 7, " cache:") == 0)
            found.push_back(desc);
    return found;
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
}

void HeaderCheck::compare(const std::string& file, const Header& header) {
    const auto own = caches(first_);
    const auto other = caches(header);
    // A profile without misses, or made by hand, may have no such lines: it fits all others.
    if (!own.empty() && !other.empty() && own != other) {
        if (!force_)
            throw Error(file, "the caches differ from those of " + first_file_ + " (" +
                                  first_difference(other, own) +
                                  "), so their misses do not add up; --force merges all the same");
        ++other_caches_;
    }
    if (header.cmd != first_.cmd)
        ++other_commands_;
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
