// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/call_functions.hpp"

#include "vg/core/sort.hpp"
#include "vg/output/name_choice.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

template <typename T>
Int compare_functions(const T& left, const T& right) {
    const Int names = compare(left.name, right.name);
    if (names != 0)
        return names;
    const Int files = compare(left.file, right.file);
    return files != 0 ? files : compare(left.object, right.object);
}

// Functions that show alike are next to each other, in an order that does not depend on which was
// called first.
bool precedes(const Callee* left, const Callee* right) {
    Int order = compare_functions(*left, *right);
    if (order == 0)
        order = compare(left->symbol, right->symbol);
    return order != 0 ? order < 0 : left->entry < right->entry;
}

// Returns true if these are one function, whose name was told while the program ran.
bool is_same(const Callee& left, const Callee& right) {
    return compare_functions(left, right) == 0 && compare(left.symbol, right.symbol) == 0 &&
           left.entry == right.entry;
}

// Returns "name [addition]". Null: out of memory.
const HChar* name_with(const HChar* name, const HChar* addition) {
    const SizeT bytes = VG_(strlen)(name) + VG_(strlen)(addition) + sizeof " []";
    auto* const text = static_cast<HChar*>(allocate(bytes));
    if (text == nullptr)
        return nullptr;
    VG_(sprintf)(text, "%s [%s]", name, addition);
    const HChar* const kept = intern(Text(text));
    release(text, bytes);
    return kept;
}

// Returns the name with what tells the function apart from `before` and `after`, its neighbours
// that show alike: its symbol or, if that does not, its address. Null: out of memory.
const HChar* own_name(const Callee& callee, const Callee* before, const Callee* after) {
    if (before == nullptr && after == nullptr)
        return callee.name;
    const auto has_symbol = [&](const Callee* other) {
        return other != nullptr && compare(other->symbol, callee.symbol) == 0;
    };
    const bool tells = compare(callee.symbol, callee.name) != 0;
    if (tells && !has_symbol(before) && !has_symbol(after))
        return name_with(callee.name, callee.symbol);
    HChar address[2 + 2 * sizeof(ULong) + 1];
    VG_(sprintf)(address, "0x%llx", static_cast<ULong>(callee.entry));
    return name_with(callee.name, address);
}

} // namespace

// Fills `used`, and sets its length.
void CallFunctions::find_used(Array<Callee*>& used) {
    indexes_[0] = none;
    for (Callee& c : all_callees) {
        indexes_[c.number] = none;
        if (c.nodes != 0)
            used[count_++] = &c;
    }
}

// Leaves one of several that are the same function.
void CallFunctions::join_same(Array<Callee*>& used) {
    size_t kept = 0;
    for (size_t i = 0; i < count_; ++i) {
        used[i]->written_as = nullptr;
        if (kept != 0 && is_same(*used[kept - 1], *used[i]))
            used[i]->written_as = used[kept - 1];
        else
            used[kept++] = used[i];
    }
    count_ = kept;
}

bool CallFunctions::name_functions(Array<Callee*>& used) {
    sort(used.data(), count_, precedes);
    join_same(used);
    const auto neighbour = [&](size_t of, size_t i) {
        return i < count_ && compare_functions(*used[of], *used[i]) == 0 ? used[i] : nullptr;
    };
    bool is_sorted = true;
    for (size_t i = 0; i < count_; ++i) {
        const Callee& c = *used[i];
        const HChar* const name = own_name(c, neighbour(i, i - 1), neighbour(i, i + 1));
        if (name == nullptr)
            return false;
        is_sorted = is_sorted && name == c.name;
        functions_[i] = {.callee = &c,
                         .object = c.object,
                         .file = c.file,
                         .name = name,
                         .flat_name = c.lines_name,
                         .written = {.base = name}};
        if (c.is_nameless)
            functions_[i].written.code_of = base_name(c.object);
        if (c.is_nameless && c.object == unknown)
            functions_[i].written.code_of = "no-object";
    }
    if (!is_sorted) {
        sort(functions_.data(), count_, [](const CallFunction& left, const CallFunction& right) {
            return compare_functions(left, right) < 0;
        });
    }
    for (size_t i = 0; i < count_; ++i)
        indexes_[functions_[i].callee->number] = i;
    for (const Callee& c : all_callees) {
        if (c.written_as != nullptr)
            indexes_[c.number] = indexes_[c.written_as->number];
    }
    return true;
}

void CallFunctions::add_roots() {
    const auto add = [this](Root root, const HChar* written) {
        functions_[index_of(root)] = {
            .callee = nullptr,
            .object = unknown,
            .file = unknown,
            .name = "",
            .flat_name = unknown,
            .written = {.base = written},
        };
    };
    add(Root::thread, "(start of program and threads)");
    add(Root::signal, "(signal handlers)");
    add(Root::missing, "(before counting began)");
}

bool CallFunctions::gather() {
    const SizeT callees = all_callees.count() + 1;
    Array<Callee*> used;
    if (!indexes_.reserve(callees) || !used.reserve(callees))
        return false;
    find_used(used);
    if (!functions_.reserve(count()) || !name_functions(used))
        return false;
    add_roots();
    return choose_names(*this);
}

} // namespace cg::vg
