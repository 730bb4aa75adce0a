// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/match_functions.hpp"

#include "model/called_functions.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <range/v3/view/chunk_by.hpp>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cg {
namespace {

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::set<std::string_view> objects_of(const CalledFunctions& functions) {
    std::set<std::string_view> objects;
    for (FunctionId f = 0; f < functions.size(); ++f)
        objects.insert(functions.object(f));
    return objects;
}

} // namespace

std::vector<MovedObject> moved_objects(const CalledFunctions& first,
                                       const CalledFunctions& second) {
    const std::set<std::string_view> before = objects_of(first);
    const std::set<std::string_view> after = objects_of(second);
    const auto only_in = [](const std::set<std::string_view>& objects,
                            const std::set<std::string_view>& others) {
        std::multimap<std::string_view, std::string_view> by_last_part;
        for (const std::string_view object : objects)
            if (!others.contains(object) && object != unknown_name)
                by_last_part.emplace(last_part(object), object);
        return by_last_part;
    };
    auto old = only_in(before, after), made = only_in(after, before);
    std::vector<MovedObject> moved;
    for (auto at = old.begin(); at != old.end();) {
        const auto [name, object] = *at++;
        if (old.count(name) != 1 || made.count(name) != 1)
            continue;
        moved.push_back({std::string(object), std::string(made.find(name)->second)});
        old.erase(name);
        made.erase(name);
    }
    if (old.size() == 1 && made.size() == 1)
        moved.push_back({std::string(old.begin()->second), std::string(made.begin()->second)});
    return moved;
}

std::string note_of(const MovedObject& moved) {
    return path_for_message(moved.before) + " and " + path_for_message(moved.after) +
           " are taken for one object, whose functions are compared";
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
