// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/match_names.hpp"

#include "algebra/relabel.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace cg {
namespace {

using NameSet = std::set<std::string, std::less<>>;
using NewNames = std::map<std::string, std::string, std::less<>>;

NameSet files_of(const Profile& profile) {
    NameSet files;
    for (const FunctionCosts& f : profile.costs.functions())
        files.emplace(profile.names[f.file]);
    return files;
}

NameSet only_in(const NameSet& some, const NameSet& others) {
    NameSet only;
    std::ranges::set_difference(some, others, std::inserter(only, only.end()));
    return only;
}

// A folder that moved: what it was called, and is.
using Move = std::pair<std::string, std::string>;

// The beginnings of two paths that are left when all equal components at their ends are taken
// away; both empty when not even the last is equal.
Move move_between(std::string_view a, std::string_view b) {
    std::size_t same = 0; // bytes at the end, whole components
    for (std::size_t i = 1; i <= std::min(a.size(), b.size()) && a[a.size() - i] == b[b.size() - i];
         ++i)
        if (a[a.size() - i] == '/' || i == a.size() || i == b.size())
            same = i;
    if (same == 0)
        return {};
    return {std::string(a.substr(0, a.size() - same)), std::string(b.substr(0, b.size() - same))};
}

std::string base_name(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

// The move that explains the most files, or one of empty names.
Move likeliest_move(const NameSet& first, const NameSet& second) {
    std::multimap<std::string, std::string> by_base_name;
    for (const std::string& file : second)
        by_base_name.emplace(base_name(file), file);
    std::map<Move, std::size_t> votes;
    for (const std::string& file : first) {
        const auto [begin, end] = by_base_name.equal_range(base_name(file));
        for (auto candidate = begin; candidate != end; ++candidate)
            ++votes[move_between(file, candidate->second)];
    }
    votes.erase(Move());
    const auto best =
        std::ranges::max_element(votes, {}, &std::pair<const Move, std::size_t>::second);
    return best == votes.end() ? Move() : best->first;
}

std::string shown(const std::string& name) {
    return text_for(Destination::message, name);
}

// Pairs names of both sets whose plain names are equal, where that is one to one.
class Pairing {
  public:
    Pairing(std::span<const NameMap> plain, Matched& matched) : plain_(plain), matched_(matched) {}

    NewNames operator()(NameSet first, NameSet second, const std::string& context,
                        const Move& move = {}) const {
        NewNames new_names;
        for (const NameMap& plain : plain_) {
            const bool is_last = &plain == &plain_.back();
            for (const auto& [name, same] : group(first, second, plain, move)) {
                if (same.olds.size() == 1 && same.news.size() == 1) {
                    new_names.emplace(same.olds.front(), same.news.front());
                    matched_.met.push_back(context + shown(same.olds.front()) + " -> " +
                                           shown(same.news.front()));
                    first.erase(same.olds.front());
                    second.erase(same.news.front());
                } else if (is_last && !same.olds.empty() && !same.news.empty()) {
                    matched_.alone.push_back(context + shown(name) + " (" +
                                             std::to_string(same.olds.size()) + " before, " +
                                             std::to_string(same.news.size()) + " after)");
                }
            }
        }
        return new_names;
    }

  private:
    struct Same {
        std::vector<std::string> olds, news;
    };
    // By their plain names.
    static std::map<std::string, Same> group(const NameSet& first, const NameSet& second,
                                             const NameMap& plain, const Move& move) {
        std::map<std::string, Same> groups;
        for (const std::string& name : first)
            groups[plain(name.starts_with(move.first) ? move.second + name.substr(move.first.size())
                                                      : name)]
                .olds.push_back(name);
        for (const std::string& name : second)
            groups[plain(name)].news.push_back(name);
        return groups;
    }

    std::span<const NameMap> plain_;
    Matched& matched_;
};

std::string_view renamed(const NewNames& names, std::string_view name) {
    const auto found = names.find(name);
    return found == names.end() ? name : std::string_view(found->second);
}

using FunctionsByFile = std::map<std::string, NameSet, std::less<>>;

FunctionsByFile functions_by_file(const Profile& profile) {
    FunctionsByFile functions;
    for (const FunctionCosts& f : profile.costs.functions())
        if (const auto name = function_name(profile, f))
            functions[std::string(profile.names[f.file])].emplace(*name);
    return functions;
}

} // namespace

Matched match_names(const Profile& first, const Profile& second, std::span<const NameMap> plain) {
    Matched matched{first, {}, {}};
    const Pairing pair(plain, matched);

    const NameSet files = files_of(first);
    const NameSet other_files = files_of(second);
    const NameSet gone = only_in(files, other_files);
    const NameSet come = only_in(other_files, files);
    const NewNames new_files = pair(gone, come, "", likeliest_move(gone, come));
    if (!new_files.empty())
        matched.first = relabel(matched.first, [&](const FunctionCosts& f) {
            return Label{renamed(new_files, first.names[f.file]), function_name(first, f)};
        });

    const FunctionsByFile functions = functions_by_file(matched.first);
    std::map<std::string, NewNames, std::less<>> new_functions;
    for (const auto& [file, others] : functions_by_file(second)) {
        const auto found = functions.find(file);
        if (found == functions.end())
            continue;
        NewNames names = pair(only_in(found->second, others), only_in(others, found->second),
                              shown(file) + ": ");
        if (!names.empty())
            new_functions.emplace(file, std::move(names));
    }
    if (!new_functions.empty()) {
        const Profile before = std::move(matched.first);
        matched.first = relabel(before, [&](const FunctionCosts& f) {
            const std::string_view file = before.names[f.file];
            const auto name = function_name(before, f);
            const auto found = new_functions.find(file);
            if (!name || found == new_functions.end())
                return Label{file, name};
            return Label{file, renamed(found->second, *name)};
        });
    }
    return matched;
}

} // namespace cg
