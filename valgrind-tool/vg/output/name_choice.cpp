// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/name_choice.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/sort.hpp"
#include "vg/where/functions.hpp"

namespace cg::vg {
namespace {

// The hashes of all names that are written.
class Taken {
  public:
    bool reserve(size_t names) { return hashes_.reserve(4 * names + 1); }

    // Adds the function's written name, alone and joined with the last parts of the paths of file
    // and object, as a reader joins them. False: one of both is taken.
    bool add(const CallFunction& function) {
        const ULong name = function.written.hash();
        ULong joined = name;
        const HChar* const paths[] = {function.file, function.object};
        for (const HChar* const path : paths) {
            if (path != unknown)
                joined = hash_on(joined, base_name(path));
        }
        ULong& alone = entry_of(name << 2 | 1);
        if (alone != 0)
            return false;
        ULong& with_paths = entry_of(joined << 2 | 2);
        if (with_paths != 0)
            return false;
        with_paths = joined << 2 | 2;
        entry_of(name << 2 | 1) = name << 2 | 1; // perhaps not `alone` any more
        return true;
    }

  private:
    // Returns the entry that has the hash, or the free one that may get it.
    ULong& entry_of(ULong hash) {
        size_t i = (hash ^ hash >> 32) % hashes_.room();
        while (hashes_[i] != 0 && hashes_[i] != hash)
            i = i + 1 == hashes_.room() ? 0 : i + 1;
        return hashes_[i];
    }

    Array<ULong> hashes_; // 0: none
};

// A function of a group of functions with one name, and what tells it apart from the others.
struct Member {
    CallFunction* function;
    const HChar* tail; // of the path of the file, as long as no other file of the group has it
    bool by_file, by_object, by_both;
};

// Compares paths from their ends, so that those with a common end are adjacent.
Int compare_ends(const HChar* left, const HChar* right) {
    const HChar* l = left + VG_(strlen)(left);
    const HChar* r = right + VG_(strlen)(right);
    while (l != left && r != right) {
        --l;
        --r;
        if (*l != *r)
            return static_cast<UChar>(*l) < static_cast<UChar>(*r) ? -1 : 1;
    }
    return static_cast<Int>(l != left) - static_cast<Int>(r != right);
}

// Returns the shortest end of `path`, cut at a slash, that is not an end of `other`; all of it if
// there is none.
const HChar* shortest_end(const HChar* path, const HChar* other) {
    const HChar* p = path + VG_(strlen)(path);
    const HChar* o = other + VG_(strlen)(other);
    while (p != path && o != other && p[-1] == o[-1]) {
        --p;
        --o;
    }
    while (p != path && p[-1] != '/')
        --p;
    return p;
}

// Sorts the members by what `compare` compares, and calls `visit` with those that are alike.
template <typename Compare, typename Visit>
void for_each_run(Member* members, size_t count, const Compare& compare, const Visit& visit) {
    sort(members, count,
         [&](const Member& left, const Member& right) { return compare(left, right) < 0; });
    for (size_t begin = 0, end = 0; begin != count; begin = end) {
        while (end != count && compare(members[begin], members[end]) == 0)
            ++end;
        visit(begin, end);
    }
}

Int compare_files(const Member& left, const Member& right) {
    return compare_ends(left.function->file, right.function->file);
}

Int compare_objects(const Member& left, const Member& right) {
    return VG_(strcmp)(base_name(left.function->object), base_name(right.function->object));
}

void find_tails(Member* members, size_t count) {
    for_each_run(members, count, compare_files, [&](size_t begin, size_t end) {
        const HChar* const path = members[begin].function->file;
        const HChar* tail = base_name(path);
        const auto lengthen = [&](const Member& neighbour) {
            const HChar* const longer = shortest_end(path, neighbour.function->file);
            tail = longer < tail ? longer : tail;
        };
        if (begin != 0)
            lengthen(members[begin - 1]);
        if (end != count)
            lengthen(members[end]);
        for (size_t i = begin; i < end && path != unknown; ++i) {
            members[i].tail = tail;
            members[i].by_file = end - begin == 1;
        }
    });
}

void find_differences(Member* members, size_t count) {
    find_tails(members, count);
    for_each_run(members, count, compare_objects,
                 [&](size_t begin, size_t end) { members[begin].by_object = end - begin == 1; });
    const auto compare_both = [](const Member& left, const Member& right) {
        const Int files = compare_files(left, right);
        return files != 0 ? files : compare_objects(left, right);
    };
    for_each_run(members, count, compare_both,
                 [&](size_t begin, size_t end) { members[begin].by_both = end - begin == 1; });
}

class NameChoice {
  public:
    explicit NameChoice(CallFunctions& functions) : functions_(functions) {}

    bool run() {
        if (!prepare())
            return false;
        const size_t count = functions_.count_without_roots();
        for (size_t i = count; i < functions_.count(); ++i)
            taken_.add(functions_[i]);
        for (size_t begin = 0; begin != count; begin = end_of_group(begin))
            choose(begin, end_of_group(begin));
        return true;
    }

  private:
    bool prepare() {
        size_t largest = 0;
        const size_t count = functions_.count_without_roots();
        for (size_t begin = 0; begin != count; begin = end_of_group(begin)) {
            const size_t size = end_of_group(begin) - begin;
            largest = size > largest ? size : largest;
        }
        return members_.reserve(largest + 1) && taken_.reserve(functions_.count());
    }

    // Functions of one name are adjacent.
    size_t end_of_group(size_t begin) const {
        size_t end = begin + 1;
        while (end != functions_.count_without_roots() &&
               functions_[end].name == functions_[begin].name) {
            ++end;
        }
        return end;
    }

    void choose(size_t begin, size_t end) {
        const size_t count = end - begin;
        for (size_t i = 0; i < count; ++i)
            members_[i] = {&functions_[begin + i], nullptr, false, false, false};
        if (count != 1) {
            find_differences(members_.data(), count);
            sort(members_.data(), count, [](const Member& left, const Member& right) {
                return left.function < right.function;
            });
        }
        for (size_t i = 0; i < count; ++i)
            choose(members_[i], static_cast<UInt>(i + 1));
    }

    void choose(const Member& member, UInt which) {
        WrittenName& written = member.function->written;
        const auto try_with = [&](const HChar* tail, const HChar* object) {
            written.tail = tail;
            written.object = object;
            return taken_.add(*member.function);
        };
        const HChar* const object = base_name(member.function->object);
        if (try_with(nullptr, nullptr) || (member.by_file && try_with(member.tail, nullptr)) ||
            (member.by_object && try_with(nullptr, object)) ||
            (member.by_both && try_with(member.tail, object))) {
            return;
        }
        written.which = which > 1 ? which : 2;
        while (!try_with(nullptr, nullptr))
            ++written.which;
    }

    CallFunctions& functions_;
    Taken taken_;
    Array<Member> members_;
};

} // namespace

bool choose_names(CallFunctions& functions) {
    return NameChoice(functions).run();
}

} // namespace cg::vg
