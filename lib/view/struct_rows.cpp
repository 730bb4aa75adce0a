// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/struct_rows.hpp"

#include "model/count.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace cg {
namespace {

bool is_named(const StructMember& member) {
    return !member.type.empty();
}

// Returns the number of bytes that the member has of [begin, end).
std::uint64_t overlap(const StructMember& member, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t first = std::max(begin, member.offset);
    const std::uint64_t last = std::min(end, member.offset + member.size);
    return last > first ? last - first : 0;
}

// Gives each word the member that has most of it, the first of several; padding has what nothing
// else has a part of.
class Rows {
  public:
    Rows(const StructLayout& layout, std::uint32_t word)
        : members_(layout.members), word_(word), row_of_member_(members_.size(), none) {
        const std::uint64_t words = (layout.size + word - 1) / word;
        row_of_word_.reserve(words);
        std::size_t first = 0; // members before it end before the word
        for (std::uint64_t at = 0; at < words; ++at) {
            const std::uint64_t begin = at * word, end = begin + word;
            while (first < members_.size() && ends_before(first, begin))
                ++first;
            std::size_t best = members_.size();
            for (std::size_t i = first; i < members_.size() && members_[i].offset < end; ++i)
                if (overlap(members_[i], begin, end) > 0 &&
                    (best == members_.size() || is_better(i, best, begin, end)))
                    best = i;
            add_word(best, at);
        }
        for (std::size_t i = 0; i < members_.size(); ++i)
            if (row_of_member_[i] == none && is_named(members_[i]) && members_[i].size > 0)
                add_name(i);
    }

    std::size_t row_of_word(std::uint64_t at) const { return row_of_word_[at]; }

    std::vector<StructRow> rows;

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // Offsets ascend, but ends do not: a member of a union may be longer than the next one.
    bool ends_before(std::size_t i, std::uint64_t begin) const {
        return members_[i].offset + members_[i].size <= begin;
    }
    bool is_better(std::size_t i, std::size_t best, std::uint64_t begin, std::uint64_t end) const {
        if (is_named(members_[i]) != is_named(members_[best]))
            return is_named(members_[i]);
        return overlap(members_[i], begin, end) > overlap(members_[best], begin, end);
    }

    void add_word(std::size_t member, std::uint64_t at) {
        if (row_of_member_[member] == none) {
            const StructMember& made_of = members_[member];
            row_of_member_[member] = rows.size();
            member_of_row_.push_back(member);
            rows.push_back({made_of.offset, made_of.size, made_of.name, made_of.type, at, 0});
        }
        ++rows[row_of_member_[member]].words;
        row_of_word_.push_back(row_of_member_[member]);
    }

    // Adds the name of a member that has no word of its own.
    void add_name(std::size_t i) {
        const std::size_t row = row_of_word_[members_[i].offset / word_];
        const StructMember& other = members_[member_of_row_[row]];
        const bool is_union = overlap(members_[i], other.offset, other.offset + other.size) > 0 &&
                              members_[i].bits == 0;
        rows[row].name += (is_union ? " | " : ", ") + members_[i].name;
    }

    const std::vector<StructMember>& members_;
    std::uint32_t word_;
    std::vector<std::size_t> row_of_member_, member_of_row_, row_of_word_;
};

} // namespace

std::vector<StructRow> struct_rows(std::span<const DataField> fields, std::uint32_t word,
                                   std::uint64_t period, const StructLayout& layout) {
    Rows made(layout, word);
    const bool repeats = period % layout.size == 0;
    std::optional<std::size_t> after;
    for (const DataField& field : fields) {
        const std::uint64_t offset = repeats ? field.offset % layout.size : field.offset;
        std::size_t row = 0;
        if (offset < layout.size) {
            row = made.row_of_word(offset / word);
        } else {
            if (!after) {
                after = made.rows.size();
                const std::uint64_t first = (layout.size + word - 1) / word;
                made.rows.push_back({layout.size, period - layout.size,
                                     fmt::format("(after {})", layout.name), "", first,
                                     (period + word - 1) / word - first});
            }
            row = *after;
        }
        made.rows[row].loaded = checked_add(made.rows[row].loaded, field.loaded);
        made.rows[row].touched = checked_add(made.rows[row].touched, field.touched);
        made.rows[row].missed = checked_add(made.rows[row].missed, field.missed);
    }
    return std::move(made.rows);
}

} // namespace cg
