// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy with cache use, with the memory that the tool gives it, and the short cuts
// that the tool's generated code takes, spelt out in C++.
#pragma once

#include "sim/cache_use.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cg::sim {

class UsedMachine {
  public:
    UsedMachine(const Geometry& code, const Geometry& data, const Geometry& last)
        : code_(CodeCache::storage_bytes(code, LevelOneUse::beside_bytes(code)) / sizeof(Word) + 1),
          data_(DataCache::storage_bytes(data, LevelOneUse::beside_bytes(data)) / sizeof(Word) + 1),
          last_(SharedCache::storage_bytes(last, true) / sizeof(Word) + 1),
          code_loads_(LevelOneUse::loads_bytes(code) / sizeof(Word)),
          data_loads_(LevelOneUse::loads_bytes(data) / sizeof(Word)) {
        caches_->code.init(code, code_.data(), LevelOneUse::beside_bytes(code));
        caches_->data.init(data, data_.data());
        caches_->last.init(last, last_.data());
        use_.code.init(code, caches_->code.beside_stamps(), code_loads_.data());
        use_.data.init(data, caches_->data.beside_stamps(), data_loads_.data());
        const uint32_t level_1_lines = use_.code.ways() + use_.data.ways();
        last_use_.resize(LastLevelUse::storage_bytes(last, level_1_lines) / sizeof(Word) + 1);
        use_.last.init(last, level_1_lines, last_use_.data());
    }

    UsedHierarchy& use() { return use_; }

    // As generated code does it if `is_inline`: no call when the lines are there.
    void fetch(Word address, Word size, const Owner& owner, bool is_inline) {
        CodeLine& first = line(address);
        CodeLine& last = line(address + size - 1);
        const Word now = tick();
        if (is_inline && (first.absent | last.absent) == 0) {
            *first.stamp = now;
            *last.stamp = &last == &first ? now : now + 1;
        } else {
            use_.fetch(*caches_, first, last, address, size, now, [&] { return owner; });
        }
        const auto offset = static_cast<unsigned>(address) & (use_.code.line_bytes() - 1);
        const unsigned below = use_.code.line_bytes() - offset;
        if (&first == &last) {
            use_.add_code(*caches_, first, offset, static_cast<unsigned>(size), 1);
            return;
        }
        use_.add_code(*caches_, first, offset, below, 1);
        use_.add_code(*caches_, last, 0, static_cast<unsigned>(size) - below, 1);
    }

    void reference(Word address, Word size, const Owner& owner, bool is_inline) {
        const unsigned bytes = use_.data.line_bytes();
        const Word offset =
            (address >> caches_->data.line_shift() << DataCache::slot_shift) & DataCache::slot_mask;
        DataCache::Slot& slot = caches_->data.slots[offset >> DataCache::slot_shift];
        const Word now = tick();
        if (!is_inline || bytes > 64 || address + size - 1 - slot.line >= bytes) {
            use_.reference<0>(*caches_, address, size, now, [&] { return owner; });
            return;
        }
        *slot.stamp = now;
        auto* const stamp = reinterpret_cast<char*>(slot.stamp);
        *reinterpret_cast<uint64_t*>(stamp + use_.data.count_distance()) += 1;
        *reinterpret_cast<uint64_t*>(stamp + use_.data.mask_distance()) |=
            LineMask::lowest(static_cast<unsigned>(size)) << (address & (bytes - 1));
    }

  private:
    CodeLine& line(Word address) {
        const Word block = caches_->code.block_of(address);
        if (block == 0)
            return caches_->code.origin();
        return lines_.try_emplace(block, caches_->code.make_line(block)).first->second;
    }

    Word tick() { return now_ += 2; }

    std::vector<Word> code_, data_, last_, code_loads_, data_loads_, last_use_; // zeroed
    std::unique_ptr<Hierarchy> caches_ = std::make_unique<Hierarchy>();
    UsedHierarchy use_;
    std::unordered_map<Word, CodeLine> lines_;
    Word now_ = 2;
};

} // namespace cg::sim
