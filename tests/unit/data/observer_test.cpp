// SPDX-License-Identifier: GPL-2.0-or-later
// Cells and fields of random references on random blocks, against the naive caches and the naive
// map, in which each byte of a line that leaves is looked up.
#include "data/observer.hpp"

#include "../sim/naive_use.hpp"
#include "../sim/random_addresses.hpp"
#include "../sim/used_hierarchy.hpp"
#include "memory.hpp"
#include "naive_map.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace cg::data {

struct Three {
    sim::Geometry code, data, last;
};
static void PrintTo(const Three& g, std::ostream* out) {
    for (const sim::Geometry& cache : {g.code, g.data, g.last})
        *out << ' ' << cache.size << ',' << cache.associativity << ',' << cache.line_size;
}

namespace {

std::unique_ptr<DataObjects> observed;
struct Observed {
    static DataObjects& objects() { return *observed; }
};

using Counts = std::array<uint64_t, most_columns>;

struct Line {
    std::array<sim::Count, sim::use_columns> counts = {};
    CountedCode counted() { return {counts.data(), this}; }
};

// An object of the naive side.
struct NaiveObject {
    uint64_t divisor = 0;
    bool was_loaded = false;
    std::map<uint64_t, Field> bytes; // by offset in the period of that time
    bool has_fields() const { return divisor != 0 && divisor % word_bytes == 0; }
};

struct Naive {
    naive::Map map;
    std::map<uint32_t, NaiveObject> objects;

    uint32_t object_at(uint64_t address) const {
        const uint32_t object = map.find(address).object;
        return object == 0 ? DataObjects::unknown : object;
    }
    // Returns the counts of the byte; null: it has no field.
    Field* byte(uint64_t address) {
        const FoundObject found = map.find(address);
        if (found.object == 0)
            return nullptr;
        NaiveObject& o = objects[found.object];
        if (!o.has_fields())
            return nullptr;
        o.was_loaded = true;
        const uint64_t offset = found.offset % o.divisor;
        return offset < most_field_bytes ? &o.bytes[offset] : nullptr;
    }
    void begin_block(Address at, uint64_t size, uint32_t object) {
        map.begin_block(at, size, object);
        NaiveObject& o = objects[object];
        o.divisor = greatest_common_divisor(o.divisor, size);
        if (!o.has_fields())
            o.bytes.clear();
    }
};

// The code that loads a line, and the object for which it is loaded.
struct NaiveCounts : sim::naive::Loader {
    Counts counts = {};
    Naive* naive = nullptr;
    bool is_code = false;

    void charge(const sim::naive::Charge& c) override {
        const size_t column = c.level == 1 ? access_cost_1 : access_cost_last;
        counts[column] += c.access_cost;
        counts[column + 1] += c.spatial_loss;
        ++counts[c.level == 1 ? lines_1 : lines_last];
    }
    void leave(const sim::naive::Line& line) override {
        if (line.level != 1)
            return;
        counts[uses_1] += line.uses;
        for (size_t i = 0; i < line.used.size() && !is_code; ++i) {
            if (Field* const f = naive->byte(line.block * line.used.size() + i)) {
                ++f->loaded;
                f->touched += line.used[i];
            }
        }
    }
};

void expect_equal_fields(const NaiveObject& naive, const Object& o, uint32_t number) {
    ASSERT_EQ(naive.has_fields() && naive.was_loaded, o.fields.exist()) << number;
    if (!o.fields.exist())
        return;
    ASSERT_EQ(naive.divisor, o.period());
    std::vector<Field> folded(Fields::count_for(o.period()));
    for (const auto& [offset, f] : naive.bytes) {
        Field& to = folded.at(offset % o.period() / word_bytes);
        to.loaded += f.loaded;
        to.touched += f.touched;
        to.missed += f.missed;
    }
    o.fields.for_each([&](uint32_t i, const Field& f) {
        ASSERT_EQ(f.loaded, folded.at(i).loaded) << number << ' ' << i;
        ASSERT_EQ(f.touched, folded.at(i).touched) << number << ' ' << i;
        ASSERT_EQ(f.missed, folded.at(i).missed) << number << ' ' << i;
    });
}

class RandomUseByObject : public testing::TestWithParam<Three> {};

TEST_P(RandomUseByObject, IsThatOfTheNaiveCachesAndMap) {
    const Three& g = GetParam();
    observed = std::make_unique<DataObjects>(memory());
    ASSERT_TRUE(observed->start(true, false));
    using Observer = UseByObject<Observed>;
    sim::UsedMachineWith<Observer> machine(g.code, g.data, g.last);
    Naive naive;
    std::map<std::pair<const void*, uint32_t>, NaiveCounts> cells;
    sim::naive::UsedCaches caches(g.code, g.data, g.last); // charges cells until its end
    const auto cell = [&](const void* code, uint32_t object) -> NaiveCounts& {
        NaiveCounts& c = cells[{code, object}];
        c.naive = &naive;
        c.is_code = object == DataObjects::code;
        return c;
    };
    sim::Addresses code(3, g.code.size), data(4, g.data.size);
    std::vector<Line> lines(40);
    std::vector<sim::Count> node(sim::use_columns);
    const sim::Word smallest = std::min(g.code.line_size, g.data.line_size);
    constexpr Address heap = 0x1000000;
    std::vector<Address> begun = {heap};

    for (int i = 0; i < 100'000; ++i) {
        const uint64_t r = data.bits();
        Line& line = lines[(r >> 20) % lines.size()];
        if (r % 16 == 0) { // a block, of one size for an object, or of many
            const uint32_t object = observed->object(Kind::heap, {1 + r / 16 % 60});
            const uint64_t element = r / 1024 % 2 == 0 ? 8 * (object % 7) : 4 * (r / 2048 % 70);
            const uint64_t size = r >> 40 & 31 ? element : element * (r >> 48 & 511);
            // Not at 0, where no program has data: a line there is taken for one of code.
            const Address at =
                std::max<Address>(data.next(heap) / 16 * 16 % (Address{1} << 40), 4096);
            if (size != 0) {
                observed->begin_block(at, size, object, size);
                naive.begin_block(at, size, object);
                begun.push_back(at);
            }
        } else if (r % 16 == 1) {
            const Address at = begun[r / 16 % begun.size()];
            ASSERT_EQ(observed->end_block(at), naive.map.end_block(at));
        }
        const CountedCode counted = line.counted();
        typename Observer::Owner owner;
        owner.node = node.data();
        owner.code = &counted;
        const sim::Word instruction = code.next(0x400000);
        const sim::Word instruction_size = 1 + (r >> 26) % std::min<sim::Word>(15, smallest);
        machine.fetch(instruction, instruction_size, owner, (r >> 30 & 1) != 0);
        caches.fetch(instruction, instruction_size, cell(&line, DataObjects::code));

        const sim::Word address = data.next(heap);
        const sim::Word size = 1 + (r >> 32) % ((r >> 40 & 1) != 0 ? smallest : 8);
        NaiveCounts& of_data = cell(&line, naive.object_at(address));
        const sim::Misses misses = machine.reference(address, size, owner, (r >> 31 & 1) != 0);
        ASSERT_EQ(misses, caches.reference(address, size, of_data)) << i;
        if (misses.level1) {
            ++machine.use().cell->counts[read_miss_1];
            ++of_data.counts[read_miss_1];
            if (Field* const f = naive.byte(address))
                ++f->missed;
        }
    }
    machine.use().settle_all();
    observed->cells().set_use_of_code(0);
    observed->cells().set_use_of_code(0); // as for a part of a run
    caches.settle();

    ASSERT_TRUE(observed->is_complete());
    Counts total = {};
    observed->cells().for_each([&](const Cell& c) {
        const auto found = cells.find({c.code.line, c.object});
        ASSERT_NE(found, cells.end());
        for (size_t i = 0; i < use_columns_end; ++i) {
            ASSERT_EQ(c.counts[i], found->second.counts[i]) << c.object << ' ' << i;
            total[i] += c.counts[i];
        }
        cells.erase(found);
    });
    for (const auto& [key, rest] : cells)
        EXPECT_EQ(rest.counts, Counts{}) << key.second;
    std::array<uint64_t, sim::use_columns> of_lines = {};
    for (const Line& line : lines) {
        for (size_t i = 0; i < sim::use_columns; ++i)
            of_lines[i] += line.counts[i];
    }
    EXPECT_EQ(of_lines, (std::array<uint64_t, 4>{node[0], node[1], node[2], node[3]}));
    EXPECT_EQ(of_lines[0], total[access_cost_1]);
    EXPECT_EQ(of_lines[1], total[spatial_loss_1]);
    EXPECT_EQ(of_lines[2], total[access_cost_last]);
    EXPECT_EQ(of_lines[3], total[spatial_loss_last]);
    int with_fields = 0;
    for (const auto& [number, o] : naive.objects) {
        expect_equal_fields(o, observed->objects()[number], number);
        with_fields += o.was_loaded && o.has_fields();
    }
    EXPECT_GT(with_fields, 10) << "fields that prove nothing";
    EXPECT_GT(total[lines_1], 10'000U);
}

INSTANTIATE_TEST_SUITE_P(Caches, RandomUseByObject,
                         testing::Values(Three{{1024, 2, 64}, {1024, 2, 64}, {8192, 4, 64}},
                                         Three{{32768, 8, 64}, {32768, 8, 64}, {65536, 8, 64}},
                                         Three{{49152, 12, 64}, {49152, 12, 64}, {65536, 4, 64}},
                                         Three{{1024, 2, 32}, {2048, 4, 16}, {8192, 4, 64}},
                                         Three{{4096, 2, 128}, {4096, 2, 128}, {16384, 4, 256}}));

TEST(MissesByObject, AreThoseOfTheObjectAtTheFirstByte) {
    observed = std::make_unique<DataObjects>(memory());
    ASSERT_TRUE(observed->start(false, false));
    const uint32_t object = observed->object(Kind::heap, {1});
    observed->begin_block(0x10020, 64, object, 64);
    MissesByObject<Observed> observer;
    Line line;
    const CountedCode counted = line.counted();
    observer.missed(observer.data, {&counted}, 0x1003c);
    ASSERT_NE(observer.cell, nullptr);
    EXPECT_EQ(observer.cell->object, object);
    EXPECT_EQ(observer.cell->code.line, &line);
    observed->objects()[object].fields.for_each(
        [](uint32_t word, const Field& f) { EXPECT_EQ(f.missed, word == 7 ? 1U : 0U) << word; });
    observer.missed(observer.code, {&counted}, 0x10020);
    EXPECT_EQ(observer.cell->object, object);
    observer.missed(observer.data, {&counted}, 0x1001f); // extends into the block
    EXPECT_EQ(observer.cell->object, DataObjects::unknown);
}

} // namespace
} // namespace cg::data
