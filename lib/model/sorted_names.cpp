// SPDX-License-Identifier: GPL-2.0-or-later
// Names are compared by eight bytes at a time, which are kept beside the id. Those that are equal
// so far are then sorted by the next eight, until few are left.
#include "model/sorted_names.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

namespace cg {
namespace {

constexpr std::size_t key_size = 8;

struct Item {
    std::uint64_t key; // the bytes at the current depth as a number, with zeros after the name
    NameId name;
};

std::uint64_t key_at(std::string_view name, std::size_t depth) {
    char bytes[key_size] = {};
    if (depth < name.size())
        std::memcpy(bytes, name.data() + depth, std::min(name.size() - depth, key_size));
    const auto key = std::bit_cast<std::uint64_t>(bytes);
    return std::endian::native == std::endian::little ? __builtin_bswap64(key) : key;
}

} // namespace

std::vector<NameId> sorted(const Names& names) {
    std::vector<Item> items(names.size());
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i].name = NameId(i);
    struct Range {
        std::size_t begin, end;
        std::size_t depth; // the length of the beginning that the names have in common
    };
    std::vector<Range> left = {{0, items.size(), 0}}; // not a recursion: names may be megabytes
    while (!left.empty()) {
        const Range range = left.back();
        left.pop_back();
        const std::span some(items.data() + range.begin, range.end - range.begin);
        constexpr std::size_t few = 4;
        // Zeros in a name and those after it are not told apart by keys.
        const auto ends = [&](const Item& item) { return names[item.name].size() < range.depth; };
        if (some.size() <= few || std::ranges::any_of(some, ends)) {
            std::ranges::sort(some, {}, [&](const Item& item) { return names[item.name]; });
            continue;
        }
        for (Item& item : some)
            item.key = key_at(names[item.name], range.depth);
        std::ranges::sort(some, {}, &Item::key);
        for (std::size_t begin = 0; begin < some.size();) {
            std::size_t end = begin + 1;
            while (end < some.size() && some[end].key == some[begin].key)
                ++end;
            if (end - begin > 1)
                left.push_back({range.begin + begin, range.begin + end, range.depth + key_size});
            begin = end;
        }
    }
    std::vector<NameId> order;
    order.reserve(items.size());
    for (const Item& item : items)
        order.push_back(item.name);
    return order;
}

} // namespace cg
