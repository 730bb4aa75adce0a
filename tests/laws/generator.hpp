// SPDX-License-Identifier: GPL-2.0-or-later
// Generated profiles.
#pragma once

#include "format/cachegrind.hpp"
#include "format/read.hpp"

#include <random>
#include <string>

namespace cg {

// Few names and lines, so that profiles meet often; rows in any order, some twice.
class Generator {
  public:
    explicit Generator(unsigned seed) : random_(seed) {}

    std::string text() {
        std::string text = "cmd: c" + number(3) + "\nevents: A B\n";
        Count totals[2] = {0, 0};
        for (std::size_t files = below(6); files > 0; --files) {
            text += "fl=file" + number(4) + "\n";
            for (std::size_t functions = below(4); functions > 0; --functions) {
                if (below(5) != 0)
                    text += "fn=" + (below(6) == 0 ? "???" : "f" + number(5)) + "\n";
                for (std::size_t rows = below(8); rows > 0; --rows) {
                    const Count counts[2] = {count(), count()};
                    text += number(9) + " " + std::to_string(counts[0]) + " " +
                            std::to_string(counts[1]) + "\n";
                    totals[0] += counts[0];
                    totals[1] += counts[1];
                }
            }
        }
        return text + "summary: " + std::to_string(totals[0]) + " " + std::to_string(totals[1]) +
               "\n";
    }
    Profile profile() { return read_profile(text(), "generated"); }
    std::size_t below(std::size_t n) { return random_() % n; }

  private:
    std::string number(std::size_t n) { return std::to_string(below(n)); }
    Count count() { return static_cast<Count>(below(2000)) - 500; }
    std::mt19937 random_; // the same numbers in every library
};

inline std::string text(const Profile& profile, Unnamed unnamed = Unnamed::by_file) {
    std::string bytes;
    write_profile(profile, [&](std::string_view more) { bytes += more; }, {.unnamed = unnamed});
    return bytes;
}

} // namespace cg
