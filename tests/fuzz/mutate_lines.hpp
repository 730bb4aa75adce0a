// SPDX-License-Identifier: GPL-2.0-or-later
// Other inputs of a format of lines: most bytes that change at random make an input that is refused
// at that place, so that what its lines say together is hardly tried.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace cg::fuzz {

class LineMutator {
  public:
    explicit LineMutator(unsigned seed) : random_(seed) {}

    // A line goes, comes twice, or elsewhere; or a number becomes another one that is there, so
    // that it means another name, object or function.
    std::string operator()(std::string_view text) {
        switch (below(5)) {
        case 0:
            return edited_lines(text, true, false);
        case 1:
            return edited_lines(text, false, true);
        case 2:
            return edited_lines(text, true, true);
        case 3:
            return with_other_number(text, false);
        default:
            return with_other_number(text, true);
        }
    }

  private:
    std::size_t below(std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
    }

    std::string edited_lines(std::string_view text, bool removes, bool inserts) {
        std::vector<std::string_view> lines;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
            lines.push_back(text.substr(0, end));
            text.remove_prefix(end);
        }
        if (lines.empty())
            return {};
        const auto taken = lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size()));
        const std::string_view line = *taken;
        if (removes)
            lines.erase(taken);
        if (inserts)
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size() + 1)),
                         line);
        std::string edited;
        for (const std::string_view each : lines)
            edited += each;
        return edited;
    }

    // Of names' numbers, as in `fn=(1)`, there are few beside counts, and they say more.
    std::string with_other_number(std::string_view text, bool of_names) {
        std::vector<std::string_view> numbers;
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t begin = i;
            while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])))
                ++i;
            if (i == begin)
                ++i;
            else if (!of_names || (begin != 0 && text[begin - 1] == '('))
                numbers.push_back(text.substr(begin, i - begin));
        }
        if (numbers.empty())
            return std::string(text);
        const std::string_view old = numbers[below(numbers.size())];
        std::string edited(text);
        edited.replace(static_cast<std::size_t>(old.data() - text.data()), old.size(),
                       numbers[below(numbers.size())]);
        return edited;
    }

    std::minstd_rand random_;
};

} // namespace cg::fuzz
