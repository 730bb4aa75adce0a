// SPDX-License-Identifier: GPL-2.0-or-later
// Why lines missed, as the definitions have it: a set of the blocks that a cache has loaded, and a
// list in order of use for a fully associative cache of its size. All see each reference.
#pragma once

#include "naive.hpp"
#include "sim/hierarchy.hpp"
#include "sim/miss_causes.hpp"

#include <set>
#include <unordered_map>

namespace cg::sim::naive {

class CacheWithCauses {
  public:
    // The cache begins with block 0.
    explicit CacheWithCauses(const Geometry& g)
        : line_(g.line_size), lines_(g.sets() * g.associativity), cache_(g) {
        use(0);
    }

    // The cause of the first line that was missed; touches all.
    Cause reference(uint64_t address, uint64_t size) {
        Cause cause = Cause::none;
        for (uint64_t block = address / line_; block <= (address + size - 1) / line_; ++block) {
            const bool missed = cache_.reference(block * line_, 1);
            const bool is_new = missed && loaded_.insert(block).second;
            const bool in_order = !use(block);
            if (missed && cause == Cause::none)
                cause = is_new ? Cause::cold : in_order ? Cause::capacity : Cause::conflict;
        }
        return cause;
    }

  private:
    // True if the fully associative cache had the block.
    bool use(uint64_t block) {
        loaded_.insert(0);
        const auto [known, is_new] = places_.try_emplace(block);
        if (!is_new)
            order_.erase(known->second);
        order_.push_front(block);
        known->second = order_.begin();
        if (order_.size() > lines_) {
            places_.erase(order_.back());
            order_.pop_back();
        }
        return !is_new;
    }

    uint64_t line_;
    size_t lines_;
    Cache cache_;
    std::set<uint64_t> loaded_;
    std::list<uint64_t> order_; // most recently used first
    std::unordered_map<uint64_t, std::list<uint64_t>::iterator> places_;
};

// Both levels. The last one is referenced with the same bytes after a miss in level 1.
class HierarchyWithCauses {
  public:
    HierarchyWithCauses(const Geometry& code, const Geometry& data, const Geometry& last)
        : code_(code), data_(data), last_(last) {}

    Causes fetch(uint64_t address, uint64_t size) { return in(code_, address, size); }
    Causes reference(uint64_t address, uint64_t size) { return in(data_, address, size); }

  private:
    Causes in(CacheWithCauses& cache, uint64_t address, uint64_t size) {
        const Cause cause = cache.reference(address, size);
        return {cause, cause == Cause::none ? cause : last_.reference(address, size)};
    }

    CacheWithCauses code_, data_, last_;
};

} // namespace cg::sim::naive
