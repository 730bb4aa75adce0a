// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/match_names.hpp"

#include "algebra/rename.hpp"
#include "model/called_functions.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <range/v3/view/chunk_by.hpp>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace cg {
namespace {

struct Path {
    std::string_view name;
    bool is_removed; // otherwise added
};

// The number of bytes at the end of both that are the same whole components, without the '/'
// before them.
std::size_t common_end(std::string_view a, std::string_view b) {
    const auto [end_in_a, end_in_b] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    const auto same = static_cast<std::size_t>(end_in_a - a.rbegin());
    const bool is_whole =
        (end_in_a == a.rend() || *end_in_a == '/') && (end_in_b == b.rend() || *end_in_b == '/');
    if (is_whole)
        return same;
    const std::size_t slash = a.find('/', a.size() - same);
    return slash == a.npos ? 0 : a.size() - slash - 1;
}

// Orders paths by their ends, so that those with the same last components are adjacent. For
// this '/' comes before all other bytes: lib/a.c, x/lib/a.c, zlib/a.c.
bool ends_before(const Path& a, const Path& b) {
    const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c) + 1; };
    return std::lexicographical_compare(a.name.rbegin(), a.name.rend(), b.name.rbegin(),
                                        b.name.rend(),
                                        [&](char x, char y) { return rank(x) < rank(y); });
}

// Paths with a common end that are not paired yet. After the group is counted, all its paths are
// removed or all are added, so one path and a count for each are enough.
struct CommonEnd {
    std::size_t end = 0; // bytes in common
    std::size_t removed_count = 0;
    std::size_t added_count = 0;
    std::string_view removed; // one of them
    std::string_view added;

    void add(const CommonEnd& other) {
        removed_count += other.removed_count;
        added_count += other.added_count;
        if (other.removed_count != 0)
            removed = other.removed;
        if (other.added_count != 0)
            added = other.added;
    }
};

class Votes {
  public:
    // Counts the pair of a complete group, after all its subgroups were counted.
    void count(CommonEnd& group) {
        if (group.removed_count == 0 || group.added_count == 0)
            return;
        if (group.removed_count == 1 && group.added_count == 1)
            ++votes_[{group.removed.substr(0, group.removed.size() - group.end),
                      group.added.substr(0, group.added.size() - group.end)}];
        // The paths are now paired or ambiguous. They are not counted for a shorter end again.
        group.removed_count = group.added_count = 0;
    }
    DirectoryMove best() const {
        const auto best = std::ranges::max_element(
            votes_, {}, &std::pair<const DirectoryMove, std::size_t>::second);
        return best == votes_.end() ? DirectoryMove() : best->first;
    }

  private:
    std::map<DirectoryMove, std::size_t> votes_;
};

} // namespace

DirectoryMove likeliest_move(std::span<const std::string_view> removed,
                             std::span<const std::string_view> added) {
    std::vector<Path> paths;
    paths.reserve(removed.size() + added.size());
    const auto path = [](bool is_removed) {
        return [is_removed](std::string_view name) { return Path{name, is_removed}; };
    };
    std::ranges::transform(removed, std::back_inserter(paths), path(true));
    std::ranges::transform(added, std::back_inserter(paths), path(false));
    std::ranges::sort(paths, ends_before);

    // Groups form a tree by the ends of their paths, which is walked in postorder. `open` has the
    // groups that contain the current path, from the shortest common end to the longest.
    Votes votes;
    std::vector<CommonEnd> open;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto [name, is_removed] = paths[i];
        open.push_back(is_removed ? CommonEnd{name.size(), 1, 0, name, {}}
                                  : CommonEnd{name.size(), 0, 1, {}, name});
        const std::size_t end = i + 1 < paths.size() ? common_end(name, paths[i + 1].name) : 0;
        while (!open.empty() && open.back().end > end) {
            CommonEnd group = open.back();
            open.pop_back();
            votes.count(group);
            if (!open.empty() && open.back().end >= end) {
                open.back().add(group);
            } else if (end != 0) {
                group.end = end;
                open.push_back(group);
            }
        }
    }
    return votes.best();
}

std::vector<MovedFile> moved_files(const Profile& first, const Profile& second) {
    const auto files_of = [](const Profile& profile) {
        std::set<std::string_view> files;
        for (const FunctionCosts& f : profile.costs.functions())
            files.insert(profile.names[f.file]);
        return files;
    };
    const std::set<std::string_view> old_files = files_of(first), new_files = files_of(second);
    std::vector<std::string_view> removed, added;
    std::ranges::set_difference(old_files, new_files, std::back_inserter(removed));
    std::ranges::set_difference(new_files, old_files, std::back_inserter(added));
    const DirectoryMove move = likeliest_move(removed, added);
    std::vector<MovedFile> moved;
    if (move == DirectoryMove())
        return moved;
    for (const std::string_view file : removed) {
        if (!file.starts_with(move.from))
            continue;
        std::string there = std::string(move.to).append(file.substr(move.from.size()));
        if (std::ranges::binary_search(added, there))
            moved.push_back({std::string(file), std::move(there)});
    }
    return moved;
}

Renamed with_moved_files(const Renamed& profile, std::span<const MovedFile> moved) {
    std::map<std::string_view, std::string_view> new_paths;
    for (const auto& [before, after] : moved)
        new_paths.emplace(before, after);
    const NameMap new_path = [&](std::string_view file) {
        const auto found = new_paths.find(file);
        return std::string(found == new_paths.end() ? file : found->second);
    };
    Renamed result = rename(profile.profile, new_path, {});
    for (std::vector<std::string>& originals : result.original_files) {
        std::vector<std::string> all;
        for (const std::string& file : originals)
            std::ranges::copy(profile.originals(file), std::back_inserter(all));
        originals = std::move(all);
    }
    return result;
}

std::string note_of(std::span<const MovedFile> moved) {
    const MovedFile& first = moved.front();
    std::string note = path_for_message(first.before) + " and " + path_for_message(first.after) +
                       " are taken for one file";
    if (moved.size() > 1)
        note += ", and " + count_of(moved.size() - 1, "more file") + " of these directories";
    return note;
}

namespace {

constexpr NameId absent = unspecified_function; // no name has this id

// A file or a function of a profile.
struct Named {
    std::string_view name;
    std::size_t index; // of a file in by_file(), of a function in the cost table, or of a name
    Count cost;        // of the first event
};
using NameList = std::vector<Named>; // each name is in it once

// The functions of a file: a part of those of a profile.
using File = std::span<const FunctionCosts>;

NameId id_of(File file) {
    return file.front().file;
}

Count cost_of(const Profile& profile, File functions) {
    Count cost = 0;
    for (const FunctionCosts& function : functions)
        for (const std::size_t row : function.rows())
            cost = checked_add(cost, profile.costs.counts(row)[0]);
    return cost;
}

// Returns the index of a function in the cost table.
std::size_t index_in(const Profile& profile, const FunctionCosts& function) {
    return static_cast<std::size_t>(&function - profile.costs.functions().data());
}

// Returns, for each name of `first`, its id in `second`, or `absent`. Compares the next name of
// `second` before a lookup: two versions of a program have nearly the same names in the same order.
std::vector<NameId> ids_in(const Names& second, const Names& first) {
    std::vector<NameId> ids(first.size(), absent);
    std::size_t next = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::string_view name = first[NameId(i)];
        if (next < second.size() && second[NameId(next)] == name)
            ids[i] = NameId(next);
        else if (const auto id = second.find(name))
            ids[i] = *id;
        if (ids[i] != absent)
            next = index_of(ids[i]) + 1;
    }
    return ids;
}

std::vector<std::string_view> names_of(const NameList& list) {
    std::vector<std::string_view> names;
    std::ranges::transform(list, std::back_inserter(names), &Named::name);
    return names;
}

std::string moved(std::string_view name, const DirectoryMove& move) {
    // An empty `from` means that relative paths got a directory before them.
    const bool is_in_it = move.from.empty() ? !name.starts_with('/') : name.starts_with(move.from);
    return is_in_it ? std::string(move.to) += name.substr(move.from.size()) : std::string(name);
}

std::string display_text(std::string_view name) {
    return text_for(EscapingContext::message, name);
}

struct Match {
    Named old_name;
    Named new_name;
};

// A function's name, and what is after it: compilers number only the name and the symbol.
struct NameParts {
    BareName own;
    std::string_view level; // of recursion: "'2" of Callgrind's "f'2"

    explicit NameParts(std::string_view name) : own(bare_name(name)) {
        const std::size_t last = name.find_last_not_of("0123456789");
        const bool has_level = last != name.npos && last > 0 && last + 1 < name.size();
        if (!has_level || name[last] != '\'')
            return;
        own = bare_name(name.substr(0, last));
        level = name.substr(last);
    }
};

// Matches names of two lists if their normalized names are equal, and no third name is equal; or if
// each list has as many, by their costs.
class Matcher {
  public:
    Matcher(std::span<const NameMap> normalizers, const Note& on_match,
            std::vector<std::string>& ambiguous, std::vector<std::string>& by_cost)
        : normalizers_(normalizers),
          on_match_(on_match),
          ambiguous_(ambiguous),
          by_cost_(by_cost) {}

    std::vector<Match> match_files(const NameList& removed, const NameList& added,
                                   const DirectoryMove& move) const {
        std::vector<Match> matches;
        std::vector<Candidate> candidates = candidates_of(removed, added);
        for (const NameMap& normalizer : normalizers_) {
            for (Candidate& c : candidates)
                c.normalized = c.is_old && move != DirectoryMove()
                                   ? normalizer(moved(c.named.name, move))
                                   : normalizer(c.named.name);
            match_equal(candidates, "", is_last(normalizer), matches);
        }
        return matches;
    }

    // Messages begin with the context.
    std::vector<Match> match_functions(const NameList& removed, const NameList& added,
                                       const std::string& context,
                                       bool tells_ambiguous = true) const {
        std::vector<Match> matches;
        std::vector<Candidate> candidates = candidates_of(removed, added);
        const auto has_symbol = [](const Candidate& c) {
            return !NameParts(c.named.name).own.symbol.empty();
        };
        for (const NameMap& normalizer : normalizers_) {
            // Names with symbols match by these first, as match_functions() of calls does it.
            if (std::ranges::any_of(candidates, has_symbol)) {
                for (Candidate& c : candidates)
                    c.normalized = normalized(normalizer, c.named.name, true);
                match_equal(candidates, context, false, matches);
            }
            for (Candidate& c : candidates)
                c.normalized = normalized(normalizer, c.named.name, false);
            match_equal(candidates, context, tells_ambiguous && is_last(normalizer), matches);
        }
        return matches;
    }

  private:
    struct Candidate {
        std::string normalized;
        Named named;
        bool is_old;
        bool is_matched = false;
    };

    // Returns none if one of the lists is empty.
    static std::vector<Candidate> candidates_of(const NameList& removed, const NameList& added) {
        std::vector<Candidate> candidates;
        if (removed.empty() || added.empty())
            return candidates;
        candidates.reserve(removed.size() + added.size());
        for (const Named& name : removed)
            candidates.push_back({{}, name, true});
        for (const Named& name : added)
            candidates.push_back({{}, name, false});
        return candidates;
    }

    static std::string normalized(const NameMap& normalizer, std::string_view name,
                                  bool with_symbol) {
        const NameParts parts(name);
        std::string result = normalizer(parts.own.name);
        if (with_symbol && !parts.own.symbol.empty())
            result.append(" [").append(normalizer(parts.own.symbol)).append("]");
        return result.append(parts.level);
    }

    bool is_last(const NameMap& normalizer) const { return &normalizer == &normalizers_.back(); }

    // Matches candidates of equal normalized names, and removes them.
    void match_equal(std::vector<Candidate>& candidates, const std::string& context,
                     bool tells_ambiguous, std::vector<Match>& matches) const {
        std::ranges::sort(candidates, {}, &Candidate::normalized);
        match_groups(candidates, context, tells_ambiguous, matches);
        std::erase_if(candidates, [](const Candidate& c) { return c.is_matched; });
    }

    static bool costs_more(const Candidate& a, const Candidate& b) {
        return std::tie(b.named.cost, a.named.name) < std::tie(a.named.cost, b.named.name);
    }

    void match_groups(std::span<Candidate> candidates, const std::string& context,
                      bool tells_ambiguous, std::vector<Match>& matches) const {
        const auto is_equal = [](const Candidate& a, const Candidate& b) {
            return a.normalized == b.normalized;
        };
        for (const auto chunk : candidates | ranges::views::chunk_by(is_equal)) {
            const std::span<Candidate> group(chunk.begin(), chunk.end());
            const std::size_t new_count = std::ranges::partition(group, &Candidate::is_old).size();
            const std::size_t old_count = group.size() - new_count;
            if (old_count == new_count) {
                const auto of_old = group.first(old_count), of_new = group.last(new_count);
                std::ranges::sort(of_old, costs_more);
                std::ranges::sort(of_new, costs_more);
                for (std::size_t i = 0; i < old_count; ++i)
                    add_match(of_old[i], of_new[i], context, matches);
                if (old_count > 1)
                    by_cost_.push_back(context + display_text(group.front().normalized) + " (" +
                                       std::to_string(old_count) + " of each)");
            } else if (tells_ambiguous && old_count != 0 && new_count != 0) {
                ambiguous_.push_back(context + display_text(group.front().normalized) + " (" +
                                     std::to_string(old_count) + " before, " +
                                     std::to_string(new_count) + " after)");
            }
        }
    }

    void add_match(Candidate& old_name, Candidate& new_name, const std::string& context,
                   std::vector<Match>& matches) const {
        old_name.is_matched = new_name.is_matched = true;
        matches.push_back({old_name.named, new_name.named});
        if (on_match_)
            on_match_(context + display_text(old_name.named.name) + " -> " +
                      display_text(new_name.named.name));
    }

    std::span<const NameMap> normalizers_;
    const Note& on_match_;
    std::vector<std::string>& ambiguous_;
    std::vector<std::string>& by_cost_;
};

// The names of `first` that change, as ids of `second`.
struct MatchedNames {
    explicit MatchedNames(const Profile& first)
        : files(first.costs.functions().size(), absent),
          functions(first.costs.functions().size(), absent) {}

    std::vector<NameId> files;     // by the index of a file's first function
    std::vector<NameId> functions; // by their index
    // Names that neither profile has, by the index of a function: for those without a match whose
    // name is that of another function of `second`.
    std::map<std::size_t, std::string> set_aside;
    bool is_empty = true;
};

// Finds the new names. Compares ids; compares the text only of names that one profile lacks.
class MatchedNamesFinder {
  public:
    MatchedNamesFinder(const Profile& first, const Profile& second, const Matcher& match)
        : first_(first),
          second_(second),
          match_(match),
          ids_(ids_in(second.names, first.names)),
          files_(by_file(first.costs.functions())),
          others_(by_file(second.costs.functions())),
          seen_in_first_(second.names.size()),
          seen_in_second_(second.names.size()),
          has_equal_(first.costs.functions().size()),
          is_kept_(second.names.size()),
          result_(first) {}

    MatchedNames find() && {
        const std::vector<Partner> partners = match_files();
        for (std::size_t i = 0; i < files_.size(); ++i)
            if (const Partner partner = partners[i])
                match_functions(files_[i], others_[*partner]);
        match_in_other_files();
        return std::move(result_);
    }

  private:
    using Partner = std::optional<std::size_t>; // index in others_

    // Returns the partner of each file.
    std::vector<Partner> match_files() {
        std::vector<Partner> by_id(second_.names.size());
        for (std::size_t i = 0; i < others_.size(); ++i)
            by_id[index_of(id_of(others_[i]))] = i;
        std::vector<Partner> partners(files_.size());
        std::vector<bool> is_added(others_.size(), true);
        NameList removed;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const NameId id = ids_[index_of(id_of(files_[i]))];
            if (id != absent)
                partners[i] = by_id[index_of(id)];
            if (const Partner partner = partners[i])
                is_added[*partner] = false;
            else
                removed.push_back({first_.names[id_of(files_[i])], i, cost_of(first_, files_[i])});
        }
        NameList added;
        for (std::size_t i = 0; i < others_.size(); ++i)
            if (is_added[i])
                added.push_back(
                    {second_.names[id_of(others_[i])], i, cost_of(second_, others_[i])});

        const DirectoryMove move = likeliest_move(names_of(removed), names_of(added));
        for (const Match& m : match_.match_files(removed, added, move)) {
            partners[m.old_name.index] = m.new_name.index;
            result_.files[index_in(first_, files_[m.old_name.index].front())] =
                id_of(others_[m.new_name.index]);
            result_.is_empty = false;
        }
        return partners;
    }

    void match_functions(File file, File other) {
        const auto has_name = std::views::filter(
            [](const FunctionCosts& f) { return f.function != unspecified_function; });
        const auto named = [](const Profile& profile, const FunctionCosts& f) {
            return Named{profile.names[f.function], index_in(profile, f),
                         cost_of(profile, {&f, 1})};
        };
        ++visit_;
        for (const FunctionCosts& f : other | has_name)
            seen_in_second_[index_of(f.function)] = visit_;
        NameList removed;
        for (const FunctionCosts& f : file | has_name) {
            const auto id = ids_[index_of(f.function)];
            if (id != absent)
                seen_in_first_[index_of(id)] = visit_;
            if (id == absent || seen_in_second_[index_of(id)] != visit_)
                removed.push_back(named(first_, f));
            else
                has_equal_[index_in(first_, f)] = is_kept_[index_of(id)] = true;
        }
        if (removed.empty())
            return;
        NameList added;
        for (const FunctionCosts& f : other | has_name)
            if (seen_in_first_[index_of(f.function)] != visit_)
                added.push_back(named(second_, f));
        for (const Match& m : match_.match_functions(
                 removed, added, display_text(second_.names[id_of(other)]) + ": ")) {
            result_.functions[m.old_name.index] =
                second_.costs.functions()[m.new_name.index].function;
            result_.is_empty = false;
        }
    }

    // Matches functions without a match in their file, wherever they are: a function's code may be
    // of another header in the other build. Of equal names, which stay, only those are left that
    // another function of the first profile has taken, as f.lto_priv.1 takes f.lto_priv.0 if these
    // numbers changed, and those that it has left.
    void match_in_other_files() {
        std::vector<bool> is_taken(second_.names.size());
        for (const NameId id : result_.functions)
            if (id != absent)
                is_taken[index_of(id)] = true;
        std::map<NameId, Named> removed, added;
        const auto add = [](std::map<NameId, Named>& to, const Profile& profile,
                            const FunctionCosts& f) {
            Named& named = to.try_emplace(f.function,
                                          Named{profile.names[f.function], index_of(f.function), 0})
                               .first->second;
            named.cost = checked_add(named.cost, cost_of(profile, {&f, 1}));
        };
        std::vector<bool> is_equal(second_.names.size()); // to that of a function of no match
        std::vector<std::size_t> left;
        for (const FunctionCosts& f : first_.costs.functions()) {
            const std::size_t i = index_in(first_, f);
            if (f.function == unspecified_function || has_equal_[i] ||
                result_.functions[i] != absent)
                continue;
            const NameId id = ids_[index_of(f.function)];
            if (id == absent || (is_taken[index_of(id)] && !is_kept_[index_of(id)])) {
                add(removed, first_, f);
                left.push_back(i);
            } else {
                is_equal[index_of(id)] = true;
            }
        }
        if (removed.empty())
            return;
        for (const FunctionCosts& f : second_.costs.functions())
            if (f.function != unspecified_function && !is_taken[index_of(f.function)] &&
                !is_kept_[index_of(f.function)] && !is_equal[index_of(f.function)])
                add(added, second_, f);
        const auto list_of = [](const std::map<NameId, Named>& named) {
            NameList list;
            std::ranges::transform(named, std::back_inserter(list),
                                   &std::pair<const NameId, Named>::second);
            return list;
        };
        std::map<NameId, NameId> new_names;
        // Ambiguous names are listed for the functions of one file.
        for (const Match& m : match_.match_functions(list_of(removed), list_of(added), "", false))
            new_names.emplace(NameId(m.old_name.index), NameId(m.new_name.index));
        for (const std::size_t i : left) {
            const NameId name = first_.costs.functions()[i].function;
            if (const auto found = new_names.find(name); found != new_names.end())
                result_.functions[i] = found->second;
            else if (ids_[index_of(name)] != absent)
                result_.set_aside.emplace(i, unused_name(first_.names[name]));
            else
                continue;
            result_.is_empty = false;
        }
    }

    // Returns the name with a number, as others that are told apart have it (distinct_names()).
    std::string unused_name(std::string_view name) const {
        for (std::size_t number = 2;; ++number) {
            std::string numbered = std::string(name) + " (" + std::to_string(number) + ")";
            if (!first_.names.find(numbered) && !second_.names.find(numbered))
                return numbered;
        }
    }

    const Profile& first_;
    const Profile& second_;
    const Matcher& match_;
    std::vector<NameId> ids_; // of first's names in second
    std::vector<File> files_;
    std::vector<File> others_;
    // Each pair of files is a visit. By id in second: the last visit that found this name.
    std::uint32_t visit_ = 0;
    std::vector<std::uint32_t> seen_in_first_;
    std::vector<std::uint32_t> seen_in_second_;
    std::vector<bool> has_equal_; // in the second's file; by the index of first's functions
    std::vector<bool> is_kept_;   // by id in second: some file of both has a function of this name
    MatchedNames result_;
};

Renamed with_new_names(const Renamed& renamed, const Profile& second,
                       const MatchedNames& new_names) {
    const Profile& first = renamed.profile;
    const auto functions = first.costs.functions();
    std::vector<std::string_view> files; // of each function
    Profile result = relabel(first, [&](const FunctionCosts& f) {
        const std::size_t i = index_in(first, f);
        if (i > 0 && f.file == functions[i - 1].file)
            files.push_back(files.back());
        else
            files.push_back(new_names.files[i] != absent ? second.names[new_names.files[i]]
                                                         : first.names[f.file]);
        const auto set_aside = new_names.set_aside.find(i);
        if (set_aside != new_names.set_aside.end())
            return FunctionTarget{files.back(), set_aside->second};
        const NameId function = new_names.functions[i];
        return FunctionTarget{files.back(), function != absent ? second.names[function]
                                                               : function_name(first, f)};
    });
    std::vector<std::vector<std::string>> originals(result.names.size());
    for (const File file : by_file(functions)) {
        const std::string_view new_name = files[index_in(first, file.front())];
        std::ranges::copy(
            renamed.original_files[index_of(id_of(file))],
            std::back_inserter(originals[index_of(result.names.find(new_name).value())]));
    }
    return {std::move(result), std::move(originals)};
}

// Functions that another profile has, too, under the same name in the same file.
struct CommonFunctions {
    std::size_t count = 0;
    double share = 0; // of the first event of all
};

// Counts functions of `first`, under their new names, that are in `second`, too.
class CommonFunctionsCounter {
  public:
    CommonFunctionsCounter(const Profile& first, const Profile& second)
        : first_(first), ids_(ids_in(second.names, first.names)) {
        const auto functions = second.costs.functions();
        of_second_.reserve(functions.size());
        for (std::size_t i = 0; i < functions.size(); ++i)
            of_second_.insert({functions[i].file, functions[i].function}, i);
    }

    CommonFunctions operator()(const MatchedNames& new_names) const {
        CommonFunctions common;
        double all = 0;
        for (const File functions : by_file(first_.costs.functions())) {
            const NameId new_file = new_names.files[index_in(first_, functions.front())];
            const NameId file = new_file != absent ? new_file : ids_[index_of(id_of(functions))];
            for (const FunctionCosts& f : functions) {
                const double cost = cost_of(f);
                all += cost;
                const NameId new_function = new_names.functions[index_in(first_, f)];
                const bool has_name = f.function != unspecified_function;
                const NameId function = new_function != absent ? new_function
                                        : has_name             ? ids_[index_of(f.function)]
                                                               : unspecified_function;
                if (file == absent || (has_name && function == absent) ||
                    !of_second_.find({file, function}))
                    continue;
                ++common.count;
                common.share += cost;
            }
        }
        common.share = all > 0 ? common.share / all : 1;
        return common;
    }

  private:
    double cost_of(const FunctionCosts& f) const {
        double cost = 0;
        for (const std::size_t row : f.rows())
            cost += static_cast<double>(std::abs(first_.costs.counts(row)[0]));
        return cost;
    }

    const Profile& first_;
    std::vector<NameId> ids_; // of its names in the second profile
    FunctionIndex of_second_;
};

} // namespace

Matched match_names(Renamed first, const Profile& second, std::span<const NameMap> normalizers,
                    const Note& on_match) {
    std::vector<std::string> ambiguous, by_cost;
    const Matcher matcher(normalizers, on_match, ambiguous, by_cost);
    const MatchedNames new_names = MatchedNamesFinder(first.profile, second, matcher).find();
    if (!new_names.is_empty)
        first = with_new_names(first, second, new_names);
    return {std::move(first), std::move(ambiguous), std::move(by_cost)};
}

std::size_t functions_with_other_names(const Profile& first, const Profile& second,
                                       std::span<const NameMap> normalizers) {
    constexpr double enough = 0.9;
    const CommonFunctionsCounter common(first, second);
    const CommonFunctions by_name = common(MatchedNames(first));
    if (by_name.share >= enough)
        return 0;
    const Note on_match;
    std::vector<std::string> ambiguous, by_cost;
    const Matcher matcher(normalizers, on_match, ambiguous, by_cost);
    const CommonFunctions matched = common(MatchedNamesFinder(first, second, matcher).find());
    const bool is_most = matched.share - by_name.share >= (1 - by_name.share) / 2;
    return is_most ? matched.count - by_name.count : 0;
}

} // namespace cg
