// SPDX-License-Identifier: GPL-2.0-or-later
// A second implementation of the map of addresses: a list of disjoint intervals of granules, each
// of which belongs to a block or range. Slow and obvious; what data/address_map.hpp is compared
// with.
#pragma once

#include "data/address_map.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

namespace cg::data::naive {

class Map {
  public:
    void begin_block(uint64_t address, uint64_t size, uint32_t object) {
        if (end_live(address, address + std::max<uint64_t>(size, 1)))
            ++over_live;
        put(address, size, object, true);
    }
    // One that has lost its first granule cannot be found.
    bool end_block(uint64_t address) {
        const auto at = first_at(address);
        if (at == parts_.end() || at->first > address)
            return false;
        Extent& e = extents_[at->second.extent];
        if (e.begin != address || !e.is_block || e.is_freed)
            return false;
        end(e);
        return true;
    }
    void add_range(uint64_t begin, uint64_t size, uint32_t object) {
        end_live(begin, begin + size);
        put(begin, size, object, false);
    }
    void clear(uint64_t begin, uint64_t size) {
        end_live(begin, begin + size);
        cut(begin / 16 * 16, (begin + size + 15) / 16 * 16);
    }
    void clear_range_at(uint64_t address) {
        const auto found = first_at(address);
        if (found == parts_.end() || found->first > address)
            return;
        const size_t extent = found->second.extent;
        if (!extents_[extent].is_block)
            std::erase_if(parts_, [&](const auto& part) { return part.second.extent == extent; });
    }
    FoundObject find(uint64_t address) const {
        auto at = parts_.upper_bound(address);
        if (at == parts_.begin())
            return {};
        --at;
        if (address >= at->second.end)
            return {};
        const Extent& e = extents_[at->second.extent];
        if (address < e.begin || address >= e.begin + e.size)
            return {};
        return {e.object, e.is_freed, address - e.begin};
    }

    uint64_t over_live = 0;
    std::map<uint32_t, uint64_t> live; // bytes of blocks, by object

  private:
    struct Extent {
        uint64_t begin, size;
        uint32_t object;
        bool is_block, is_freed;
    };
    struct Part {
        uint64_t end;
        size_t extent;
    };

    void end(Extent& e) {
        e.is_freed = true;
        live[e.object] -= e.size;
    }
    bool end_live(uint64_t begin, uint64_t to) {
        bool any = false;
        for (auto at = first_at(begin / 16 * 16); at != parts_.end() && at->first < to; ++at) {
            Extent& e = extents_[at->second.extent];
            if (!e.is_block || e.is_freed || e.begin >= to || begin >= e.begin + e.size)
                continue;
            any = true;
            end(e);
        }
        return any;
    }
    // The first part that ends after the address.
    std::map<uint64_t, Part>::iterator first_at(uint64_t address) {
        auto at = parts_.upper_bound(address);
        if (at != parts_.begin() && std::prev(at)->second.end > address)
            --at;
        return at;
    }
    void cut(uint64_t begin, uint64_t to) {
        for (auto at = first_at(begin); at != parts_.end() && at->first < to;) {
            const auto [from, part] = *at;
            at = parts_.erase(at);
            if (from < begin)
                parts_[from] = {begin, part.extent};
            if (part.end > to)
                at = std::next(parts_.insert({to, part}).first);
        }
    }
    void put(uint64_t begin, uint64_t size, uint32_t object, bool is_block) {
        const uint64_t from = begin / 16 * 16;
        const uint64_t to = (begin + std::max<uint64_t>(size, 1) + 15) / 16 * 16;
        cut(from, to);
        parts_[from] = {to, extents_.size()};
        extents_.push_back({begin, size, object, is_block, false});
        if (is_block)
            live[object] += size;
    }

    std::map<uint64_t, Part> parts_; // by beginning; disjoint
    std::vector<Extent> extents_;
};

} // namespace cg::data::naive
