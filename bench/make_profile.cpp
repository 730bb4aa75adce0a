// SPDX-License-Identifier: GPL-2.0-or-later
// Writes a profile as a large C++ and Rust program has: deep paths, long names, a dozen lines a
// function, counts of all sizes. The same arguments give the same bytes everywhere.
//
//     make_profile MEGABYTES [EVENTS [RUN]]
//
// EVENTS: 1 (Ir, the default), 9 (with the caches) or 13 (with branches too). Another RUN has
// other counts, and a tenth of its functions are others, as two versions of a program are.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

// splitmix64: small, and unlike std's distributions the same in each library.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::uint64_t below(std::uint64_t n) { return (*this)() % n; }

  private:
    std::uint64_t state_;
};

template <std::size_t N>
const char* one_of(Random& random, const std::array<const char*, N>& words) {
    return words[random.below(N)];
}

constexpr std::array words = {"parse", "token", "visit", "node",    "type",  "alloc", "lower",
                              "emit",  "block", "value", "resolve", "scope", "query", "cache",
                              "path",  "span",  "decl",  "expr",    "inst",  "symbol"};
constexpr std::array directories = {"compiler", "library", "src", "core", "alloc", "support",
                                    "analysis", "codegen", "ir",  "mir",  "syntax"};

std::string word(Random& random) {
    return std::string(one_of(random, words)) + "_" + one_of(random, words);
}

std::string type(Random& random, int depth) {
    static constexpr std::array simple = {"int", "u32", "usize", "bool", "char const*", "str"};
    static constexpr std::array generic = {"alloc::vec::Vec<", "core::option::Option<",
                                           "std::vector<", "std::unique_ptr<", "Result<"};
    if (depth == 0)
        return one_of(random, simple);
    return one_of(random, generic) + type(random, depth - 1) + ">";
}

// The number keeps the names of a file different.
std::string function_name(Random& random, std::uint64_t number) {
    const std::string n = std::to_string(number);
    switch (random.below(4)) {
    case 0: // C
        return word(random) + n;
    case 1: // C++
        return "llvm::" + word(random) + "::" + word(random) + n + "(" + type(random, 2) + ", " +
               type(random, 1) + " const&)";
    case 2: // Rust
        return "<rustc_" + word(random) + "::" + type(random, 1) +
               " as core::iter::Iterator>::" + word(random) + n + "::{{closure}}";
    default: {
        std::array<char, 24> hash;
        std::snprintf(hash.data(), hash.size(), "::h%016llx",
                      static_cast<unsigned long long>(random()));
        return "core::" + word(random) + "::" + type(random, 2) + "::" + word(random) + hash.data();
    }
    }
}

std::string file_name(Random& random, std::uint64_t number) {
    return std::string("/home/build/project/") + one_of(random, directories) + "/" +
           one_of(random, directories) + "/" + word(random) + std::to_string(number) +
           (random.below(2) ? ".rs" : ".cpp");
}

// Most counts are small, few are large.
std::uint64_t count(Random& random) {
    return random() >> (36 + random.below(28));
}

} // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int i, std::uint64_t otherwise) {
        return i < argc ? std::strtoull(argv[i], nullptr, 10) : otherwise;
    };
    const std::uint64_t size = argument(1, 100) * 1000 * 1000;
    const std::uint64_t events = argument(2, 1);
    const std::uint64_t run = argument(3, 0);

    std::string out = "desc: made by make_profile\ncmd: ./large-program\nevents:";
    static constexpr std::array names = {"Ir",   "I1mr", "ILmr", "Dr",  "D1mr", "DLmr", "Dw",
                                         "D1mw", "DLmw", "Bc",   "Bcm", "Bi",   "Bim"};
    for (std::uint64_t i = 0; i < events && i < names.size(); ++i)
        out += std::string(" ") + names[i];
    out += "\n";

    Random structure(1);
    Random counts(1000 + run);
    std::vector<std::uint64_t> total(events);
    std::uint64_t written = 0;
    for (std::uint64_t file = 0; written + out.size() < size; ++file) {
        out += "fl=" + file_name(structure, file) + "\n";
        for (std::uint64_t f = 1 + structure.below(30); f > 0; --f) {
            std::string name = function_name(structure, f);
            if (counts.below(10) == 0)
                name += " [" + std::to_string(run) + "]";
            out += "fn=" + name + "\n";
            std::uint64_t line = 1 + structure.below(3000);
            for (std::uint64_t row = 1 + structure.below(24); row > 0; --row) {
                out += std::to_string(line);
                line += 1 + structure.below(4);
                for (std::uint64_t event = 0; event < events; ++event) {
                    const std::uint64_t n =
                        event == 0 || structure.below(3) == 0 ? count(counts) : 0;
                    total[event] += n;
                    out += " " + std::to_string(n);
                }
                out += "\n";
            }
        }
        if (out.size() > 1 << 16) {
            std::fwrite(out.data(), 1, out.size(), stdout);
            written += out.size();
            out.clear();
        }
    }
    out += "summary:";
    for (const std::uint64_t n : total)
        out += " " + std::to_string(n);
    out += "\n";
    std::fwrite(out.data(), 1, out.size(), stdout);
    return std::fclose(stdout) == 0 ? 0 : 1;
}
