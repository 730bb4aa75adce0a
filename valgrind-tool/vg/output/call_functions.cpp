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

// Functions of one name and object are next to each other, those of one symbol too, in an order
// that does not depend on which was called first.
bool precedes(const Callee* left, const Callee* right) {
    constexpr const HChar* Callee::*parts[] = {&Callee::name, &Callee::object, &Callee::symbol,
                                               &Callee::file};
    for (const HChar* const Callee::*part : parts) {
        const Int order = compare(left->*part, right->*part);
        if (order != 0)
            return order < 0;
    }
    return left->entry < right->entry;
}

// Returns true if these are one function, whose name was told while the program ran.
bool is_same(const Callee& left, const Callee& right) {
    return compare_functions(left, right) == 0 && compare(left.symbol, right.symbol) == 0 &&
           left.entry == right.entry;
}

// Returns "name [addition]".
const HChar* name_with(const HChar* name, const HChar* addition) {
    const SizeT bytes = VG_(strlen)(name) + VG_(strlen)(addition) + sizeof " []";
    auto* const text = static_cast<HChar*>(allocate(bytes));
    VG_(sprintf)(text, "%s [%s]", name, addition);
    const HChar* const kept = intern(Text(text));
    release(text, bytes);
    return kept;
}

bool has_name_of(const Callee* other, const Callee& callee) {
    return other != nullptr && compare(other->name, callee.name) == 0 &&
           compare(other->object, callee.object) == 0;
}
bool has_symbol_of(const Callee* other, const Callee& callee) {
    return has_name_of(other, callee) && compare(other->symbol, callee.symbol) == 0;
}
bool has_file_of(const Callee* other, const Callee& callee) {
    return has_symbol_of(other, callee) && compare(other->file, callee.file) == 0;
}

// The functions of one name and object, of which `before` and `after` are the neighbours of one, or
// null.
struct Namesakes {
    const Callee* before;
    const Callee* after;
    bool have_one_symbol; // all of them
};

// Returns the name with what tells the function apart from its namesakes: its symbol, which in
// another build is the same; its file, which needs no addition; or its address.
const HChar* own_name(const Callee& callee, const Namesakes& others) {
    const auto has = [&](bool (*is_alike)(const Callee*, const Callee&)) {
        return is_alike(others.before, callee) || is_alike(others.after, callee);
    };
    if (!has(has_name_of))
        return callee.name;
    if (!has(has_symbol_of)) {
        const bool tells = compare(callee.symbol, callee.name) != 0;
        return tells ? name_with(callee.name, callee.symbol) : callee.name;
    }
    if (others.have_one_symbol && !has(has_file_of))
        return callee.name;
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

void CallFunctions::name_functions(Array<Callee*>& used) {
    sort(used.data(), count_, precedes);
    join_same(used);
    size_t end = 0; // of the functions with the name and object of the current one
    bool have_one_symbol = true;
    for (size_t i = 0; i < count_; ++i) {
        const Callee& c = *used[i];
        if (i == end) {
            while (end < count_ && has_name_of(used[end], c))
                ++end;
            have_one_symbol = has_symbol_of(used[end - 1], c);
        }
        const HChar* const name =
            own_name(c, {i > 0 ? used[i - 1] : nullptr, i + 1 < count_ ? used[i + 1] : nullptr,
                         have_one_symbol});
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
    sort(functions_.data(), count_, [](const CallFunction& left, const CallFunction& right) {
        return compare_functions(left, right) < 0;
    });
    for (size_t i = 0; i < count_; ++i)
        indexes_[functions_[i].callee->number] = i;
    for (const Callee& c : all_callees) {
        if (c.written_as != nullptr)
            indexes_[c.number] = indexes_[c.written_as->number];
    }
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
    if (!functions_.reserve(count()))
        return false;
    name_functions(used);
    add_roots();
    return choose_names(*this);
}

} // namespace cg::vg
