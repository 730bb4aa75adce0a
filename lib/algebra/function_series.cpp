// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/function_series.hpp"

#include "algebra/by_calls.hpp"
#include "calls/distinct_names.hpp"
#include "calls/match_functions.hpp"
#include "calls/sum.hpp"
#include "model/profile.hpp"

#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace cg {

Profile FunctionSeries::add(Profile profile) {
    const Calls calls = with_joined_functions(std::move(*profile.calls));
    const CalledFunctions& functions = calls.functions;
    if (functions.is_by_file())
        known_.set_apart_by_file();
    using Key = std::tuple<std::string, std::string, std::string>;
    const auto key = [](const CalledName& name) { return Key(name.object, name.file, name.name); };
    std::map<Key, CalledName> known_as;
    for (const FunctionMatch& match : match_functions(functions, known_))
        known_as.emplace(key(match.before), match.after);
    // A function that no profile had yet is in the object as it was known first: of two builds of
    // one program, a third would not know which is the other one.
    std::map<std::string, std::string, std::less<>> known_object;
    if (!known_.is_by_file())
        for (const MovedObject& moved : moved_objects(functions, known_))
            known_object.emplace(moved.before, moved.after);

    std::vector<FunctionId> numbers; // in known_
    CalledFunctions added;
    std::vector<std::string> names_of_added;
    for (FunctionId f = 0; f < functions.size(); ++f) {
        CalledName name{std::string(functions.object(f)), std::string(functions.file(f)),
                        std::string(functions.name(f))};
        if (const auto known = known_as.find(key(name)); known != known_as.end())
            name = known->second;
        else if (const auto object = known_object.find(name.object); object != known_object.end())
            name.object = object->second;
        const std::size_t before = known_.size();
        numbers.push_back(known_.insert(known_.intern(name.object), known_.intern(name.file),
                                        known_.intern(name.name)));
        if (known_.size() == before)
            continue;
        added.insert(added.intern(name.object), added.intern(name.file), added.intern(name.name));
        names_of_added.push_back(shown_name(name.name, name.object));
    }
    std::vector<std::string_view> taken(names_.begin(), names_.end());
    taken.push_back(unknown_name); // of code outside functions
    std::vector<std::string> distinct = distinct_names(added, std::move(names_of_added), taken);
    names_.insert(names_.end(), std::make_move_iterator(distinct.begin()),
                  std::make_move_iterator(distinct.end()));

    const auto new_name = [&](const CalledName&, FunctionId f) {
        const FunctionId number = numbers[f];
        return CalledName{std::string(known_.object(number)), std::string(known_.file(number)),
                          names_[number]};
    };
    profile.calls = renamed(calls, {.function = new_name});
    return profile;
}

} // namespace cg
