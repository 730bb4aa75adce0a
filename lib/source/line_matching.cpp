// SPDX-License-Identifier: GPL-2.0-or-later
#include "source/line_matching.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace cg {

SourceLines::SourceLines(std::string_view bytes) : bytes_(bytes), starts_{0} {
    while (starts_.back() < bytes.size()) {
        const std::size_t end = bytes.find('\n', starts_.back());
        starts_.push_back(end == bytes.npos ? bytes.size() : end + 1);
    }
}

std::string_view SourceLines::operator[](std::size_t line) const {
    std::string_view text = bytes_.substr(starts_[line - 1], starts_[line] - starts_[line - 1]);
    if (text.ends_with('\n')) {
        text.remove_suffix(1);
        if (text.ends_with('\r'))
            text.remove_suffix(1);
    }
    return text;
}

// E. W. Myers, "An O(ND) difference algorithm and its variations", 1986.

namespace {

// The trace of a search takes 2 * limit^2 bytes: 32 MB.
constexpr std::ptrdiff_t difference_limit = 4000;

// Lines as numbers, equal for equal lines.
using Text = std::vector<std::uint32_t>;

struct Range {
    std::size_t first, first_end;
    std::size_t second, second_end;
};

// Where two texts have a line.
struct LineOccurrences {
    std::size_t first = 0, second = 0; // the last place in each
    int in_first = 0, in_second = 0;   // how many

    void add_first(std::size_t line) {
        first = line;
        ++in_first;
    }
    void add_second(std::size_t line) {
        second = line;
        ++in_second;
    }
    bool is_unique() const { return in_first == 1 && in_second == 1; }
};

class Matching {
  public:
    Matching(Text first, Text second)
        : first_(std::move(first)), second_(std::move(second)), match_(second_.size() + 1) {}

    std::vector<std::uint32_t> run() && {
        const Range all{0, first_.size(), 0, second_.size()};
        if (!match_shortest_edit(all))
            match_around_unique_lines(all);
        return std::move(match_);
    }

  private:
    bool match_shortest_edit(Range range);
    void match_around_unique_lines(Range range);
    void match(std::size_t first, std::size_t second) {
        match_[second + 1] = static_cast<std::uint32_t>(first + 1);
    }

    const Text first_, second_;
    std::vector<std::uint32_t> match_;
};

// Matches the lines at both ends, and then the others by the shortest edit. Returns false if that
// has more than difference_limit lines; the others are then not matched.
bool Matching::match_shortest_edit(Range range) {
    auto [a, a_end, b, b_end] = range;
    for (; a < a_end && b < b_end && first_[a] == second_[b]; ++a, ++b)
        match(a, b);
    for (; a < a_end && b < b_end && first_[a_end - 1] == second_[b_end - 1]; --a_end, --b_end)
        match(a_end - 1, b_end - 1);

    const auto n = static_cast<std::ptrdiff_t>(a_end - a);
    const auto m = static_cast<std::ptrdiff_t>(b_end - b);
    const auto equal = [&, a = a, b = b](std::ptrdiff_t x, std::ptrdiff_t y) {
        return first_[a + static_cast<std::size_t>(x)] == second_[b + static_cast<std::size_t>(y)];
    };
    // farthest[k] is the largest x, a line of the first text, that an edit of d lines reaches on
    // the diagonal x - y = k. trace[d] keeps the diagonals -d, -d + 2, ... d for the way back.
    const std::ptrdiff_t limit = std::min(n + m, difference_limit);
    std::vector<std::int32_t> farthest(static_cast<std::size_t>(2 * limit + 3), 0);
    const auto at = [&](std::ptrdiff_t k) -> std::int32_t& {
        return farthest[static_cast<std::size_t>(k + limit + 1)];
    };
    std::vector<std::vector<std::int32_t>> trace;
    for (std::ptrdiff_t d = 0; d <= limit; ++d) {
        auto& reached = trace.emplace_back();
        for (std::ptrdiff_t k = -d; k <= d; k += 2) {
            const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
            std::ptrdiff_t x = down ? at(k + 1) : at(k - 1) + 1;
            while (x < n && x - k < m && equal(x, x - k))
                ++x;
            at(k) = static_cast<std::int32_t>(x);
            reached.push_back(at(k));
            if (x < n || x - k < m)
                continue;
            // The way back: each step was one line removed or added, then equal lines.
            for (std::ptrdiff_t step = d, diagonal = k; step >= 0; --step) {
                const auto before = [&](std::ptrdiff_t of) {
                    return trace[static_cast<std::size_t>(step - 1)]
                                [static_cast<std::size_t>((of + step - 1) / 2)];
                };
                std::ptrdiff_t start = 0; // of the equal lines
                std::ptrdiff_t previous = diagonal;
                if (step > 0) {
                    const bool came_down =
                        diagonal == -step ||
                        (diagonal != step && before(diagonal - 1) < before(diagonal + 1));
                    previous = came_down ? diagonal + 1 : diagonal - 1;
                    start = came_down ? before(previous) : before(previous) + 1;
                }
                for (; x > start; --x)
                    match(a + static_cast<std::size_t>(x - 1),
                          b + static_cast<std::size_t>(x - 1 - diagonal));
                if (step > 0)
                    x = before(previous);
                diagonal = previous;
            }
            return true;
        }
    }
    return false;
}

// Matches the lines that occur once in both texts, and the lines between them. A range between two
// such lines that still differs in too many lines is not matched.
void Matching::match_around_unique_lines(Range range) {
    std::unordered_map<std::uint32_t, LineOccurrences> places;
    for (std::size_t i = range.first; i < range.first_end; ++i)
        places[first_[i]].add_first(i);
    for (std::size_t i = range.second; i < range.second_end; ++i)
        places[second_[i]].add_second(i);
    // Finds the longest subsequence, in the order of the second text, whose lines ascend in the
    // first.
    std::vector<LineOccurrences> unique;
    for (std::size_t i = range.second; i < range.second_end; ++i)
        if (const LineOccurrences& place = places[second_[i]]; place.is_unique())
            unique.push_back(place);
    std::vector<std::size_t> ends; // ends[length - 1]: the last line of the best such subsequence
    std::vector<std::optional<std::size_t>> previous(unique.size());
    for (std::size_t i = 0; i < unique.size(); ++i) {
        const auto longer = std::ranges::lower_bound(
            ends, unique[i].first, {}, [&](std::size_t end) { return unique[end].first; });
        if (longer != ends.begin())
            previous[i] = *(longer - 1);
        if (longer == ends.end())
            ends.push_back(i);
        else
            *longer = i;
    }
    std::vector<LineOccurrences> anchors{{range.first_end, range.second_end}};
    std::optional<std::size_t> last;
    if (!ends.empty())
        last = ends.back();
    for (; last; last = previous[*last]) {
        match(unique[*last].first, unique[*last].second);
        anchors.push_back(unique[*last]);
    }
    std::size_t first = range.first, second = range.second;
    for (auto anchor = anchors.rbegin(); anchor != anchors.rend(); ++anchor) {
        match_shortest_edit({first, anchor->first, second, anchor->second});
        first = anchor->first + 1;
        second = anchor->second + 1;
    }
}

// Returns the line without white space at both ends: to indent a line anew does not change it.
std::string_view trimmed(std::string_view line) {
    constexpr std::string_view blanks = " \t\v\f\r";
    const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
    return line.substr(begin, line.find_last_not_of(blanks) + 1 - begin);
}

struct Texts {
    Text first, second;
};

Texts numbered(const SourceLines& first, const SourceLines& second) {
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    const auto text_of = [&](const SourceLines& lines) {
        Text text;
        for (std::size_t line = 1; line <= lines.size(); ++line)
            text.push_back(
                numbers
                    .try_emplace(trimmed(lines[line]), static_cast<std::uint32_t>(numbers.size()))
                    .first->second);
        return text;
    };
    return {text_of(first), text_of(second)}; // in this order
}

// Matches lines that moved, after P. Heckel, "A technique for isolating differences between files",
// 1978: of the lines that are not matched yet, those that are in each text once, and then their
// neighbours as far as they are equal. Lines without a letter or digit are only neighbours, because
// a bracket looks like any other.
class MovedLines {
  public:
    MovedLines(const Texts& texts, std::vector<std::uint32_t>& in_first,
               std::vector<std::uint32_t>& in_second)
        : texts_(texts), in_first_(in_first), in_second_(in_second) {}

    void match(const SourceLines& first) {
        std::unordered_map<std::uint32_t, LineOccurrences> places;
        for (std::size_t line = 1; line < in_second_.size(); ++line)
            if (in_second_[line] == 0)
                places[texts_.first[line - 1]].add_first(line);
        for (std::size_t line = 1; line < in_first_.size(); ++line)
            if (in_first_[line] == 0)
                places[texts_.second[line - 1]].add_second(line);
        for (const auto& [text, place] : places)
            if (place.is_unique() && std::ranges::any_of(first[place.first], is_in_word))
                match(place.first, place.second);
        for (std::size_t line = 1; line + 1 < in_second_.size(); ++line)
            if (in_second_[line] != 0)
                match_if_equal(line + 1, in_second_[line] + 1);
        for (std::size_t line = in_second_.size() - 1; line > 1; --line)
            if (in_second_[line] != 0)
                match_if_equal(line - 1, in_second_[line] - 1);
    }

  private:
    static bool is_in_word(char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
    }
    void match(std::size_t first, std::size_t second) {
        in_second_[first] = static_cast<std::uint32_t>(second);
        in_first_[second] = static_cast<std::uint32_t>(first);
    }
    void match_if_equal(std::size_t first, std::size_t second) {
        if (second > 0 && second < in_first_.size() && in_second_[first] == 0 &&
            in_first_[second] == 0 && texts_.first[first - 1] == texts_.second[second - 1])
            match(first, second);
    }

    const Texts& texts_;
    std::vector<std::uint32_t>& in_first_;
    std::vector<std::uint32_t>& in_second_;
};

} // namespace

std::vector<std::uint32_t> match_lines(const SourceLines& first, const SourceLines& second) {
    Texts texts = numbered(first, second);
    return Matching(std::move(texts.first), std::move(texts.second)).run();
}

std::vector<std::uint32_t> lines_in_second(const SourceLines& first, const SourceLines& second) {
    const Texts texts = numbered(first, second);
    std::vector<std::uint32_t> in_first = Matching(texts.first, texts.second).run();
    std::vector<std::uint32_t> in_second(first.size() + 1);
    for (std::uint32_t line = 1; line < in_first.size(); ++line)
        if (in_first[line] != 0)
            in_second[in_first[line]] = line;
    MovedLines(texts, in_first, in_second).match(first);
    return in_second;
}

} // namespace cg
