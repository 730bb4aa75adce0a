// SPDX-License-Identifier: GPL-2.0-or-later
// Generated profiles, and their sums.
#pragma once

#include "algebra/merge.hpp"
#include "format/cachegrind.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <random>
#include <string>
#include <utility>

namespace cg {

inline Profile sum(Profile a, const Profile& b) {
    Merge merge(std::move(a));
    merge.add(b);
    return std::move(merge).finish();
}

// Few names and lines, so that profiles meet often.
class Generator {
  public:
    explicit Generator(unsigned seed) : random_(seed) {}

    // A profile whose misses are all of data objects.
    std::string text_with_data() {
        std::string section =
            "#data 1 word=4 line=64 stale=" + number(3) + "\n#data-events: D1mr D1mw Lines1\n";
        const std::size_t places = 1 + below(4);
        for (std::size_t place = 0; place < places; ++place)
            section += "#fl=file" + number(2) + "\n#fn=f" + number(3) + "\n#place " +
                       number(place + 1) + " " + number(2) + "\n";
        const std::size_t objects = 1 + below(5);
        for (std::size_t object = 0; object < objects; ++object) {
            const std::size_t period = 4 * below(4);
            const bool is_heap = below(2) == 0;
            section += (is_heap ? "#data-object heap " + std::to_string(1 + below(places))
                                : std::string("#ob=lib") + number(2) + "\n#data-object static 0") +
                       " " + number(9) + " " + number(99) + " " + number(50) + " " +
                       std::to_string(50 + below(50)) + " " + std::to_string(period) +
                       (is_heap ? "" : " v" + number(2)) + "\n";
            for (std::size_t offset = 0; offset < period; offset += 4)
                section += "#field " + std::to_string(offset) + " " + number(99) + " " +
                           number(99) + " " + number(99) + "\n";
        }
        std::string rows;
        Count totals[3] = {0, 0, 0};
        for (std::size_t file = 0; file < 2; ++file)
            for (std::size_t function = 0; function < 3; ++function) {
                const std::string place =
                    "fl=file" + std::to_string(file) + "\n@fn=f" + std::to_string(function);
                const auto with_marks = [&](const std::string& mark) {
                    std::string text = mark + place + "\n";
                    return text.replace(text.find('@'), 1, mark);
                };
                rows += with_marks("");
                section += with_marks("#");
                for (std::size_t line = 0; line < 4; ++line) {
                    Count counts[3] = {count(), 0, 0};
                    for (std::size_t cells = below(3); cells > 0; --cells) {
                        const Count misses[2] = {count(), count()};
                        section += "#cell " + std::to_string(1 + below(objects)) + " " +
                                   std::to_string(line) + " " + std::to_string(misses[0]) + " " +
                                   std::to_string(misses[1]) + " " + number(9) + "\n";
                        counts[1] += misses[0];
                        counts[2] += misses[1];
                    }
                    rows += std::to_string(line);
                    for (std::size_t i = 0; i < 3; ++i) {
                        rows += " " + std::to_string(counts[i]);
                        totals[i] += counts[i];
                    }
                    rows += "\n";
                }
            }
        std::string text = "cmd: c\nevents: Ir D1mr D1mw\n" + rows + section + "summary:";
        for (const Count total : totals)
            text += " " + std::to_string(total);
        return text + "\n";
    }
    std::size_t below(std::size_t n) { return random_() % n; }

  private:
    std::string number(std::size_t n) { return std::to_string(below(n)); }
    Count count() { return static_cast<Count>(below(2000)) - 500; }
    std::mt19937 random_; // the same numbers in every library
};

inline std::string text(const Profile& profile) {
    std::string bytes;
    write_profile(profile, [&](std::string_view more) { bytes += more; });
    return bytes;
}

} // namespace cg
