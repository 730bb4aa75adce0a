// SPDX-License-Identifier: GPL-2.0-or-later
// A second implementation of cache use, as a textbook would have it: each line is an object, which
// is charged to its owner by its destructor. Slow and obvious; what sim/ is compared with.
#pragma once

#include "sim/hierarchy.hpp"

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

namespace cg::sim::naive {

// AcCost and SpLoss of one level.
struct Charge {
    int level;
    uint64_t access_cost, spatial_loss;
};

struct Line;

// The owner of a load, which is charged when the line leaves.
class Loader {
  public:
    virtual void charge(const Charge& charge) = 0;
    virtual void leave(const Line& /*line*/) {}

  protected:
    ~Loader() = default;
};

struct Line {
    int level;
    uint64_t block;
    Loader* loader; // null: the cache began with it
    std::vector<bool> used;
    uint64_t uses = 0;
    std::shared_ptr<Line> below; // level 1: the line that it was loaded from
    uint64_t offset = 0;         // in that line

    Line(int in_level, uint64_t of_block, Loader* by, uint64_t bytes)
        : level(in_level), block(of_block), loader(by), used(bytes, false) {}
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    ~Line() {
        if (loader != nullptr) {
            const auto unused = std::count(used.begin(), used.end(), false);
            loader->charge(
                {level, 1000 / std::max<uint64_t>(uses, 1), static_cast<uint64_t>(unused)});
            loader->leave(*this);
        }
        if (below == nullptr)
            return;
        below->uses += uses;
        for (uint64_t i = 0; i < used.size(); ++i) {
            if (used[i])
                below->used[offset + i] = true;
        }
    }
};

// A set is a list of lines, most recently used first.
class LineCache {
  public:
    LineCache(const Geometry& g, int level) : level_(level), bytes_(g.line_size), sets_(g.sets()) {
        for (auto& set : sets_) {
            for (uint32_t i = 0; i < g.associativity; ++i)
                set.push_back(std::make_shared<Line>(level, 0, nullptr, bytes_));
        }
    }

    uint64_t line_bytes() const { return bytes_; }

    // The line of the address, which is the most recent one then.
    std::shared_ptr<Line> touch(uint64_t address, Loader* loader, bool& missed) {
        const uint64_t block = address / bytes_;
        auto& set = sets_[block % sets_.size()];
        const auto found = std::find_if(set.begin(), set.end(),
                                        [block](const auto& line) { return line->block == block; });
        missed = found == set.end();
        if (missed) {
            set.pop_back();
            set.push_front(std::make_shared<Line>(level_, block, loader, bytes_));
        } else {
            set.splice(set.begin(), set, found);
        }
        return set.front();
    }

    void clear() { sets_.clear(); }

  private:
    int level_;
    uint64_t bytes_;
    std::vector<std::list<std::shared_ptr<Line>>> sets_;
};

class UsedCaches {
  public:
    UsedCaches(const Geometry& code, const Geometry& data, const Geometry& last)
        : code_(code, 1), data_(data, 1), last_(last, 2) {}

    void fetch(uint64_t address, uint64_t size, Loader& loader) {
        reference_in(code_, address, size, loader);
    }
    Misses reference(uint64_t address, uint64_t size, Loader& loader) {
        return reference_in(data_, address, size, loader);
    }

    // Level 1 first, since its lines add to those of the last level.
    void settle() {
        code_.clear();
        data_.clear();
        last_.clear();
    }

  private:
    Misses reference_in(LineCache& level_1, uint64_t address, uint64_t size, Loader& loader) {
        const uint64_t bytes = level_1.line_bytes();
        std::vector<std::shared_ptr<Line>> loaded;
        std::vector<uint64_t> loaded_at;
        for (uint64_t at = address / bytes; at <= (address + size - 1) / bytes; ++at) {
            bool missed = false;
            const auto line = level_1.touch(at * bytes, &loader, missed);
            ++line->uses;
            for (uint64_t i = 0; i < bytes; ++i) {
                if (address <= at * bytes + i && at * bytes + i < address + size)
                    line->used[i] = true;
            }
            if (missed) {
                loaded.push_back(line);
                loaded_at.push_back(at * bytes);
            }
        }
        if (loaded.empty())
            return {false, false};
        Misses misses = {true, false};
        // A miss refers to the last level with all its bytes.
        const uint64_t last_bytes = last_.line_bytes();
        for (uint64_t at = address / last_bytes; at <= (address + size - 1) / last_bytes; ++at) {
            bool missed = false;
            const auto line = last_.touch(at * last_bytes, &loader, missed);
            misses.last_level |= missed;
            for (size_t i = 0; i < loaded.size(); ++i) {
                if (loaded_at[i] / last_bytes != at)
                    continue;
                loaded[i]->below = line;
                loaded[i]->offset = loaded_at[i] % last_bytes;
            }
        }
        return misses;
    }

    LineCache code_, data_, last_;
};

} // namespace cg::sim::naive
