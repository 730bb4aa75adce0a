// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/match_functions.hpp"

#include "model/called_functions.hpp"
#include "model/data_objects.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <range/v3/view/chunk_by.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cg {
namespace {

// Returns libc.so for libc.so.6, libboost.so for libboost-1.81.so.3; nothing for other names.
std::string without_version(std::string_view path) {
    const std::string_view name = last_part(path);
    const std::size_t suffix = name.rfind(".so");
    if (suffix == name.npos || name.find_first_not_of("0123456789.", suffix + 3) != name.npos)
        return {};
    const std::string_view stem = name.substr(0, suffix);
    return std::string(stem.substr(0, stem.find_last_not_of("0123456789.-") + 1)) + ".so";
}

using Objects = std::set<std::string_view>;

Objects objects_of(const CalledFunctions& functions) {
    Objects objects;
    for (FunctionId f = 0; f < functions.size(); ++f)
        objects.insert(functions.object(f));
    return objects;
}

Objects objects_of(const Profile& profile) {
    Objects objects;
    for (const DataObject& object : profile.data->objects)
        if (object.kind == DataKind::static_data)
            objects.insert(profile.data->names[object.program]);
    return objects;
}

std::vector<MovedObject> moved_objects(const Objects& before, const Objects& after) {
    const auto only_in = [](const Objects& objects, const Objects& others) {
        Objects only;
        for (const std::string_view object : objects)
            if (!others.contains(object) && object != unknown_name)
                only.insert(object);
        return only;
    };
    Objects old = only_in(before, after), made = only_in(after, before);
    std::vector<MovedObject> moved;
    // Objects that are alone on their side with a key, which is not an empty text.
    const auto match_by = [&](const auto& key_of) {
        const auto by_key = [&](const Objects& objects) {
            std::multimap<std::string, std::string_view> result;
            for (const std::string_view object : objects)
                result.emplace(key_of(object), object);
            return result;
        };
        const auto of_old = by_key(old), of_made = by_key(made);
        for (const auto& [key, object] : of_old) {
            if (key.empty() || of_old.count(key) != 1 || of_made.count(key) != 1)
                continue;
            const std::string_view there = of_made.find(key)->second;
            moved.push_back({std::string(object), std::string(there)});
            old.erase(object);
            made.erase(there);
        }
    };
    match_by([](std::string_view object) { return std::string(last_part(object)); });
    match_by(without_version);
    match_by([](std::string_view) { return std::string("what is left"); });
    return moved;
}

} // namespace

std::vector<MovedObject> moved_objects(const CalledFunctions& first,
                                       const CalledFunctions& second) {
    return moved_objects(objects_of(first), objects_of(second));
}

std::vector<MovedObject> moved_objects(const Profile& first, const Profile& second) {
    if (first.calls && second.calls)
        return moved_objects(first.calls->functions, second.calls->functions);
    if (first.data && second.data)
        return moved_objects(objects_of(first), objects_of(second));
    return {};
}

std::vector<std::string> notes_of(std::span<const MovedObject> moved) {
    std::vector<std::string> notes;
    for (const auto& [before, after] : moved)
        notes.push_back(path_for_message(before) + " and " + path_for_message(after) +
                        " are taken for one object, whose functions and variables are compared");
    return notes;
}

namespace {

// A function that only one of the two profiles has.
struct Candidate {
    std::string_view object;
    std::string_view object_there; // its path in the second profile
    BareName name;
    std::string_view file;
    std::string_view own_name;
    bool is_first; // of the first profile
    bool is_left = true;

    CalledName called() const {
        return {std::string(object), std::string(file), std::string(own_name)};
    }
};

class Matcher {
  public:
    // Matches candidates of one object and bare name.
    void operator()(std::span<Candidate> group) {
        if (std::ranges::all_of(group, &Candidate::is_first) ||
            std::ranges::none_of(group, &Candidate::is_first))
            return;
        match_equal(group, [](const Candidate& c) { return std::pair(c.file, c.own_name); });
        match_equal(group, [](const Candidate& c) { return c.name.symbol; });
        match_equal(group, &Candidate::file);
        match_rest(group);
    }
    std::vector<FunctionMatch> matches() && { return std::move(matches_); }

  private:
    void add(Candidate& before, Candidate& after) {
        before.is_left = after.is_left = false;
        matches_.push_back({before.called(), after.called()});
    }

    // Matches what is left if one of each profile has this key, which is not that of an empty text.
    template <typename Key>
    void match_equal(std::span<Candidate> group, const Key& key) {
        const std::decay_t<std::invoke_result_t<Key, const Candidate&>> none{};
        const auto key_of = [&](const Candidate& c) {
            return std::tuple(!c.is_left, std::invoke(key, c), !c.is_first);
        };
        std::ranges::sort(group, {}, key_of);
        const auto is_equal = [&](const Candidate& a, const Candidate& b) {
            return a.is_left == b.is_left && std::invoke(key, a) == std::invoke(key, b);
        };
        for (const auto same : group | ranges::views::chunk_by(is_equal)) {
            const std::span<Candidate> pair(same.begin(), same.end());
            if (pair.size() == 2 && pair[0].is_left && std::invoke(key, pair[0]) != none &&
                pair[0].is_first && !pair[1].is_first)
                add(pair[0], pair[1]);
        }
    }

    void match_rest(std::span<Candidate> group) {
        const auto left = std::ranges::partition(group, &Candidate::is_left);
        group = group.first(group.size() - left.size());
        const auto of_second = std::ranges::partition(group, &Candidate::is_first);
        if (of_second.empty() || of_second.size() == group.size())
            return;
        Candidate& all = of_second.front();
        for (Candidate& other : group)
            if (&other != &all)
                add(other, all);
    }

    std::vector<FunctionMatch> matches_;
};

} // namespace

std::vector<FunctionMatch> match_functions(const CalledFunctions& first,
                                           const CalledFunctions& second) {
    if (first.is_by_file() || second.is_by_file())
        return {};
    const auto key_of = [](const CalledFunctions& functions) {
        return [&functions](FunctionId f) {
            return std::tuple(functions.object(f), functions.file(f), functions.name(f));
        };
    };
    using Key = std::tuple<std::string_view, std::string_view, std::string_view>;
    const auto keys_of = [&](const CalledFunctions& functions) {
        std::set<Key> keys;
        for (FunctionId f = 0; f < functions.size(); ++f)
            keys.insert(key_of(functions)(f));
        return keys;
    };
    std::map<std::string_view, std::string_view> moved;
    const std::vector<MovedObject> moves = moved_objects(first, second);
    for (const auto& [before, after] : moves)
        moved.emplace(before, after);
    const auto there = [&](std::string_view object) {
        const auto found = moved.find(object);
        return found == moved.end() ? object : found->second;
    };
    std::vector<Candidate> candidates;
    const auto add = [&](const CalledFunctions& from, const CalledFunctions& other, bool is_first) {
        const std::set<Key> others = keys_of(other);
        for (FunctionId f = 0; f < from.size(); ++f)
            if (!others.contains(key_of(from)(f)))
                candidates.push_back({from.object(f), there(from.object(f)),
                                      bare_name(from.name(f)), from.file(f), from.name(f),
                                      is_first});
    };
    add(first, second, true);
    add(second, first, false);
    const auto group_of = [](const Candidate& c) { return std::pair(c.object_there, c.name.name); };
    std::ranges::sort(candidates, {}, [&](const Candidate& c) {
        return std::tuple(c.object_there, c.name.name, c.file, c.own_name, c.is_first);
    });
    const auto is_of_group = [&](const Candidate& a, const Candidate& b) {
        return group_of(a) == group_of(b);
    };
    Matcher match;
    for (const auto group : candidates | ranges::views::chunk_by(is_of_group))
        match({group.begin(), group.end()});
    return std::move(match).matches();
}

} // namespace cg
