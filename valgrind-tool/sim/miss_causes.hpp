// SPDX-License-Identifier: GPL-2.0-or-later
// Why lines missed: an observer of a hierarchy that does what another one does, and beside it asks
// a fully associative cache of the same size.
//
// A System is as in memory/chunks.hpp: map(), unmap().
#pragma once

#include "array.hpp"
#include "block_values.hpp"
#include "geometry.hpp"
#include "stamps.hpp"
#include "word.hpp"

namespace cg::sim {

// In the order of the events.
enum class Cause : uint8_t {
    cold,     // this cache never loaded the line
    capacity, // a fully associative cache of its size that replaces the least recently used line
              // would have missed, too
    conflict, // that cache would have hit
    none,     // no line missed
};
inline constexpr unsigned cause_count = 3;

// The causes of a reference: of the first line that missed at each level.
struct Causes {
    Cause level1 = Cause::none;
    Cause last_level = Cause::none;

    constexpr bool operator==(const Causes&) const = default;
};

constexpr uint32_t power_of_two_from(uint32_t n) {
    uint32_t power = 4;
    while (power < n)
        power *= 2;
    return power;
}

// The blocks that a cache has ever loaded: a bit for each.
template <typename System>
class LoadedBlocks {
  public:
    // Returns true if the block is new. If there is no memory for it, it is not.
    bool add(Word block) {
        constexpr Word bits = 64;
        uint64_t* const loaded = words_.find_or_add(block / bits);
        const uint64_t bit = uint64_t{1} << block % bits;
        if (loaded == nullptr || (*loaded & bit) != 0)
            return false;
        *loaded |= bit;
        return true;
    }
    void clear() { words_.clear(); }

  private:
    BlockValues<System, uint64_t, 8> words_;
};

// Counts the times that are later than one.
class LaterCount {
  public:
    explicit LaterCount(Time time) : time_(time) {}

    [[gnu::always_inline]] void add(const Time* times, uint32_t count) {
        uint32_t i = 0;
        for (; i + 4 <= count; i += 4)
            later_ -= four_at(times, i) > static_cast<int32_t>(time_);
        for (; i < count; ++i)
            rest_ += times[i] > time_ ? 1 : 0;
    }
    uint32_t sum() const {
        return rest_ + static_cast<uint32_t>(later_[0] + later_[1] + later_[2] + later_[3]);
    }

  private:
    using FourCounts [[gnu::vector_size(16)]] = int32_t;

    Time time_;
    FourCounts later_ = {};
    uint32_t rest_ = 0;
};

// The references, as take() was called with them, that had made the missed lines leave, one for
// each level. Null: not known.
struct LeftFor {
    void* level1 = nullptr;
    void* last_level = nullptr;
};

// Why a line missed, and the reference that had made it leave, as its caller called that; null: not
// known.
struct Missed {
    Cause cause = Cause::none;
    void* left_for = nullptr;
};

// Asks a fully associative cache with as many lines as a cache of level 1, if that missed. Hits are
// not told, because they write the stamp of the line: a line is in the fully associative cache if
// fewer lines than it has were used since its own last use. These are those in the cache with a
// later stamp, and those that have left it and were used later.
template <typename System>
class LevelOneCauses {
  public:
    // The stamps are those of the cache. False: out of memory.
    [[nodiscard]] bool reset(const StampRows& rows, Time* stamps) {
        rows_ = rows;
        stamps_ = stamps;
        lines_ = rows.sets * rows.ways;
        left_ = settled_ = 0;
        horizon_ = 0;
        loaded_.clear();
        loaded_.add(0); // the cache begins with it
        const size_t room = 2 * size_t{lines_} + most_in_reference;
        return blocks_.reset(rows.count()) && times_.reset(room) && left_at_.reset(room) &&
               left_blocks_.reset(room) && left_for_.reset(room) && next_.reset(room) &&
               first_.reset(power_of_two_from(2 * lines_)) && ranked_.reset(rows.count() + room);
    }

    // The cache has loaded the block into this way, in place of a line that was last used at
    // `replaced`; 0: there was none.
    [[gnu::noinline]] Missed load(uint32_t way, Word block, Time replaced) {
        const Left before = take_left(block);
        if (replaced > horizon_)
            leave(blocks_[way], replaced, stamps_[way]);
        blocks_[way] = block;
        return {cause_of(block, before.last_use), before.left_for};
    }
    // A reference that loaded one line or two is over. What left did so for `reference`.
    void settle(void* reference) {
        for (; settled_ < left_; ++settled_)
            left_for_[settled_] = reference;
        if (left_ >= 2 * lines_) {
            forget_old();
            settled_ = left_;
        }
    }

    // Replaces all times by small ones in the same order. Returns the time after all of them.
    Time restamp() {
        const uint32_t all = rows_.count() + left_;
        for (uint32_t i = 0; i < all; ++i) {
            const Time time = time_at(i);
            ranked_[i] = time == 0 ? 0 : (1 + all - used_since(time - 1)) * tick;
        }
        horizon_ = horizon_ == 0 ? 0 : (all - used_since(horizon_)) * tick;
        for (uint32_t i = 0; i < left_; ++i)
            left_at_[i] = (all - used_since(left_at_[i])) * tick;
        for (uint32_t i = 0; i < all; ++i)
            time_at(i) = ranked_[i];
        return (all + 1) * tick;
    }

  private:
    static constexpr uint32_t most_in_reference = 2; // lines that it loads
    struct Left {
        Time last_use; // 0: it is not known
        void* left_for;
    };

    Time& time_at(uint32_t i) const {
        return i < rows_.count() ? stamps_[i] : times_[i - rows_.count()];
    }
    // Counts the lines that were used later.
    uint32_t used_since(Time time) const {
        LaterCount later(time);
        for (uint32_t set = 0; set < rows_.sets; ++set)
            later.add(stamps_ + set * rows_.length, rows_.ways);
        // Lines that had left by then were used before.
        constexpr uint32_t step = 32;
        uint32_t first = left_;
        while (first > step && left_at_[first - 1] > time)
            first -= step;
        if (first <= step)
            first = 0;
        later.add(times_.begin() + first, left_ - first);
        return later.sum();
    }

    Cause cause_of(Word block, Time last_use) {
        if (loaded_.add(block))
            return Cause::cold;
        if (last_use <= horizon_)
            return Cause::capacity;
        if (used_since(last_use) > lines_) { // the line itself is one of them
            horizon_ = last_use;
            return Cause::capacity;
        }
        return Cause::conflict;
    }

    uint32_t& first_of(Word block) const {
        return first_[hash_of_block(block) & (first_.size() - 1)];
    }

    void leave(Word block, Time last_use, Time now, void* left_for = nullptr) {
        left_blocks_[left_] = block;
        left_for_[left_] = left_for;
        left_at_[left_] = now;
        times_[left_] = last_use;
        uint32_t& first = first_of(block);
        next_[left_] = first;
        first = ++left_;
    }

    // Returns what is known of the block, and forgets it.
    Left take_left(Word block) {
        for (uint32_t* place = &first_of(block); *place != 0; place = &next_[*place - 1]) {
            const uint32_t i = *place - 1;
            if (left_blocks_[i] != block)
                continue;
            *place = next_[i];
            const Left left = {times_[i], left_for_[i]};
            times_[i] = 0;
            return left;
        }
        return {};
    }

    // Keeps the lines that are in the fully associative cache: those used after the latest time
    // since which as many lines as it has were used. Then there is room, because no two lines were
    // last used at one time.
    [[gnu::noinline]] void forget_old() {
        for (Time step = end_of_time / 2; step >= tick; step /= 2) {
            if (horizon_ + step < end_of_time && used_since(horizon_ + step) >= lines_)
                horizon_ += step;
        }
        const uint32_t before = left_;
        left_ = 0;
        for (uint32_t& first : first_)
            first = 0;
        for (uint32_t i = 0; i < before; ++i) {
            if (times_[i] > horizon_)
                leave(left_blocks_[i], times_[i], left_at_[i], left_for_[i]);
        }
    }

    StampRows rows_;
    Time* stamps_ = nullptr;
    uint32_t lines_ = 0;
    Time horizon_ = 0; // lines that were not used after it are not in the fully associative cache
    LoadedBlocks<System> loaded_;
    Array<System, Word> blocks_; // by way
    // Lines that have left, in that order, and are in the fully associative cache or were when it
    // was last asked. The time of one that has come back is 0.
    Array<System, Time> times_;
    Array<System, Time> left_at_;
    Array<System, Word> left_blocks_;
    Array<System, void*> left_for_;
    uint32_t left_ = 0;
    uint32_t settled_ = 0; // those before it have left for a reference that is known
    // Their places + 1 by the hash of the block: the first one, and the next one of each.
    Array<System, uint32_t> first_, next_;
    Array<System, Time> ranked_;
};

// A fully associative cache with as many lines as the last level, which is told each reference.
// Uses of lines have numbers in their order, and each block that of its last use. A line is in the
// cache if it was not used before the least recently used one. Which that is after a line has left
// is found by a bit for each use that is the last one of its line.
template <typename System>
class LastLevelCauses {
  public:
    // False: out of memory.
    [[nodiscard]] bool reset(const Geometry& g) {
        capacity_ = g.sets() * g.associativity;
        lines_ = 0;
        oldest_ = next_ = first_use;
        last_uses_.clear();
        left_for_.clear();
        left_ = 0;
        // Numbers are given again seldom, compared with the lines that get one.
        const size_t words = power_of_two_from(capacity_) / 2;
        if (!bits_.reset(words + least_words) || !before_.reset(words + least_words))
            return false;
        touch(0, true); // the cache begins with it
        newest_ = 0;
        return true;
    }

    // The last level was referenced. Returns the cause, if it missed.
    [[gnu::always_inline]] Cause reference(Word block, bool miss) {
        if (newest_ == block && !miss)
            return Cause::none;
        newest_ = block;
        return touch(block, miss);
    }

    // A block has left. One reference makes at most two leave.
    void leave(Word block) { left_blocks_[left_++] = block; }
    // The reference is over. What left did so for `reference`.
    [[gnu::always_inline]] void settle(void* reference) {
        while (left_ != 0) {
            if (void** const left_for = left_for_.find_or_add(left_blocks_[--left_]))
                *left_for = reference;
        }
    }
    // Returns the reference for which the block left last; null: not known.
    void* left_for(Word block) {
        void** const left_for = left_for_.find_or_add(block);
        return left_for == nullptr ? nullptr : *left_for;
    }

  private:
    using Use = uint32_t;
    // Of a block that was never used, and of one that left before numbers were given again.
    static constexpr Use never = 0, long_ago = 1, first_use = 2;
    static constexpr uint32_t word_bits = 64;
    static constexpr size_t least_words = 1024;

    [[gnu::noinline]] Cause touch(Word block, bool miss) {
        if (next_ / word_bits == bits_.size())
            number_again();
        Use* const last_use = last_uses_.find_or_add(block);
        if (last_use == nullptr) // out of memory
            return miss ? Cause::capacity : Cause::none;
        const Use before = *last_use;
        const bool hit = before >= oldest_;
        if (hit)
            flip(before);
        *last_use = next_;
        flip(next_++);
        if (!hit)
            ++lines_;
        if (lines_ > capacity_) {
            flip(oldest_);
            --lines_;
        }
        find_oldest();
        if (!miss)
            return Cause::none;
        return before == never ? Cause::cold : hit ? Cause::conflict : Cause::capacity;
    }

    void flip(Use use) const { bits_[use / word_bits] ^= uint64_t{1} << use % word_bits; }
    // Goes on to the first use that is the last one of its line, from the one that was it.
    [[gnu::always_inline]] void find_oldest() {
        uint32_t word = oldest_ / word_bits;
        while (bits_[word] == 0)
            ++word;
        oldest_ = word * word_bits + static_cast<Use>(__builtin_ctzll(bits_[word]));
    }

    // Gives the lines in the cache the first numbers, in their order.
    [[gnu::noinline]] void number_again() {
        uint32_t count = 0;
        for (size_t word = 0; word < bits_.size(); ++word) {
            before_[word] = count;
            count += ones_in(bits_[word]);
        }
        last_uses_.for_each([this](Use& use) {
            if (use >= oldest_) {
                const uint64_t lower = (uint64_t{1} << use % word_bits) - 1;
                const uint32_t word = use / word_bits;
                use = first_use + before_[word] + ones_in(bits_[word] & lower);
            } else if (use != never) {
                use = long_ago;
            }
        });
        for (uint64_t& word : bits_)
            word = 0;
        oldest_ = next_ = first_use;
        for (uint32_t line = 0; line < lines_; ++line)
            flip(next_++);
    }
    static uint32_t ones_in(uint64_t bits) {
        uint32_t count = 0;
        for (; bits != 0; bits &= bits - 1)
            ++count;
        return count;
    }

    uint32_t capacity_ = 0;
    uint32_t lines_ = 0;
    Use oldest_ = first_use; // of the least recently used line
    Use next_ = first_use;
    Word newest_ = 0; // the block that was used last
    BlockValues<System, Use, 64> last_uses_;
    Array<System, uint64_t> bits_;   // by number of the use
    Array<System, uint32_t> before_; // of each word, how many bits are set in those before it
    // By block. Apart from last_uses_, which most runs have alone.
    BlockValues<System, void*, 64> left_for_;
    Word left_blocks_[2] = {}; // those that have left for a reference that is not over
    uint32_t left_ = 0;
};

template <typename System>
class MissCauses {
  public:
    LevelOneCauses<System> code, data;
    LastLevelCauses<System> last;

    // Note causes, if the reference has none yet.
    void note_level1(const Missed& missed) {
        if (found_.level1 != Cause::none)
            return;
        found_.level1 = missed.cause;
        left_for_.level1 = missed.left_for;
    }
    void note_last_level(const Missed& missed) {
        if (found_.last_level != Cause::none)
            return;
        found_.last_level = missed.cause;
        left_for_.last_level = missed.left_for;
    }
    // That of the last level is known only of a conflict, and only with asks_replaced. To be called
    // before take().
    LeftFor left_for() const { return left_for_; }
    // Returns the causes of a reference, which is over. Lines that left did so for `reference`.
    Causes take(void* reference = nullptr) {
        code.settle(nullptr);
        data.settle(reference);
        last.settle(reference);
        const Causes causes = found_;
        found_ = {};
        return causes;
    }

  private:
    Causes found_;
    LeftFor left_for_;
};

// Does what Base does, and finds the causes of misses.
template <typename Base, typename System>
struct WithCauses : Base {
    static constexpr bool finds_causes = true;
    static constexpr bool asks_replaced = Base::has_cells;
    MissCauses<System> causes;

    // Functions are compiled for any cache only: misses take longer than the test for hits.
    static constexpr bool has_shapes = false;

    template <typename Level>
    void loaded(const Level& level, const Touched& touched, Word block) {
        auto& asked = &level == &this->data ? causes.data : causes.code;
        causes.note_level1(asked.load(touched.way, block, touched.replaced));
    }
    [[gnu::always_inline]] void asked(const auto& last_level, Word block, bool miss) {
        const Cause cause = causes.last.reference(block, miss);
        if (!miss)
            return;
        void* left_for = nullptr;
        if constexpr (asks_replaced) {
            if (cause == Cause::conflict)
                left_for = causes.last.left_for(block);
            if (last_level.has_replaced())
                causes.last.leave(last_level.replaced_block(block));
        }
        causes.note_last_level({cause, left_for});
    }
};

} // namespace cg::sim
