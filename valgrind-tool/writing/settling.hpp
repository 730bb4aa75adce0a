// SPDX-License-Identifier: GPL-2.0-or-later
// Gives the cost of source lines to the functions of the tree of calls that ran them.
//
// Two things are known for each event: the cost of each line, and the own cost of each function. Of
// most lines it is also known which function is expected to have run them: the one in which the
// code is. But code that is shared by functions, such as stubs, is expected of none, and some code
// was run by another function, which jumped into it. So a line's cost is given to the expected
// function as far as that function has own cost; what is left of lines goes, in their order, to
// functions of which own cost is left, in theirs. Then the cost of each line and the own cost of
// each function are exact, and no part is negative.
//
// Freestanding: includes only headers that the compiler itself provides.
#pragma once

#include <stddef.h>

namespace cg::writing {

using Count = unsigned long long;

// The part of a line's cost that one function ran. Followed in memory by its counts.
struct Share {
    Share* next; // of the same function, with a larger line
    size_t line;

    Count* counts() { return reinterpret_cast<Count*>(this + 1); }
    const Count* counts() const { return reinterpret_cast<const Count*>(this + 1); }
};

// `Allocate` is called with a number of bytes and returns zeroed memory, or null.
template <typename Allocate>
class Settling {
  public:
    static constexpr size_t nobody = ~size_t{0};

    Settling(unsigned events, Allocate allocate) : events_(events), allocate_(allocate) {}

    // Takes the own costs of all functions, of which there must be one: `events` counts for each.
    // False: out of memory, and nothing else may be called.
    bool start(size_t functions, const Count* own) {
        functions_ = functions;
        const size_t counts = functions * events_;
        left_ = static_cast<Count*>(allocate_(counts * sizeof(Count)));
        lists_ = static_cast<List*>(allocate_(functions_ * sizeof(List)));
        if (left_ == nullptr || lists_ == nullptr)
            return false;
        for (size_t i = 0; i < counts; ++i)
            left_[i] = own[i];
        return true;
    }

    // Takes the cost of a line that `function`, or `nobody`, is expected to have run. Lines must
    // come in their order; one may come more than once. False: out of memory.
    bool add(size_t line, size_t function, const Count* counts) {
        for (unsigned i = 0; i < events_; ++i) {
            const Count expected = function != nobody ? take(function, i, counts[i]) : 0;
            if (expected != 0 && !add_last(lists_[function], line, i, expected))
                return false;
            if (expected != counts[i] && !add_last(pool_, line, i, counts[i] - expected))
                return false;
        }
        return true;
    }

    // Gives what is left of lines to functions of which own cost is left, and to the last function
    // what exceeds all own costs. Must be called after all lines were added. False: out of memory.
    bool settle() {
        for (unsigned i = 0; i < events_; ++i) {
            if (!settle(i))
                return false;
        }
        return true;
    }

    // Returns the function's shares, in the order of lines. A line occurs once.
    const Share* shares(size_t function) const { return lists_[function].first; }

  private:
    struct List {
        Share* first;
        Share* last;
    };

    // Returns as much of `count` as the function has own cost left, and subtracts it there.
    Count take(size_t function, unsigned event, Count count) {
        Count& left = left_[function * events_ + event];
        const Count taken = count < left ? count : left;
        left -= taken;
        return taken;
    }

    Share* make(size_t line, Share* next) {
        auto* const made = static_cast<Share*>(allocate_(sizeof(Share) + events_ * sizeof(Count)));
        if (made != nullptr) {
            made->next = next;
            made->line = line;
        }
        return made;
    }

    // Adds to the last share of the list, after making one of `line` if that one is of another.
    bool add_last(List& list, size_t line, unsigned event, Count count) {
        if (list.last == nullptr || list.last->line != line) {
            Share* const made = make(line, nullptr);
            if (made == nullptr)
                return false;
            (list.last == nullptr ? list.first : list.last->next) = made;
            list.last = made;
        }
        list.last->counts()[event] += count;
        return true;
    }

    // Goes through the lines and the functions together. `at` is the link to the first share of
    // the function that may be of the current line or a later one.
    bool settle(unsigned event) {
        size_t function = 0;
        Share** at = &lists_[0].first;
        for (Share* rest = pool_.first; rest != nullptr; rest = rest->next) {
            while (rest->counts()[event] != 0) {
                const bool is_last = function + 1 == functions_;
                Count given = take(function, event, rest->counts()[event]);
                if (given == 0 && !is_last) {
                    at = &lists_[++function].first;
                    continue;
                }
                if (is_last)
                    given = rest->counts()[event];
                while (*at != nullptr && (*at)->line < rest->line)
                    at = &(*at)->next;
                if (*at == nullptr || (*at)->line != rest->line) {
                    Share* const made = make(rest->line, *at);
                    if (made == nullptr)
                        return false;
                    *at = made;
                }
                (*at)->counts()[event] += given;
                rest->counts()[event] -= given;
            }
        }
        return true;
    }

    unsigned events_;
    Allocate allocate_;
    size_t functions_ = 0;
    Count* left_ = nullptr; // of own costs
    List* lists_ = nullptr; // by function
    List pool_ = {};        // what is left of lines
};

} // namespace cg::writing
