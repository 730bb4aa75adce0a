// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/words.hpp"

#include "text/escaping.hpp"

#include <algorithm>
#include <vector>

namespace cg {

std::vector<std::string_view> words_of(std::string_view text, std::string_view blanks) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0, end = 0;; begin = end) {
        begin = text.find_first_not_of(blanks, begin);
        if (begin == text.npos)
            return words;
        end = std::min(text.find_first_of(blanks, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
    }
}
namespace {

// The number of letters to add, remove, replace or swap to make one of the other. The cost of each
// pair of words is the product of their lengths.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool is_same = lower_case(a[i - 1]) == lower_case(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (is_same ? 0 : 1)});
            const bool is_swapped = i > 1 && j > 1 &&
                                    lower_case(a[i - 1]) == lower_case(b[j - 2]) &&
                                    lower_case(a[i - 2]) == lower_case(b[j - 1]);
            if (is_swapped)
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b.size()];
}

} // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> words) {
    constexpr std::size_t longest = 100;
    std::optional<std::string> found;
    std::size_t fewest = longest;
    for (const std::string& candidate : words) {
        if (word.size() > longest || candidate.size() > longest)
            continue;
        const std::size_t wrong = distance(word, candidate);
        if (wrong < fewest && 3 * wrong <= std::max(word.size(), candidate.size())) {
            fewest = wrong;
            found = candidate;
        }
    }
    return found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> words,
                         std::string_view before) {
    const auto found = nearest(word, words);
    if (!found)
        return "";
    return " (did you mean " + std::string(before) + text_for(EscapingContext::message, *found) +
           "?)";
}

} // namespace cg
