// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy with cache use, with the memory that the tool gives it, and the short cuts
// that the tool's generated code takes, spelt out in C++.
#pragma once

#include "hierarchy.hpp"
#include "sim/cache_use.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cg::sim {

template <typename Observer>
class UsedMachineWith {
  public:
    using Owner = typename Observer::Owner;

    UsedMachineWith(const Geometry& code, const Geometry& data, const Geometry& last)
        : code_stamps_(CodeCache::rows_for(code).bytes() / sizeof(Time)),
          data_stamps_(DataCache::stamps_bytes(data) / sizeof(Time)),
          code_(CodeCache::storage_bytes(code) / sizeof(Word) + 1),
          data_(DataCache::storage_bytes(data) / sizeof(Word) + 1),
          last_(LastLevel<true>::storage_bytes(last) / sizeof(Word) + 1) {
        caches_->code.init(code, code_stamps_.data(), code_.data());
        caches_->data.init(data, data_stamps_.data(), data_.data());
        caches_->last.init(last, last_.data());
        start(use_.code, caches_->code, code, code_use_);
        start(use_.data, caches_->data, data, data_use_);
        const uint32_t level_1_lines =
            code.sets() * code.associativity + data.sets() * data.associativity;
        last_use_.resize(decltype(use_.last)::storage_bytes(last, level_1_lines) / sizeof(Word) +
                         1);
        use_.last.init(last, level_1_lines, last_use_.data());
    }

    Observer& use() { return use_; }
    // As generated code does it if `is_inline`: no call when the lines are there.
    void fetch(Word address, Word size, const Owner& owner, bool is_inline) {
        CodeLine& first = line(address);
        CodeLine& last = line(address + size - 1);
        const Time now = next_time();
        if (is_inline && (first.absent | last.absent) == 0) {
            *first.stamp = now;
            *last.stamp = &last == &first ? now : now + tick;
        } else {
            caches_->fetch(first, last, address, size, now, owner);
        }
        const auto offset = static_cast<unsigned>(address) & (use_.code.line_bytes() - 1);
        const unsigned below = use_.code.line_bytes() - offset;
        if (&first == &last) {
            use_.code.add(caches_->code.way_of(first), offset, static_cast<unsigned>(size), 1);
            return;
        }
        use_.code.add(caches_->code.way_of(first), offset, below, 1);
        use_.code.add(caches_->code.way_of(last), 0, static_cast<unsigned>(size) - below, 1);
    }

    Misses reference(Word address, Word size, const Owner& owner, bool is_inline) {
        const unsigned bytes = use_.data.line_bytes();
        Time* const stamp = stamp_in_slot(caches_->data, address, size);
        const Time now = next_time();
        if (!is_inline)
            return caches_->reference(address, size, now, owner);
        if (bytes > 64 || stamp == nullptr)
            return call(address, size, now, owner);
        *stamp = now;
        const Word twice = 2 * reinterpret_cast<Word>(stamp);
        *reinterpret_cast<uint64_t*>(twice + use_.data.count_distance()) += 1;
        *reinterpret_cast<uint64_t*>(twice + use_.data.mask_distance()) |=
            LineMask::lowest(static_cast<unsigned>(size)) << (address & (bytes - 1));
        return {false, false};
    }

  private:
    // Calls the function that generated code calls, which is compiled for common caches.
    Misses call(Word address, Word size, Time now, const Owner& owner) {
        return caches_->with_shape([&]<typename Shape>(Shape) {
            return caches_->template reference<Shape>(address, size, now, owner);
        });
    }

    CodeLine& line(Word address) {
        const Word block = caches_->code.block_of(address);
        if (block == 0)
            return caches_->code.origin();
        return lines_.try_emplace(block, caches_->code.make_line(block)).first->second;
    }

    // The memory of the records of a level, zeroed.
    struct UseMemory {
        std::vector<Word> counts, loads;
    };

    template <typename Cache>
    static void start(typename Observer::Level& use, const Cache& cache, const Geometry& g,
                      UseMemory& memory) {
        if (!Observer::Level::is_own_memory_used(cache.rows(), g.line_size)) {
            memory.counts.resize(Observer::Level::counts_bytes(cache.rows(), g.line_size) /
                                 sizeof(Word));
            memory.loads.resize(Observer::Level::loads_bytes(cache.rows()) / sizeof(Word));
        }
        use.init(cache.rows(), cache.stamps(), g.line_size, memory.counts.data(),
                 memory.loads.data());
    }

    Time next_time() { return now_ += 2 * tick; }

    std::vector<Time> code_stamps_, data_stamps_;     // zeroed
    std::vector<Word> code_, data_, last_, last_use_; // zeroed
    UseMemory code_use_, data_use_;
    std::unique_ptr<Hierarchy<Observer>> caches_ = std::make_unique<Hierarchy<Observer>>();
    Observer& use_ = caches_->observer;
    std::unordered_map<Word, CodeLine> lines_;
    Time now_ = 2 * tick;
};

using UsedMachine = UsedMachineWith<CacheUse>;

} // namespace cg::sim
