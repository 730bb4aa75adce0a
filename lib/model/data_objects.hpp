// SPDX-License-Identifier: GPL-2.0-or-later
// The objects of data of a run, and the costs of each line of code on each of them. The tool writes
// them with --data-objects=yes (cachegrind-out(5), "Costs by data object").
#pragma once

#include "model/change.hpp"
#include "model/containers.hpp"
#include "model/count_table.hpp"
#include "model/event_set.hpp"
#include "model/fwd.hpp"
#include "model/names.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {

enum class DataKind : std::uint8_t {
    heap,        // blocks that were allocated on one path
    static_data, // a variable, or a section of a program or library
    stack,       // frames of a function, or the stacks
    map,         // a mapped file, or memory
    code,        // lines of code, in the caches
    other,
};
// Their names in files, in the order of DataKind.
inline constexpr std::array<std::string_view, 6> data_kinds = {"heap", "static", "stack",
                                                               "map",  "code",   "other"};

inline constexpr std::uint32_t no_place = 0xffffffff;

// A call on the path to an allocation; or a function, whose frames are an object.
struct DataPlace {
    NameId file;
    NameId function;
    Line line;            // 0: not known
    std::uint32_t caller; // the index of the place around it, which is smaller; or no_place

    bool operator==(const DataPlace&) const = default;
    friend std::size_t hash_of(const DataPlace& place) {
        return hash_of_pair(place.file, place.line) ^ hash_of_pair(place.function, place.caller);
    }
};

// Data that a reader of a profile takes for one thing.
struct DataObject {
    DataKind kind;
    std::uint32_t place;    // the index of the innermost one of its path, or no_place
    NameId name;            // of a variable or a mapped file, and the like; empty: it has none
    NameId program;         // of static_data: the path of its program or library; else empty
    Count blocks;           // how often it was allocated
    Count bytes;            // asked for in all these; 0 unless DataObjects::has_allocations
    Count live;             // bytes, at most at one time
    std::uint64_t smallest; // size of its blocks
    std::uint64_t largest;
    std::uint64_t period; // the greatest common divisor of its sizes; 0: no fields are known
};

// A word of an object's blocks, all of which are folded to one period.
struct DataField {
    std::uint32_t object;
    std::uint32_t offset; // in bytes
    Count loaded;         // bytes of it that the first-level cache loaded, over all loads
    Count touched;        // those of them that were used before the line left the cache
    Count missed;         // references that missed there, and whose first byte is in it
};

// A line of code that has costs on an object.
struct DataCell {
    std::uint32_t object;
    NameId file;
    NameId function; // "???": it has no name
    Line line;

    bool operator==(const DataCell&) const = default;
    friend std::size_t hash_of(const DataCell& cell) {
        return hash_of_pair(cell.object, cell.line) ^ hash_of_pair(cell.file, cell.function);
    }
};

// The names of what objects have beside costs, in views and in conditions.
inline constexpr std::string_view blocks_event = "Blocks";
inline constexpr std::string_view bytes_event = "Bytes";
inline constexpr std::string_view live_event = "Live";

// A value of its own, with its own names. All costs are sums of cells: an object's over its cells,
// and those of a row of the profile over the cells of its line.
struct DataObjects {
    // The columns of cells: events of the profile and, with the use of caches, Lines1, Uses1 and
    // Lines2, which no profile has.
    EventSet events;
    std::uint32_t word = 4;  // bytes of a field; 0: profiles with different ones were added
    std::uint32_t line = 64; // bytes of a line of the first-level cache; 0: likewise
    // The objects of kind heap are all blocks that were allocated, with their bytes. Else they are
    // those that have cells, and their bytes are not known: files of version 1 are so.
    bool has_allocations = false;
    // Bytes of all heap blocks together, at most at one time. Nothing: not known.
    std::optional<Count> live = std::nullopt;
    // Other numbers of the run, by name: "over_live" and the like.
    std::vector<std::pair<std::string, Count>> notes;
    Names names;
    std::vector<DataPlace> places;
    std::vector<DataObject> objects;
    std::vector<DataField> fields; // by object
    CountTable<DataCell> cells;

    // Returns the number of this name; 0 if there is none.
    Count note(std::string_view name) const;
    std::span<const DataField> fields_of(std::size_t object) const;
    // Returns the names of the functions on the path of an object, the innermost first: no more
    // than `max` of them.
    std::vector<std::string_view> path_of(const DataObject& object, std::size_t max) const;
};

// The name that views show and that regular expressions are searched in:
//
//   list.c:12 < add < main      blocks: the line that allocates, its function, the callers
//   table in prog               static_data
//   stack of main, (stack)      frames
//   /etc/passwd                 a mapped file; others have the names that the tool gives them
//
// Files are without their directories. A path ends with main, if it leads there, and with "< ..."
// after 64 functions.
std::string display_name(const DataObjects& data, const DataObject& object);

// Returns false for a sum of profiles whose fields or lines have different sizes: its objects have
// no fields.
bool has_fields(const DataObjects& data);

// The heap blocks of all objects: their number, and the bytes that were asked for.
struct Allocations {
    Count blocks = 0;
    Count bytes = 0;
};
// Throws std::overflow_error.
Allocations allocations_of(const DataObjects& data);

// Returns a row for each object: the sum of its cells. Throws std::overflow_error.
CountRows counts_by_object(const DataObjects& data);

// ---- changes ----------------------------------------------------------------

using IsKept = std::function<bool(std::size_t index)>;

// Keeps the cells for which is_kept(index) is true, without the objects that have none of them. An
// object that loses some of its cells loses its fields. Heap objects that had no cells
// stay if has_allocations and is_kept_object(index) are true.
DataObjects kept_cells(const DataObjects& data, const IsKept& is_kept,
                       const IsKept& is_kept_object);

// Returns the source line that allocates the blocks of an object, which must have a place, as rows
// of the profile have it: the file and line of the call, and the function whose code it is, in
// which others may have been inlined. Its caller means nothing.
DataPlace allocating_line(const DataObjects& data, const DataObject& object);

// Keeps the columns of these events, and of Lines1 and Uses1 if AcCost1 or SpLoss1 is one of them;
// of Lines2, if AcCost2 or SpLoss2 is. Without columns, allocations are left, or nothing.
std::optional<DataObjects> projected(const DataObjects& data, const EventSet& events);

// With new lines, joins objects whose paths become the same, if their periods are. Returns nothing
// if no column and no allocation is left. Throws std::overflow_error.
std::optional<DataObjects> changed(DataObjects data, const Change& change);

// Sums the cells of each function and object in one, at line 0. Throws std::overflow_error.
DataObjects by_function(DataObjects data);

// Returns `name` for each column, and each base: of a difference, whose bases are columns, too.
DataObjects with_base_columns(DataObjects data);

// Adds DataObjects. Objects are equal if their kinds, names, programs and the texts of their paths
// are, and variables if their sizes are, too; cells, if their objects, files, functions and lines
// are.
class DataObjectsBuilder {
  public:
    enum class Mode {
        // Of two runs, or of objects that get one name: the larger number of live bytes, and the
        // greatest common divisor of the periods, to which fields are folded.
        sum,
        // Of a run and another one that is negated: objects are equal only if their periods are,
        // too; live bytes add up as all counts do.
        difference,
    };
    explicit DataObjectsBuilder(Mode mode = Mode::sum) : mode_(mode) {}

    // Columns are matched by their names, not by those of the change; those that one side lacks are
    // 0 there. Throws std::overflow_error.
    void add(const DataObjects& from, const Change& change = {});

    // Returns nothing if nothing was added.
    std::optional<DataObjects> finish() &&;

  private:
    struct ObjectKey {
        DataKind kind{};
        std::uint32_t place{};
        NameId name{}, program{};
        std::uint64_t size{}, period{}; // 0: need not be equal
        bool operator==(const ObjectKey&) const = default;
        friend std::size_t hash_of(const ObjectKey& key) {
            return hash_of_pair(key.place, key.name) ^
                   hash_of_pair(key.program, key.size ^ key.period ^ key.period >> 32);
        }
    };
    void add_columns(const EventSet& events);
    void add_notes(const DataObjects& from);
    std::uint32_t add_object(DataObject object);

    Mode mode_;
    bool is_empty_ = true;
    DataObjects made_;
    FlatIndex<DataPlace> places_;
    FlatIndex<ObjectKey> objects_;
    FlatIndex<DataCell> cells_;
};

} // namespace cg
