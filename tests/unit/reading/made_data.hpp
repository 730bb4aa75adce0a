// SPDX-License-Identifier: GPL-2.0-or-later
// Data that compressors write in different ways.
#pragma once

#include "made_streams.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace cg::reading {

inline Bytes random_bytes(unsigned seed, size_t size) {
    std::mt19937 random(seed);
    Bytes bytes(size);
    std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8_t>(random()); });
    return bytes;
}

inline Bytes words(unsigned seed, size_t size) {
    std::mt19937 random(seed);
    Bytes text;
    while (text.size() < size) {
        const auto word = random() % 500;
        for (const char c : std::to_string(word * word * word) + (word % 7 == 0 ? "\n" : " "))
            text.push_back(static_cast<uint8_t>(c));
    }
    text.resize(size);
    return text;
}

// Half of the bytes are 0, a quarter are 1 and so on: codes of many lengths.
inline Bytes skewed(unsigned seed, size_t size) {
    std::mt19937 random(seed);
    Bytes bytes(size);
    std::generate(bytes.begin(), bytes.end(),
                  [&] { return static_cast<uint8_t>(std::countr_zero(random() | 1U << 31) * 7); });
    return bytes;
}

// Numbers that mostly grow a little, as tables in debug information have them.
inline Bytes records(unsigned seed, size_t size) {
    std::mt19937 random(seed);
    Bytes bytes;
    for (auto address = random(); bytes.size() < size; address += random() % 64) {
        for (const unsigned shift : {0U, 8U, 16U, 24U})
            bytes.push_back(static_cast<uint8_t>(address >> shift));
        bytes.push_back(static_cast<uint8_t>(random() % 4));
    }
    bytes.resize(size);
    return bytes;
}

inline Bytes periodic(size_t period, size_t size) {
    Bytes bytes = random_bytes(static_cast<unsigned>(period), size);
    for (size_t i = period; i < size; ++i)
        bytes[i] = bytes[i - period];
    return bytes;
}

// Random bytes, and later pieces of them from up to 32 KiB before.
inline Bytes pieces(unsigned seed, size_t size) {
    std::mt19937 random(seed);
    Bytes bytes = random_bytes(seed, size / 4);
    while (bytes.size() < size) {
        const size_t length = 3 + random() % 300;
        size_t from = bytes.size() - std::min<size_t>(1 + random() % 32768, bytes.size());
        for (size_t i = 0; i < length; ++i)
            bytes.push_back(bytes[from++]);
    }
    bytes.resize(size);
    return bytes;
}

struct Data {
    std::string kind;
    Bytes bytes;
};

inline std::vector<Data> data_of_each_kind(size_t size) {
    std::vector<Data> all = {{"nothing", {}},
                             {"a byte", {'x'}},
                             {"zeros", Bytes(size)},
                             {"words", words(1, size)},
                             {"random bytes", random_bytes(2, size)},
                             {"skewed bytes", skewed(3, size)},
                             {"records", records(4, size)},
                             {"pieces", pieces(5, size)}};
    for (const size_t period : {2, 3, 7, 8, 9, 15, 17, 257})
        all.push_back({"period " + std::to_string(period), periodic(period, size)});
    return all;
}

} // namespace cg::reading
