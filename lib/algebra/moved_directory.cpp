// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/moved_directory.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

namespace cg {
namespace {

struct Path {
    std::string_view name;
    bool is_removed; // otherwise added
};

// The number of bytes at the end of both that are the same whole components, without the '/'
// before them.
std::size_t common_end(std::string_view a, std::string_view b) {
    const auto [end_in_a, end_in_b] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    const auto same = static_cast<std::size_t>(end_in_a - a.rbegin());
    const bool is_whole =
        (end_in_a == a.rend() || *end_in_a == '/') && (end_in_b == b.rend() || *end_in_b == '/');
    if (is_whole)
        return same;
    const std::size_t slash = a.find('/', a.size() - same);
    return slash == a.npos ? 0 : a.size() - slash - 1;
}

// Orders paths by their ends, so that those with the same last components are adjacent. For
// this '/' comes before all other bytes: lib/a.c, x/lib/a.c, zlib/a.c.
bool ends_before(const Path& a, const Path& b) {
    const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c) + 1; };
    return std::lexicographical_compare(a.name.rbegin(), a.name.rend(), b.name.rbegin(),
                                        b.name.rend(),
                                        [&](char x, char y) { return rank(x) < rank(y); });
}

// Paths with a common end that are not paired yet. After the group is counted, all its paths are
// removed or all are added, so one path and a count for each are enough.
struct Group {
    std::size_t end = 0; // bytes in common
    std::size_t removed_count = 0;
    std::size_t added_count = 0;
    std::string_view removed; // one of them
    std::string_view added;

    void add(const Group& other) {
        removed_count += other.removed_count;
        added_count += other.added_count;
        if (other.removed_count != 0)
            removed = other.removed;
        if (other.added_count != 0)
            added = other.added;
    }
};

class Votes {
  public:
    // Counts the pair of a complete group, after all its subgroups were counted.
    void count(Group& group) {
        if (group.removed_count == 0 || group.added_count == 0)
            return;
        if (group.removed_count == 1 && group.added_count == 1)
            ++votes_[{group.removed.substr(0, group.removed.size() - group.end),
                      group.added.substr(0, group.added.size() - group.end)}];
        // The paths are now paired or ambiguous. They are not counted for a shorter end again.
        group.removed_count = group.added_count = 0;
    }
    DirectoryMove best() const {
        const auto best = std::ranges::max_element(
            votes_, {}, &std::pair<const DirectoryMove, std::size_t>::second);
        return best == votes_.end() ? DirectoryMove() : best->first;
    }

  private:
    std::map<DirectoryMove, std::size_t> votes_;
};

} // namespace

DirectoryMove likeliest_move(std::span<const std::string_view> removed,
                             std::span<const std::string_view> added) {
    std::vector<Path> paths;
    paths.reserve(removed.size() + added.size());
    for (const std::string_view name : removed)
        paths.push_back({name, true});
    for (const std::string_view name : added)
        paths.push_back({name, false});
    std::ranges::sort(paths, ends_before);

    // Groups form a tree by the ends of their paths, which is walked in postorder. `open` has the
    // groups that contain the current path, from the shortest common end to the longest.
    Votes votes;
    std::vector<Group> open;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto [name, is_removed] = paths[i];
        open.push_back(is_removed ? Group{name.size(), 1, 0, name, {}}
                                  : Group{name.size(), 0, 1, {}, name});
        const std::size_t end = i + 1 < paths.size() ? common_end(name, paths[i + 1].name) : 0;
        while (!open.empty() && open.back().end > end) {
            Group group = open.back();
            open.pop_back();
            votes.count(group);
            if (!open.empty() && open.back().end >= end) {
                open.back().add(group);
            } else if (end != 0) {
                group.end = end;
                open.push_back(group);
            }
        }
    }
    return votes.best();
}

} // namespace cg
