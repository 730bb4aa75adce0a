// SPDX-License-Identifier: GPL-2.0-or-later
// The laws of costs by data object, on generated profiles.
#include "algebra/diff.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "generator.hpp"
#include "model/count.hpp"
#include "model/row_finder.hpp"
#include "view/data_rows.hpp"

#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

namespace cg {
namespace {

// Returns all that tells one object from another, but for its period.
std::string identity(const DataObjects& data, const DataObject& object) {
    std::string text = std::to_string(static_cast<int>(object.kind)) + ' ' +
                       std::string(data.names[object.name]) + ' ' +
                       std::string(data.names[object.program]);
    if (object.kind == DataKind::static_data)
        text += ' ' + std::to_string(object.largest);
    for (std::uint32_t at = object.place; at != no_place; at = data.places[at].caller)
        text += " < " + std::string(data.names[data.places[at].file]) + ':' +
                std::string(data.names[data.places[at].function]) + ':' +
                std::to_string(data.places[at].line);
    return text;
}

using Cells = std::map<std::tuple<std::string, std::string, std::string, Line>, std::vector<Count>>;

bool is_heap(const DataObjects& data, std::size_t object) {
    return display_name(data, data.objects[object]).find(" in ") == std::string::npos;
}

// Without those that are 0, which no order of files is told by.
Cells cells_of(const Profile& profile) {
    Cells cells;
    const DataObjects& data = *profile.data;
    for (const auto& [cell, of_cell] : data.cells.rows()) {
        auto& counts =
            cells[{identity(data, data.objects[cell.object]), std::string(data.names[cell.file]),
                   std::string(data.names[cell.function]), cell.line}];
        counts.resize(data.events.size());
        add_to(counts, of_cell);
    }
    std::erase_if(cells, [](const auto& cell) { return is_zero(cell.second); });
    return cells;
}

using Numbers = std::map<std::string, std::vector<Count>>;

// The numbers of objects that have cells.
Numbers objects_of(const Profile& profile) {
    Numbers numbers;
    const DataObjects& data = *profile.data;
    for (std::size_t i = 0; i < data.objects.size(); ++i) {
        const DataObject& object = data.objects[i];
        auto& of = numbers[identity(data, object)];
        of = {object.blocks, object.live, static_cast<Count>(object.smallest),
              static_cast<Count>(object.largest), static_cast<Count>(object.period)};
        for (const DataField& field : data.fields_of(i))
            of.insert(of.end(), {field.offset, field.loaded, field.touched, field.missed});
    }
    return numbers;
}

// Each row has the sum of its cells, and each total is that of all objects.
void expect_sums(const Profile& profile) {
    const DataObjects& data = *profile.data;
    CountRows of_rows(data.events.size(), profile.costs.row_count());
    const auto rows = rows_of(data, profile.costs, profile.names);
    for (std::size_t i = 0; i < data.cells.size(); ++i) {
        ASSERT_TRUE(rows[i]);
        add_to(of_rows[*rows[i]], data.cells.counts(i));
    }
    const std::vector<Count> of_objects = counts_by_object(data).total();
    for (std::size_t column = 0; column < data.events.size(); ++column) {
        const auto event = profile.header.events.column(data.events[column]);
        if (!event)
            continue;
        EXPECT_EQ(of_objects[column], profile.summary[*event]);
        for (std::size_t row = 0; row < profile.costs.row_count(); ++row)
            EXPECT_EQ(of_rows[row][column], profile.costs.counts(row)[*event]);
    }
}

class DataLaws : public testing::TestWithParam<unsigned> {
  protected:
    Generator generator{GetParam()};
    // As a sum, in which no two objects are equal.
    Profile generate() {
        Profile p = read_profile(generator.text_with_data(), "generated");
        DataObjectsBuilder one;
        one.add(*p.data);
        p.data = std::move(one).finish();
        return p;
    }
};

TEST_P(DataLaws, WhatIsWrittenIsReadAgain) {
    const Profile p = generate();
    const std::string written = text(p);
    EXPECT_EQ(text(read_profile(written, "written")), written);
}

TEST_P(DataLaws, RowsAreSumsOfCells) {
    const Profile a = generate();
    const Profile b = generate();
    expect_sums(a);
    expect_sums(sum(a, b));
    expect_sums(by_function(a));
    expect_sums(diff(a, b, DiffBy::line));
    expect_sums(diff(a, b, DiffBy::function));
    expect_sums(with_base(diff(a, b, DiffBy::line), a));
    expect_sums(project(a, EventSet({"D1mw"})));
    expect_sums(rename(a, {}, [](std::string_view name) {
                    return std::string(name == "f1" ? "f2" : name);
                }).profile);
    expect_sums(relabel(a, [&](const FunctionCosts& f) {
        return a.names[f.function] == "f1" ? FunctionTarget{"???", "group", true}
                                           : FunctionTarget{a.names[f.file], a.names[f.function]};
    }));
    expect_sums(with_lines(a, [](NameId, Line line) { return line / 2; }));
    expect_sums(filter(a, [&](const FunctionCosts&, std::size_t row) { return row % 3 != 0; }));
}

TEST_P(DataLaws, MergeIsCommutative) {
    const Profile a = generate();
    const Profile b = generate();
    EXPECT_EQ(cells_of(sum(a, b)), cells_of(sum(b, a)));
    EXPECT_EQ(objects_of(sum(a, b)), objects_of(sum(b, a)));
}

TEST_P(DataLaws, MergeIsAssociative) {
    const Profile a = generate();
    const Profile b = generate();
    const Profile c = generate();
    EXPECT_EQ(cells_of(sum(sum(a, b), c)), cells_of(sum(a, sum(b, c))));
    EXPECT_EQ(objects_of(sum(sum(a, b), c)), objects_of(sum(a, sum(b, c))));
}

TEST_P(DataLaws, FilterThenMergeIsMergeThenFilter) {
    const Profile a = generate();
    const Profile b = generate();
    const auto filtered = [](const Profile& p) {
        return filter(p, [&](const FunctionCosts& f, std::size_t row) {
            return p.names[f.function] != "f1" && p.costs.line(row) != 2;
        });
    };
    EXPECT_EQ(cells_of(sum(filtered(a), filtered(b))), cells_of(filtered(sum(a, b))));
    const auto of_heap = [](const Profile& p) {
        return of_objects(p, [&](std::size_t object) { return is_heap(*p.data, object); });
    };
    EXPECT_EQ(cells_of(sum(of_heap(a), of_heap(b))), cells_of(of_heap(sum(a, b))));
    expect_sums(of_heap(a));
}

TEST_P(DataLaws, ObjectsAndTheOthersAreAll) {
    const Profile a = generate();
    const auto is_kept = [&](std::size_t object) { return is_heap(*a.data, object); };
    const Profile both = sum(of_objects(a, is_kept), of_objects(a, std::not_fn(is_kept)));
    EXPECT_EQ(cells_of(both), cells_of(a));
    EXPECT_EQ(both.summary,
              (std::vector<Count>{a.summary[1], a.summary[2]})); // all but instructions
}

TEST_P(DataLaws, DiffUndoesMerge) {
    const Profile a = generate();
    const Profile b = generate();
    EXPECT_EQ(cells_of(diff(b, sum(a, b), DiffBy::line)), cells_of(a));
    EXPECT_EQ(cells_of(diff(b, sum(a, b), DiffBy::function)), cells_of(by_function(a)));
    EXPECT_TRUE(cells_of(diff(a, a, DiffBy::line)).empty());
}

TEST_P(DataLaws, RenameThenMergeIsMergeThenRename) {
    const Profile a = generate();
    const Profile b = generate();
    const NameMap shorter = [](std::string_view name) {
        return std::string(name == "f2" ? "f1" : name);
    };
    const auto renamed = [&](const Profile& p) { return rename(p, shorter, shorter).profile; };
    EXPECT_EQ(cells_of(sum(renamed(a), renamed(b))), cells_of(renamed(sum(a, b))));
    EXPECT_EQ(objects_of(sum(renamed(a), renamed(b))), objects_of(renamed(sum(a, b))));
}

TEST_P(DataLaws, RowsOfObjectsHaveTheTotals) {
    Profile a = generate();
    a.calls.reset();
    const auto columns = [](const Profile& p) {
        return std::vector<Count>{p.summary[*p.header.events.column("D1mr")],
                                  p.summary[*p.header.events.column("D1mw")],
                                  p.summary[*p.header.events.column("D1m")]};
    };
    const std::vector<Count> wanted = {a.summary[1], a.summary[2],
                                       checked_add(a.summary[1], a.summary[2])};
    EXPECT_EQ(columns(by_object(a, [](std::string_view) { return true; })), wanted);
    EXPECT_EQ(columns(by_object(a, [](std::string_view name) { return name.starts_with('f'); })),
              wanted);
    // added to a profile without objects
    Profile b = generate();
    b.data.reset();
    const Profile both = sum(a, b);
    EXPECT_EQ(columns(by_object(both, [](std::string_view) { return true; }))[0], both.summary[1]);
}

INSTANTIATE_TEST_SUITE_P(Seeds, DataLaws, testing::Range(0U, 60U));

} // namespace
} // namespace cg
