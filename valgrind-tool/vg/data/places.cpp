// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/data/places.hpp"

#include "vg/core/hash_table.hpp"
#include "vg/core/internals.hpp"
#include "vg/where/code_location.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

constinit HashTable<Place> places;

// The path that leads to a node.
struct NodePlace {
    const Node* node;
    const Place* place; // null: the node is a root
    NodePlace* next_in_bucket = nullptr;

    static UInt hash_of(const Node* of) {
        const auto address = reinterpret_cast<UWord>(of) / node_alignment;
        return static_cast<UInt>(address ^ address >> 12);
    }
    static UInt hash_of(const NodePlace& n) { return hash_of(n.node); }
};

constinit HashTable<NodePlace> node_places;

const NodePlace* find_node(const Node* node) {
    return node_places.find(NodePlace::hash_of(node),
                            [=](const NodePlace& n) { return n.node == node; });
}

const NodePlace* add_node(const Node* node, const Place* place) {
    auto* const added = allocate<NodePlace>();
    *added = {node, place};
    node_places.add(added);
    return added;
}

const HChar* name_of(const Callee& callee) {
    return callee.is_nameless ? callee.name : callee.lines_name;
}

// Returns the path that leads to the node; null for a root.
const Place* place_of_node(const Node* node) {
    SizeT unknown_nodes = 0;
    const NodePlace* known = nullptr;
    const Node* n = node;
    for (; n->callee != nullptr && (known = find_node(n)) == nullptr; n = n->parent)
        ++unknown_nodes;
    const Place* place = known != nullptr ? known->place : nullptr;
    if (unknown_nodes == 0)
        return place;
    // From the known one down.
    const SizeT bytes = unknown_nodes * sizeof(const Node*);
    auto** const path = static_cast<const Node**>(try_allocate(bytes));
    if (path == nullptr) { // it is deep
        note_memory_ran_out();
        return nullptr;
    }
    n = node;
    for (SizeT i = unknown_nodes; i != 0; n = n->parent)
        path[--i] = n;
    for (SizeT i = 0; i < unknown_nodes; ++i) {
        const Callee& callee = *path[i]->callee;
        place = place_of(place, callee.file, name_of(callee), 0);
        add_node(path[i], place);
    }
    release(path, bytes);
    return place;
}

// A function that the core names at an address: the function that contains it, or one that was
// inlined there.
struct FunctionAtAddress {
    const HChar* file;
    const HChar* function;
    UInt line;
};

// Parses a description of the core, which is "0xADDRESS: FUNCTION (FILE:LINE)".
bool parse(const HChar* text, FunctionAtAddress& frame) {
    const HChar* const function = VG_(strstr)(text, ": ");
    if (function == nullptr)
        return false;
    const SizeT length = VG_(strlen)(function);
    SizeT open = length;
    while (open != 0 && !(function[open] == '(' && function[open - 1] == ' '))
        --open;
    SizeT colon = length;
    while (colon > open && function[colon] != ':')
        --colon;
    if (open < 4 || colon <= open)
        return false;
    frame.function = intern(Text(function + 2, open - 3));
    frame.file = intern(Text(function + open + 1, colon - open - 1));
    frame.line = static_cast<UInt>(VG_(strtoull10)(function + colon + 1, nullptr));
    return true;
}

// Shows whole paths in the core's descriptions while an object of this class exists.
class WholePaths {
  public:
    WholePaths() {
        if (&VG_(clo_fullpath_after) == nullptr)
            return;
        static constinit XArray* whole = nullptr;
        if (whole == nullptr) {
            const HChar* const no_prefix = "";
            whole = VG_(newXA)(VG_(malloc), "cachegrind.places", VG_(free), sizeof(HChar*));
            VG_(addToXA)(whole, &no_prefix);
        }
        before_ = VG_(clo_fullpath_after);
        VG_(clo_fullpath_after) = whole;
    }
    ~WholePaths() {
        if (&VG_(clo_fullpath_after) != nullptr)
            VG_(clo_fullpath_after) = before_;
    }
    WholePaths(const WholePaths&) = delete;
    WholePaths& operator=(const WholePaths&) = delete;

  private:
    XArray* before_ = nullptr;
};

// Reads the functions at the address, the innermost first, of which the last one contains it.
// Returns their number, which is not 0.
constexpr unsigned max_frames = 64;
unsigned frames_at(Addr address, FunctionAtAddress (&frames)[max_frames]) {
    const WholePaths paths;
    const DiEpoch now = VG_(current_DiEpoch)();
    unsigned count = 0;
    InlIPCursor* const cursor = VG_(new_IIPC)(now, address);
    do {
        FunctionAtAddress frame = {};
        if (!parse(VG_(describe_IP)(now, address, cursor), frame))
            break;
        if (count < max_frames)
            frames[count++] = frame;
    } while (VG_(next_IIPC)(cursor));
    VG_(delete_IIPC)(cursor);
    // The tool's own name of the line, as in all rows: the core's text may differ.
    const CodeLocation at = location_of(address, address);
    if (count == 0)
        count = 1;
    frames[0].file = at.file;
    frames[0].line = at.line;
    frames[count - 1].function = at.function;
    return count;
}

// Returns the node of the function that contains the call: a function that ends with a jump to the
// allocation function is below it.
const Node* node_around(Addr address, const Node* node) {
    const Callee* const around = known_callee_at(address);
    const Node* n = node;
    while (n->callee != nullptr && n->callee != around)
        n = n->parent;
    return n->callee != nullptr ? n : node;
}

} // namespace

UInt Place::hash_of(const Place& p) {
    UWord hash = reinterpret_cast<UWord>(p.caller) >> 4;
    hash = hash * 31 + (reinterpret_cast<UWord>(p.file) >> 4);
    hash = hash * 31 + (reinterpret_cast<UWord>(p.function) >> 4);
    hash = (hash * 31 + p.line) * 2654435761u;
    return static_cast<UInt>(hash ^ hash >> 16);
}

const Place* place_of(const Place* caller, const HChar* file, const HChar* function, UInt line) {
    const Place wanted = {caller, file, function, line};
    const Place* const found = places.find(Place::hash_of(wanted), [&](const Place& p) {
        return p.caller == caller && p.function == function && p.file == file && p.line == line;
    });
    if (found != nullptr)
        return found;
    auto* const added = allocate<Place>();
    *added = wanted;
    places.add(added);
    return added;
}

const Place* place_of_call(Addr return_address, const Node* node) {
    const Addr call = return_address - 1;
    FunctionAtAddress frames[max_frames];
    const unsigned count = frames_at(call, frames);
    FunctionAtAddress& outermost = frames[count - 1];
    const bool has_symbol = outermost.function != unknown;
    const Place* place = nullptr;
    if (node != nullptr && node->callee != nullptr) {
        const Node* const around = has_symbol ? node_around(call, node) : node;
        place = around->parent != nullptr ? place_of_node(around->parent) : nullptr;
        if (!has_symbol)
            outermost.function = name_of(*node->callee);
    } else if (!has_symbol) {
        outermost.function = name_without_symbol(call);
    }
    for (unsigned i = count; i != 0; --i) {
        const FunctionAtAddress& f = frames[i - 1];
        place = place_of(place, f.file, f.function, f.line);
    }
    return place;
}

const Place* place_of_function(const Callee* callee) {
    return callee == nullptr ? nullptr : place_of(nullptr, callee->file, name_of(*callee), 0);
}

const Place* place_of_nearest(const Node* node) {
    constexpr unsigned most = 3;
    const Callee* nearest[most] = {};
    unsigned count = 0;
    for (; count < most && node->callee != nullptr; node = node->parent)
        nearest[count++] = node->callee;
    const Place* place = nullptr;
    while (count != 0) {
        const Callee& callee = *nearest[--count];
        place = place_of(place, callee.file, name_of(callee), 0);
    }
    return place;
}

void forget_nodes_of_places() {
    node_places.clear([](NodePlace* n) { release(n, sizeof *n); });
}

void forget_numbers_of_places() {
    places.for_each([](const Place& place) { place.number = 0; });
}

void read_inlined_functions() {
    if (&VG_(clo_read_inline_info) != nullptr)
        VG_(clo_read_inline_info) = True;
}

} // namespace cg::vg
