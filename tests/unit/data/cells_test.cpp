// SPDX-License-Identifier: GPL-2.0-or-later
// The causes of misses in cells, of random traces on a few objects against the naive caches.
#include "data/cells.hpp"

#include "../sim/hierarchy.hpp"
#include "../sim/naive_causes.hpp"
#include "../sim/random_addresses.hpp"
#include "data/observer.hpp"
#include "memory.hpp"

#include <array>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace cg::data {
namespace {

std::unique_ptr<DataObjects> objects;
struct Source {
    static DataObjects& objects() { return *data::objects; }
};

// A cell of the naive side.
struct NaiveCell {
    size_t object = 0;
    std::array<uint64_t, most_columns> counts = {};
};

TEST(CausesByObject, AreThoseOfTheNaiveCaches) {
    using Observer = sim::WithCauses<MissesByObject<Source>, sim::TestPages>;
    constexpr sim::Geometries g = {{1024, 2, 64}, {2048, 2, 64}, {16384, 4, 64}};
    constexpr Address heap = 0x1000000;
    constexpr Address apart = Address{1} << 30;
    objects = std::make_unique<DataObjects>(memory());
    ASSERT_TRUE(objects->start(false, true));
    std::vector<uint32_t> numbers;
    for (Address i = 0; i < 5; ++i) {
        numbers.push_back(objects->object(Kind::heap, {1 + i}));
        objects->begin_block(heap + i * apart, apart, numbers.back(), apart);
    }
    sim::MachineWith<Observer> machine(g);
    sim::naive::HierarchyWithCauses naive(g.code, g.data, g.last);
    sim::Addresses addresses(11, 4096);
    std::vector<std::array<sim::Count, 1>> lines(7); // of code
    std::map<std::pair<const void*, uint32_t>, NaiveCell> cells;
    uint64_t caused_1 = 0;
    uint64_t caused_last = 0;
    for (int i = 0; i < 100'000; ++i) {
        const uint64_t r = addresses.bits();
        auto& line = lines[r % lines.size()];
        const CountedCode code = {line.data(), &line};
        const size_t object = (r >> 8) % numbers.size();
        const Address address = heap + object * apart + addresses.next(heap) % 16384;
        const sim::Word size = 1 + (r >> 16) % 16;
        const bool is_write = (r >> 32 & 1) != 0;

        NaiveCell& of_data = cells[{&line, numbers[object]}];
        of_data.object = object;
        const sim::Causes expected = naive.reference(address, size, &of_data);
        const auto column = [&](unsigned misses, sim::Cause cause) -> uint64_t& {
            return of_data.counts.at(first_cause + 3 * misses + static_cast<unsigned>(cause));
        };
        if (expected.level1 != sim::Cause::none)
            ++column(is_write ? 2 : 0, expected.level1);
        if (expected.last_level != sim::Cause::none)
            ++column(is_write ? 3 : 1, expected.last_level);
        const auto count_caused = [&](void* left_for, unsigned caused, uint64_t& sum) {
            auto& by = *static_cast<NaiveCell*>(left_for);
            if (by.object == object)
                return;
            ++by.counts.at(caused);
            ++sum;
        };
        if (expected.level1 == sim::Cause::conflict)
            count_caused(naive.left_for().level1, conflicts_caused_1, caused_1);
        if (expected.last_level == sim::Cause::conflict)
            count_caused(naive.left_for().last_level, conflicts_caused_last, caused_last);

        Observer& observer = machine.observer();
        if (machine.reference(address, size, {&code}).level1) {
            const sim::LeftFor left_for = observer.causes.left_for();
            count_causes(*observer.cell, is_write, observer.causes.take(observer.cell), left_for);
        }
    }
    EXPECT_GT(caused_1, 1000U);
    EXPECT_GT(caused_last, 1000U);
    objects->cells().for_each([&](const Cell& c) {
        const auto found = cells.find({c.code.line, c.object});
        ASSERT_NE(found, cells.end());
        for (size_t i = 0; i < most_columns; ++i)
            ASSERT_EQ(c.counts[i], found->second.counts[i]) << c.object << ' ' << i;
        cells.erase(found);
    });
    for (const auto& [key, rest] : cells)
        EXPECT_EQ(rest.counts, (NaiveCell{}.counts)) << key.second;
}

} // namespace
} // namespace cg::data
