// SPDX-License-Identifier: GPL-2.0-or-later
// Writes a profile as a large C++ and Rust program has: deep paths, long names, a dozen lines a
// function, counts of all sizes. The same arguments give the same bytes everywhere.
//
//     make_profile MEGABYTES [EVENTS [RUN [CALLS]]]
//
// EVENTS: 1 (Ir, the default), 9 (with the caches) or 13 (with branches too). Another RUN has
// other counts, and a tenth of its functions are others, as two versions of a program are.
// CALLS: none (the default), arcs (Callgrind's format, with about two calls in each function, as
// many as cg_show has) or tree (the same, and four nodes for each function).
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
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

class Maker {
  public:
    Maker(std::uint64_t events, std::uint64_t run, const std::string& calls)
        : events_(events),
          run_(run),
          has_calls_(calls != "none"),
          has_tree_(calls == "tree"),
          counts_(1000 + run),
          total_(events) {}

    void write(std::uint64_t size) {
        add_header();
        for (std::uint64_t file = 0; written_ + out_.size() + tree_size_ < size; ++file) {
            add_file(file);
            if (out_.size() > 1 << 16)
                flush();
        }
        if (has_tree_)
            add_tree();
        out_ += has_calls_ ? "totals:" : "summary:";
        add_counts(total_);
        flush();
    }

  private:
    struct Function {
        std::uint64_t file, line; // numbers of Callgrind's format
        std::vector<std::uint64_t> own;
    };

    void flush() {
        std::fwrite(out_.data(), 1, out_.size(), stdout);
        written_ += out_.size();
        out_.clear();
    }
    void add(const char* key, std::uint64_t number) { out_ += key + std::to_string(number); }
    void add_counts(const std::vector<std::uint64_t>& counts) {
        for (const std::uint64_t n : counts)
            add(" ", n);
        out_ += "\n";
    }
    // The name, after its number in a profile with calls.
    void add_name(const char* key, std::uint64_t number, const std::string& name) {
        out_ += key + (has_calls_ ? "(" + std::to_string(number) + ") " : "") + name + "\n";
    }
    std::vector<std::uint64_t> random_counts() {
        std::vector<std::uint64_t> counts(events_);
        for (std::uint64_t event = 0; event < events_; ++event)
            if (event == 0 || structure_.below(3) == 0)
                counts[event] = count(counts_);
        return counts;
    }

    void add_header() {
        if (has_calls_)
            out_ += "# callgrind format\nversion: 1\n";
        out_ += "desc: made by make_profile\ncmd: ./large-program\nevents:";
        static constexpr std::array names = {"Ir",   "I1mr", "ILmr", "Dr",  "D1mr", "DLmr", "Dw",
                                             "D1mw", "DLmw", "Bc",   "Bcm", "Bi",   "Bim"};
        for (std::uint64_t i = 0; i < events_ && i < names.size(); ++i)
            out_ += std::string(" ") + names[i];
        out_ += has_calls_ ? "\nob=(1) large-program\n" : "\n";
    }
    void add_file(std::uint64_t file) {
        add_name("fl=", file, file_name(structure_, file));
        for (std::uint64_t f = 1 + structure_.below(30); f > 0; --f) {
            std::string name = function_name(structure_, f);
            if (counts_.below(10) == 0)
                name += " [" + std::to_string(run_) + "]";
            add_name("fn=", functions_.size() + 1, name);
            add_function(file);
        }
    }
    void add_function(std::uint64_t file) {
        std::uint64_t line = 1 + structure_.below(3000);
        Function function{file, line, std::vector<std::uint64_t>(events_)};
        for (std::uint64_t row = 1 + structure_.below(24); row > 0; --row) {
            out_ += std::to_string(line);
            if (has_calls_ && row % 6 == 1 && !functions_.empty())
                line_of_call_ = line;
            line += 1 + structure_.below(4);
            const std::vector<std::uint64_t> counts = random_counts();
            for (std::uint64_t event = 0; event < events_; ++event) {
                total_[event] += counts[event];
                function.own[event] += counts[event];
            }
            add_counts(counts);
            if (line_of_call_ != 0)
                add_call();
        }
        if (has_calls_)
            functions_.push_back(std::move(function));
        if (has_tree_)
            tree_size_ += 20 + 4 * (12 + 3 * events_); // about
    }
    void add_call() {
        const std::uint64_t callee = random_callee();
        add("cfi=(", functions_[callee].file);
        add(")\ncfn=(", callee + 1);
        add(")\ncalls=", 1 + count(counts_));
        add(" ", functions_[callee].line);
        add("\n", line_of_call_);
        add_counts(random_counts());
        line_of_call_ = 0;
    }
    // As in cg_show's own profile: a fifth of all calls are of the same file, half of them are of
    // one in twenty functions.
    std::uint64_t random_callee() {
        const std::uint64_t functions = functions_.size();
        if (structure_.below(5) == 0)
            return functions - 1 - structure_.below(std::min(functions, std::uint64_t{15}));
        const double x = static_cast<double>(structure_() >> 11) / 9007199254740992.0; // 2^53
        return static_cast<std::uint64_t>(static_cast<double>(functions) * (x * x * x * x * x * x));
    }
    // Divides the own counts of each function among four nodes. All functions have one, then each
    // has one below the last of these, and so on: so no path occurs twice, as in the tool's files.
    void add_tree() {
        constexpr std::uint64_t parts = 4;
        add("\n#tree 1 nodes ", functions_.size() * parts);
        add(" functions ", functions_.size());
        out_ += " recursion 1 folded 0\n";
        for (std::uint64_t f = 0; f < functions_.size(); ++f) {
            add("#fn 1 ", functions_[f].file);
            add(" ", f + 1);
            add(" ", functions_[f].line);
            out_ += "\n";
        }
        out_ += "#root thread\n";
        std::uint64_t depth = 0, least_depth = 0;
        const std::uint64_t nodes = functions_.size() * parts;
        for (std::uint64_t node = 0; node < nodes; ++node) {
            if (node % functions_.size() == 0)
                least_depth = depth;
            const std::uint64_t up =
                structure_.below(std::min(depth - least_depth + 1, std::uint64_t{4}));
            depth = depth - up + 1;
            const Function& function = functions_[node % functions_.size()];
            const bool is_last = node + functions_.size() >= nodes;
            add("#", up);
            add(" ", node % functions_.size() + 1);
            add(" ", 1 + count(counts_));
            std::vector<std::uint64_t> counts = function.own;
            for (std::uint64_t& n : counts)
                n = is_last ? n - n / parts * (parts - 1) : n / parts;
            add_counts(counts);
        }
    }

    std::uint64_t events_;
    std::uint64_t run_;
    bool has_calls_;
    bool has_tree_;
    Random structure_{1};
    Random counts_;
    std::vector<std::uint64_t> total_;
    std::vector<Function> functions_; // of calls
    std::uint64_t line_of_call_ = 0;  // 0: none
    std::uint64_t tree_size_ = 0;     // of the text
    std::uint64_t written_ = 0;
    std::string out_;
};

} // namespace

int main(int argc, char** argv) {
    const auto argument = [&](int i, std::uint64_t otherwise) {
        return i < argc ? std::strtoull(argv[i], nullptr, 10) : otherwise;
    };
    Maker(argument(2, 1), argument(3, 0), argc > 4 ? argv[4] : "none")
        .write(argument(1, 100) * 1000 * 1000);
    return std::fclose(stdout) == 0 ? 0 : 1;
}
