// SPDX-License-Identifier: GPL-2.0-or-later
// A second opinion about data objects, which knows nothing of the tool. It reads the references
// that `lackey --trace-mem=yes` prints of tests/tool/programs/data_witness.c, and the log that this
// program wrote in the same run, simulates the caches as a textbook has them, and looks up each
// byte.
//
//     data-replay [--bytes] LOG <TRACE
//
// Prints OBJECT, its attributes and its counts, as tests/tool/data-sums does; then its fields.
//
// By default it follows the rule that what a block leaves of its last 16 bytes has no object (the
// allocator's words about the next block are there). With --bytes it does not: then what was there
// before a block began is still there after its last byte. The number of misses and of bytes of
// lines that the rule decides is printed.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

struct Entry {
    uint64_t address, size, element;
    char object[24];
    uint64_t kind;
};
enum Kind : uint64_t { none, variable, begins, ends };

struct Log {
    uint64_t address = 0, bytes = 0; // of the variable
    std::vector<Entry> entries;

    explicit Log(const char* path) {
        std::ifstream file(path, std::ios::binary);
        uint64_t head[3] = {};
        file.read(reinterpret_cast<char*>(head), sizeof head);
        address = head[0];
        bytes = head[2];
        entries.resize(head[1]);
        file.read(reinterpret_cast<char*>(entries.data()),
                  static_cast<std::streamsize>(entries.size() * sizeof(Entry)));
        if (!file) {
            std::cerr << "data-replay: no log " << path << '\n';
            std::exit(2);
        }
    }
};

enum Column {
    d1mr,
    dlmr,
    d1mw,
    dlmw,
    lines_1,
    cost_1,
    loss_1,
    uses_1,
    lines_2,
    cost_2,
    loss_2,
    columns
};

struct Word {
    uint64_t loaded = 0, touched = 0, missed = 0;
};

struct Object {
    std::string name;
    bool is_block = false;
    uint64_t blocks = 0, live = 0, most = 0, smallest = UINT64_MAX, largest = 0, period = 0;
    std::array<uint64_t, columns> counts = {};
    std::map<uint64_t, Word> bytes; // by offset

    void begin(uint64_t size, uint64_t element) {
        ++blocks;
        live += size;
        most = std::max(most, live);
        smallest = std::min(smallest, size);
        largest = std::max(largest, size);
        period = std::gcd(period, element);
    }
};

// The block that a byte is in.
struct Place {
    uint32_t block = 0; // its number; 0: none
    uint32_t rule = 0;  // 1: nobody's by the rule of the last 16 bytes
};
struct Block {
    Object* object;
    uint64_t address, size;
    bool lives;
};

bool follows_rule = true;
uint64_t misses_by_rule = 0, bytes_by_rule = 0;

class Memory {
  public:
    explicit Memory(const Log& log) : log_(log) {
        object("(others)");
        blocks_.push_back({nullptr, 0, 0, false});
        begin("log_entries", false, log.address, log.bytes, log.bytes);
    }

    Object* object(const std::string& name) {
        for (auto& o : objects_) {
            if (o->name == name)
                return o.get();
        }
        objects_.push_back(std::make_unique<Object>());
        objects_.back()->name = name;
        return objects_.back().get();
    }
    Object* others() const { return objects_.front().get(); }
    const std::vector<std::unique_ptr<Object>>& objects() const { return objects_; }

    // A store to `address`: if it completes the next entry of the log, that counts from now on.
    void store(uint64_t address) {
        if (next_ == log_.entries.size() ||
            address != log_.address + next_ * sizeof(Entry) + offsetof(Entry, kind))
            return;
        const Entry& e = log_.entries[next_++];
        switch (e.kind) {
        case variable:
        case begins:
            begin(e.object, e.kind == begins, e.address, e.size, e.element);
            break;
        case ends: {
            Block& b = blocks_[places_.at(e.address).block];
            if (!b.lives || b.address != e.address) {
                std::cerr << "data-replay: no block to end\n";
                std::exit(2);
            }
            b.lives = false;
            b.object->live -= b.size;
            break;
        }
        default:
            break;
        }
    }
    bool is_complete() const { return next_ == log_.entries.size(); }

    // The block with the byte; null: none.
    const Block* at(uint64_t address, bool& by_rule) const {
        const auto found = places_.find(address);
        by_rule = found != places_.end() && found->second.rule != 0 && found->second.block != 0;
        if (found == places_.end() || (follows_rule && found->second.rule != 0))
            return nullptr;
        return found->second.block == 0 ? nullptr : &blocks_[found->second.block];
    }

  private:
    void begin(const char* name, bool is_block, uint64_t address, uint64_t size, uint64_t element) {
        Object* const o = object(name);
        o->is_block = is_block;
        o->begin(size, element);
        const auto number = static_cast<uint32_t>(blocks_.size());
        blocks_.push_back({o, address, size, true});
        for (uint64_t i = 0; i < size; ++i)
            places_[address + i] = {number, 0};
        for (uint64_t at = address + size; at % 16 != 0; ++at)
            places_[at].rule = 1;
    }

    const Log& log_;
    size_t next_ = 0;
    std::vector<std::unique_ptr<Object>> objects_;
    std::vector<Block> blocks_;
    std::unordered_map<uint64_t, Place> places_;
};

struct Line {
    int level;
    uint64_t block;
    Object* object; // null: code
    bool is_data;
    std::vector<bool> used;
    uint64_t uses;
    std::shared_ptr<Line> below;
};

class Caches {
  public:
    explicit Caches(Memory& memory) : memory_(memory) {}

    void fetch(uint64_t address, unsigned size) {
        bool missed_1 = false, missed_2 = false;
        reference(code_, address, size, nullptr, false, missed_1, missed_2);
    }
    void data(uint64_t address, unsigned size, bool writes) {
        bool by_rule = false;
        const Block* const block = memory_.at(address, by_rule);
        Object* const o = block == nullptr ? memory_.others() : block->object;
        bool missed_1 = false, missed_2 = false;
        reference(data_, address, size, o, true, missed_1, missed_2);
        if (!missed_1)
            return;
        misses_by_rule += by_rule;
        o->counts[writes ? d1mw : d1mr] += 1;
        o->counts[writes ? dlmw : dlmr] += missed_2;
        if (block != nullptr) {
            ++o->bytes[address - block->address].missed;
        }
    }
    void settle() {
        for (Cache* const c : {&code_, &data_, &last_}) {
            for (auto& set : c->sets) {
                for (auto& line : set)
                    leave(*line);
                set.clear();
            }
        }
    }

  private:
    struct Cache {
        int level;
        size_t ways;
        std::vector<std::list<std::shared_ptr<Line>>> sets; // most recently used first
    };

    std::shared_ptr<Line> touch(Cache& cache, uint64_t block, Object* object, bool is_data,
                                bool& missed) {
        auto& set = cache.sets[block % cache.sets.size()];
        const auto found =
            std::find_if(set.begin(), set.end(), [&](auto& line) { return line->block == block; });
        if (found != set.end()) {
            set.splice(set.begin(), set, found);
            return set.front();
        }
        missed = true;
        if (set.size() == cache.ways) {
            leave(*set.back());
            set.pop_back();
        }
        set.push_front(std::make_shared<Line>(
            Line{cache.level, block, object, is_data, std::vector<bool>(64), 0, nullptr}));
        if (object != nullptr)
            ++object->counts[cache.level == 1 ? lines_1 : lines_2];
        return set.front();
    }

    void reference(Cache& level_1, uint64_t address, unsigned size, Object* object, bool is_data,
                   bool& missed_1, bool& missed_2) {
        std::vector<std::shared_ptr<Line>> touched, loaded;
        for (uint64_t block = address / 64; block <= (address + size - 1) / 64; ++block) {
            bool missed = false;
            auto line = touch(level_1, block, object, is_data, missed);
            touched.push_back(line);
            if (missed)
                loaded.push_back(line);
        }
        if (!loaded.empty()) {
            missed_1 = true;
            // All of a reference goes to the last level if a part of it missed.
            for (uint64_t block = address / 64; block <= (address + size - 1) / 64; ++block) {
                const auto line = touch(last_, block, object, is_data, missed_2);
                for (auto& l : loaded) {
                    if (l->block == block)
                        l->below = line;
                }
            }
        }
        for (auto& line : touched) {
            ++line->uses;
            for (uint64_t i = 0; i < 64; ++i)
                line->used[i] = line->used[i] || (address <= line->block * 64 + i &&
                                                  line->block * 64 + i < address + size);
        }
    }

    void leave(Line& line) {
        const auto unused =
            static_cast<uint64_t>(std::count(line.used.begin(), line.used.end(), false));
        if (line.level == 1 && line.below != nullptr) {
            line.below->uses += line.uses;
            for (size_t i = 0; i < 64; ++i)
                line.below->used[i] = line.below->used[i] || line.used[i];
        }
        if (line.object != nullptr) {
            auto& counts = line.object->counts;
            counts[line.level == 1 ? cost_1 : cost_2] += 1000 / std::max<uint64_t>(line.uses, 1);
            counts[line.level == 1 ? loss_1 : loss_2] += unused;
            if (line.level == 1)
                counts[uses_1] += line.uses;
        }
        if (line.level != 1 || !line.is_data)
            return;
        for (uint64_t i = 0; i < 64; ++i) {
            bool by_rule = false;
            const Block* const block = memory_.at(line.block * 64 + i, by_rule);
            bytes_by_rule += by_rule;
            if (block == nullptr)
                continue;
            Word& w = block->object->bytes[line.block * 64 + i - block->address];
            ++w.loaded;
            w.touched += line.used[i];
        }
    }

    Memory& memory_;
    Cache code_{1, 8, std::vector<std::list<std::shared_ptr<Line>>>(64)};
    Cache data_{1, 8, std::vector<std::list<std::shared_ptr<Line>>>(64)};
    Cache last_{2, 16, std::vector<std::list<std::shared_ptr<Line>>>(8192)};
};

void print(const Object& o) {
    const uint64_t period = o.period % 4 == 0 ? o.period : 0;
    if (o.name == "(others)") {
        std::cout << o.name;
    } else {
        // A variable is no block.
        std::cout << (o.is_block ? "heap " : "static ") << o.name
                  << " blocks=" << (o.is_block ? o.blocks : 0)
                  << " live=" << (o.is_block ? o.most : 0) << " sizes=" << o.smallest << '-'
                  << o.largest << " period=" << period;
    }
    for (const uint64_t n : o.counts)
        std::cout << ' ' << n;
    std::cout << '\n';
    if (period == 0)
        return;
    std::map<uint64_t, Word> words;
    for (const auto& [offset, w] : o.bytes) {
        const uint64_t in_period = offset % period;
        if (in_period >= 65536)
            continue;
        Word& to = words[in_period / 4 * 4];
        to.loaded += w.loaded;
        to.touched += w.touched;
        to.missed += w.missed;
    }
    for (const auto& [offset, w] : words)
        std::cout << "  " << offset << ' ' << w.loaded << ' ' << w.touched << ' ' << w.missed
                  << '\n';
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "--bytes") == 0)
        follows_rule = false;
    const Log log(argv[argc - 1]);
    Memory memory(log);
    Caches caches(memory);
    std::ios::sync_with_stdio(false);
    for (std::string text; std::getline(std::cin, text);) {
        unsigned long long address = 0;
        unsigned size = 0;
        if (text.size() < 4 || text[2] != ' ' ||
            std::sscanf(text.c_str() + 3, "%llx,%u", &address, &size) != 2)
            continue; // the end of lackey's report
        if (text[0] == 'I') {
            caches.fetch(address, size);
        } else {
            caches.data(address, size, text[1] == 'S');
            if (text[1] == 'S')
                memory.store(address);
        }
    }
    if (!memory.is_complete()) {
        std::cerr << "data-replay: the trace has not all stores into the log\n";
        return 1;
    }
    caches.settle();
    for (const auto& o : memory.objects())
        print(*o);
    std::cout << "by the rule of the last 16 bytes: " << misses_by_rule << " misses, "
              << bytes_by_rule << " bytes of lines\n";
}
