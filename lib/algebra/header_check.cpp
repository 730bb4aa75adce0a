// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/header_check.hpp"

#include "error/error.hpp"
#include "model/difference.hpp"
#include "model/known_event.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <span>
#include <string_view>
#include <utility>

namespace cg {
namespace {

// A setting of the tool that desc: lines state.
struct Setting {
    std::string_view others;               // "1 profile is of OTHERS than FIRST"
    std::array<std::string_view, 5> lines; // the beginnings of its lines; empty: no more
    // Whether a profile without such lines has the tool's default. Else it fits all others: it was
    // made by hand, or by a tool that does not say.
    bool has_default;
};
constexpr Setting settings[] = {
    {"other caches", {"I1 cache:", "D1 cache:", "LL cache:", "D1@", "LL@"}, false},
    {"other options of the tool", {"Options:"}, true},
    {"other settings of --reproducible", {"Reproducible:"}, true},
    {"another machine", {"Machine:"}, false},
};
constexpr const Setting& caches = settings[0];

// Returns the lines of a setting, such as `I1 cache:         32768 B, 64 B, 8-way associative`.
std::vector<std::string> lines_of(const Header& header, const Setting& setting) {
    auto found =
        header.desc | std::views::filter([&](std::string_view desc) {
            return std::ranges::any_of(setting.lines, [&](std::string_view begin) {
                return !begin.empty() && desc.starts_with(begin) && desc.size() > begin.size();
            });
        });
    return {found.begin(), found.end()};
}

// Returns true unless the caches matter to none of the events, by their names. An unknown event may
// be computed from misses.
bool has_misses(const Header& header) {
    return std::ranges::any_of(header.events.names(), [](const std::string& event) {
        const KnownEvent* const known = known_event(event);
        return known == nullptr || known->depends_on_caches();
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

HeaderCheck::HeaderCheck(Use use) : use_(use), others_(std::size(settings)) {
}

void HeaderCheck::compare(const std::string& file, const Header& header) {
    if (first_file_.empty()) {
        first_file_ = file;
        first_ = header;
    }
    for (std::size_t i = 0; i < std::size(settings); ++i) {
        const Setting& setting = settings[i];
        const auto own = lines_of(first_, setting);
        const auto other = lines_of(header, setting);
        // A difference of two profiles has no settings: it says which they were.
        const bool is_known = setting.has_default
                                  ? !says_difference(first_) && !says_difference(header)
                                  : !own.empty() && !other.empty();
        if (!is_known || own == other)
            continue;
        if (&setting == &caches && use_ == Use::comparison &&
            !(has_misses(first_) && has_misses(header)))
            continue;
        if (others_[i].count++ == 0)
            others_[i].difference = first_difference(other, own);
    }
    if (header.cmd != first_.cmd && !says_difference(first_) && !says_difference(header))
        ++other_commands_;
    const auto other = lines_of(header, caches);
    if (use_ != Use::sum || other.empty() || !has_misses(header))
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
    for (std::size_t i = 0; i < std::size(settings); ++i)
        if (others_[i].count > 0)
            notes.push_back(count_of(others_[i].count) + " of " + std::string(settings[i].others) +
                            " than " + first_file_ + " (" + others_[i].difference + ")");
    if (other_commands_ > 0 && use_ != Use::comparison)
        notes.push_back(count_of(other_commands_) + " of other commands than " + first_file_ +
                        "; the result has its cmd: line");
    return notes;
}

std::vector<std::string> notes_on_settings(std::span<const std::string> paths,
                                           std::span<const Profile> profiles) {
    HeaderCheck check(HeaderCheck::Use::comparison);
    for (std::size_t i = 0; i < profiles.size(); ++i)
        check.compare(input_for_message(paths[i]), profiles[i].header);
    return check.notes();
}

} // namespace cg
