// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/huffman_code.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace cg {
namespace {

constexpr unsigned longest = 15;

// How deep each leaf of Huffman's tree lies; the weights ascend. Inner nodes come up in
// ascending order too, so that two queues do for a heap.
std::vector<unsigned> depths(const std::vector<std::uint64_t>& leaves) {
    const std::size_t count = leaves.size();
    const std::size_t root = 2 * count - 2;
    std::vector<std::uint64_t> weights = leaves;
    weights.resize(root + 1);
    std::vector<std::size_t> parent(root + 1);
    std::size_t leaf = 0, inner = count;
    for (std::size_t next = count; next <= root; ++next)
        for (int child = 0; child < 2; ++child) {
            const bool takes_leaf =
                leaf < count && (inner == next || weights[leaf] <= weights[inner]);
            const std::size_t least = takes_leaf ? leaf++ : inner++;
            weights[next] += weights[least];
            parent[least] = next;
        }
    std::vector<unsigned> depth(root + 1);
    for (std::size_t node = root; node-- > 0;)
        depth[node] = depth[parent[node]] + 1;
    depth.resize(count);
    return depth;
}

// Cuts lengths to the limit. Then the sum of 2^-length may be more than 1, which no code can
// have: the rarest symbols that still can get longer codewords. What that leaves of 1 goes to
// the most frequent ones that it is enough for, since readers refuse a code with gaps. Not quite
// the best code, but counts that need it at all are rare.
void cut(std::vector<unsigned>& lengths, unsigned limit) {
    const std::uint64_t one = std::uint64_t{1} << limit;
    std::uint64_t sum = 0;
    for (unsigned& length : lengths) {
        length = std::min(length, limit);
        sum += one >> length;
    }
    for (std::size_t rarest = 0; sum > one;) {
        if (lengths[rarest] < limit)
            sum -= one >> ++lengths[rarest];
        else
            ++rarest;
    }
    for (auto length = lengths.rbegin(); length != lengths.rend(); ++length)
        while (one >> *length <= one - sum)
            sum += one >> (*length)--;
}

std::uint16_t reversed(unsigned bits, unsigned length) {
    unsigned result = 0;
    for (; length > 0; --length, bits >>= 1)
        result = result << 1 | (bits & 1);
    return static_cast<std::uint16_t>(result);
}

// Codewords of a length count up with the symbols, from where the shorter ones left off.
void number(std::span<Codeword> code) {
    std::array<unsigned, longest + 1> how_many{}, next{};
    for (const Codeword& word : code)
        how_many[word.length] += word.length > 0 ? 1 : 0;
    for (unsigned length = 1; length <= longest; ++length)
        next[length] = (next[length - 1] + how_many[length - 1]) << 1;
    for (Codeword& word : code)
        if (word.length > 0)
            word.bits = reversed(next[word.length]++, word.length);
}

} // namespace

void make_huffman_code(std::span<const std::uint32_t> counts, unsigned limit,
                       std::span<Codeword> code) {
    std::vector<std::size_t> symbols; // the rarest first
    for (std::size_t symbol = 0; symbol < counts.size(); ++symbol)
        if (counts[symbol] > 0)
            symbols.push_back(symbol);
    std::stable_sort(symbols.begin(), symbols.end(),
                     [&](std::size_t a, std::size_t b) { return counts[a] < counts[b]; });
    std::vector<unsigned> lengths(symbols.size(), 1); // of one alone: one bit, unused
    if (symbols.size() > 1) {
        std::vector<std::uint64_t> weights(symbols.size());
        std::ranges::transform(symbols, weights.begin(),
                               [&](std::size_t symbol) { return counts[symbol]; });
        lengths = depths(weights);
        cut(lengths, limit);
    }
    std::ranges::fill(code, Codeword{});
    for (std::size_t i = 0; i < symbols.size(); ++i)
        code[symbols[i]].length = static_cast<std::uint8_t>(lengths[i]);
    number(code);
}

} // namespace cg
