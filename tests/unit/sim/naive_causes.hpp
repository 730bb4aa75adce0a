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
        : line_(g.line_size),
          sets_(g.sets()),
          lines_(size_t{g.sets()} * g.associativity),
          cache_(g) {
        use(0);
    }

    // The cause of the first line that was missed, and for which reference it had left; touches
    // all. What leaves now does so for `by`.
    Missed reference(uint64_t address, uint64_t size, void* by) {
        Missed first;
        for (uint64_t block = address / line_; block <= (address + size - 1) / line_; ++block) {
            const bool missed = cache_.reference(block * line_, 1);
            const bool is_new = missed && loaded_.insert(block).second;
            const bool in_order = !use(block);
            if (missed && first.cause == Cause::none)
                first = {is_new     ? Cause::cold
                         : in_order ? Cause::capacity
                                    : Cause::conflict,
                         left_for_[block]};
            if (missed && cache_.replaced() % sets_ == block % sets_)
                left_for_[cache_.replaced()] = by;
        }
        return first;
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
    uint64_t sets_;
    size_t lines_;
    Cache cache_;
    std::set<uint64_t> loaded_;
    std::list<uint64_t> order_; // most recently used first
    std::unordered_map<uint64_t, std::list<uint64_t>::iterator> places_;
    std::unordered_map<uint64_t, void*> left_for_; // by block
};

// Both levels. The last one is referenced with the same bytes after a miss in level 1.
class HierarchyWithCauses {
  public:
    HierarchyWithCauses(const Geometry& code, const Geometry& data, const Geometry& last)
        : code_(code), data_(data), last_(last) {}

    Causes fetch(uint64_t address, uint64_t size) { return in(code_, address, size, nullptr); }
    Causes reference(uint64_t address, uint64_t size, void* by = nullptr) {
        return in(data_, address, size, by);
    }
    // For which references the lines had left that were missed last.
    LeftFor left_for() const { return left_for_; }

  private:
    Causes in(CacheWithCauses& cache, uint64_t address, uint64_t size, void* by) {
        const Missed missed = cache.reference(address, size, by);
        if (missed.cause == Cause::none)
            return {};
        const Missed in_last = last_.reference(address, size, by);
        left_for_ = {missed.left_for, in_last.left_for};
        return {missed.cause, in_last.cause};
    }

    CacheWithCauses code_, data_, last_;
    LeftFor left_for_;
};

} // namespace cg::sim::naive
