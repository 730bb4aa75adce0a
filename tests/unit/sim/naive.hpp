// SPDX-License-Identifier: GPL-2.0-or-later
// A second implementation of the simulators, as the textbook has it: lists in
// order of use, plain arrays. Slow and obvious; what sim/ is compared with.
#pragma once

#include "sim/geometry.hpp"

#include <algorithm>
#include <cstdint>
#include <list>
#include <vector>

namespace cg::sim::naive {

// A set is a list of blocks, most recently used first. All tags start as
// block 0.
class Cache {
  public:
    explicit Cache(const Geometry& g)
        : line_(g.line_size), sets_(g.sets(), std::list<uint64_t>(g.associativity, 0)) {}

    // True if a line of [address, address + size) was missing; touches all.
    bool reference(uint64_t address, uint64_t size) {
        bool miss = false;
        for (uint64_t block = address / line_; block <= (address + size - 1) / line_; ++block)
            miss |= touch(block);
        return miss;
    }
    // The block that was replaced last. It may be block 0, which all ways begin with, in a set that
    // is not its own.
    uint64_t replaced() const { return replaced_; }

  private:
    bool touch(uint64_t block) {
        std::list<uint64_t>& set = sets_[block % sets_.size()];
        const auto found = std::find(set.begin(), set.end(), block);
        const bool miss = found == set.end();
        if (miss) {
            replaced_ = set.back();
            set.pop_back();
        } else {
            set.erase(found);
        }
        set.push_front(block);
        return miss;
    }

    uint64_t line_;
    std::vector<std::list<uint64_t>> sets_;
    uint64_t replaced_ = 0;
};

// 16,384 counters from 0 to 3, taken from 2 up; the history in the high bits.
class ConditionalPredictor {
  public:
    // True if mispredicted.
    bool branch(uint64_t address, bool taken) {
        int& counter = counters_[history_ * 128 + address % 128];
        const bool miss = (counter >= 2) != taken;
        counter = std::clamp(counter + (taken ? 1 : -1), 0, 3);
        history_ = (history_ * 2 + (taken ? 1 : 0)) % 128;
        return miss;
    }

  private:
    std::vector<int> counters_ = std::vector<int>(16384, 0);
    uint64_t history_ = 0;
};

class IndirectPredictor {
  public:
    bool jump(uint64_t address, uint64_t target) {
        uint64_t& last = targets_[address % 512];
        const bool miss = last != target;
        last = target;
        return miss;
    }

  private:
    std::vector<uint64_t> targets_ = std::vector<uint64_t>(512, 0);
};

} // namespace cg::sim::naive
