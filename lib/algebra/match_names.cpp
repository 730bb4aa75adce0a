// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/match_names.hpp"

#include "algebra/moved_directory.hpp"
#include "algebra/relabel.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace cg {
namespace {

constexpr NameId absent = unspecified_function; // no name has this id

// A file or a function of a profile.
struct Named {
    std::string_view name;
    std::size_t index; // of a file in files_of(), of a function in the cost table
};
using NameList = std::vector<Named>; // each name is in it once

struct File {
    NameId name;
    std::size_t begin; // its functions in the cost table
    std::size_t end;
};

std::vector<File> files_of(const Profile& profile) {
    const auto functions = profile.costs.functions();
    std::vector<File> files;
    for (std::size_t i = 0; i < functions.size(); ++i) {
        if (i == 0 || functions[i].file != functions[i - 1].file)
            files.push_back({functions[i].file, i, i});
        files.back().end = i + 1;
    }
    return files;
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
    return text_for(Destination::message, name);
}

struct Match {
    Named old_name;
    Named new_name;
};

// Matches names of two lists if their normalized names are equal, and no third name is equal.
class Matcher {
  public:
    using OnMatch = std::function<void(const std::string&)>;

    Matcher(std::span<const NameMap> normalizers, const OnMatch& on_match,
            std::vector<std::string>& ambiguous)
        : normalizers_(normalizers), on_match_(on_match), ambiguous_(ambiguous) {}

    // Matches the names. Messages begin with the context.
    std::vector<Match> operator()(const NameList& old_names, const NameList& new_names,
                                  const std::string& context,
                                  const DirectoryMove& move = {}) const {
        std::vector<Match> matches;
        if (old_names.empty() || new_names.empty())
            return matches;
        std::vector<Candidate> candidates;
        candidates.reserve(old_names.size() + new_names.size());
        for (const Named& name : old_names)
            candidates.push_back({{}, name, true});
        for (const Named& name : new_names)
            candidates.push_back({{}, name, false});
        for (const NameMap& normalizer : normalizers_) {
            for (Candidate& c : candidates)
                c.normalized = c.is_old && move != DirectoryMove()
                                   ? normalizer(moved(c.named.name, move))
                                   : normalizer(c.named.name);
            std::ranges::sort(candidates, {}, &Candidate::normalized);
            match_groups(candidates, context, &normalizer == &normalizers_.back(), matches);
            std::erase_if(candidates, [](const Candidate& c) { return c.is_matched; });
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

    void match_groups(std::span<Candidate> candidates, const std::string& context, bool is_last,
                      std::vector<Match>& matches) const {
        while (!candidates.empty()) {
            const auto end = std::ranges::find_if(candidates, [&](const Candidate& c) {
                return c.normalized != candidates.front().normalized;
            });
            const auto group = candidates.first(static_cast<std::size_t>(end - candidates.begin()));
            candidates = candidates.subspan(group.size());
            const auto new_begin = std::partition(group.begin(), group.end(),
                                                  [](const Candidate& c) { return c.is_old; });
            const auto old_count = static_cast<std::size_t>(new_begin - group.begin());
            const std::size_t new_count = group.size() - old_count;
            if (old_count == 1 && new_count == 1) {
                add_match(group.front(), group.back(), context, matches);
            } else if (is_last && old_count != 0 && new_count != 0) {
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
    const OnMatch& on_match_;
    std::vector<std::string>& ambiguous_;
};

// The names of `first` that change, as ids of `second`.
struct NewNames {
    explicit NewNames(const Profile& first)
        : files(first.costs.functions().size(), absent),
          functions(first.costs.functions().size(), absent) {}

    std::vector<NameId> files;     // by the index of a file's first function
    std::vector<NameId> functions; // by their index
    bool is_empty = true;
};

// Finds the new names. Compares ids; compares the text only of names that one profile lacks.
class NewNamesFinder {
  public:
    NewNamesFinder(const Profile& first, const Profile& second, const Matcher& match)
        : first_(first),
          second_(second),
          match_(match),
          ids_(ids_in(second.names, first.names)),
          files_(files_of(first)),
          others_(files_of(second)),
          seen_in_first_(second.names.size()),
          seen_in_second_(second.names.size()),
          result_(first) {}

    NewNames find() && {
        const std::vector<Partner> partners = match_files();
        for (std::size_t i = 0; i < files_.size(); ++i)
            if (const Partner partner = partners[i])
                match_functions(files_[i], others_[*partner]);
        return std::move(result_);
    }

  private:
    using Partner = std::optional<std::size_t>; // index in others_

    // Returns the partner of each file.
    std::vector<Partner> match_files() {
        std::vector<Partner> by_id(second_.names.size());
        for (std::size_t i = 0; i < others_.size(); ++i)
            by_id[index_of(others_[i].name)] = i;
        std::vector<Partner> partners(files_.size());
        std::vector<bool> is_added(others_.size(), true);
        NameList removed;
        for (std::size_t i = 0; i < files_.size(); ++i) {
            const NameId id = ids_[index_of(files_[i].name)];
            if (id != absent)
                partners[i] = by_id[index_of(id)];
            if (const Partner partner = partners[i])
                is_added[*partner] = false;
            else
                removed.push_back({first_.names[files_[i].name], i});
        }
        NameList added;
        for (std::size_t i = 0; i < others_.size(); ++i)
            if (is_added[i])
                added.push_back({second_.names[others_[i].name], i});

        const DirectoryMove move = likeliest_move(names_of(removed), names_of(added));
        for (const Match& m : match_(removed, added, "", move)) {
            partners[m.old_name.index] = m.new_name.index;
            result_.files[files_[m.old_name.index].begin] = others_[m.new_name.index].name;
            result_.is_empty = false;
        }
        return partners;
    }

    void match_functions(const File& file, const File& other) {
        const auto functions = first_.costs.functions();
        const auto others = second_.costs.functions();
        ++visit_;
        for (std::size_t i = other.begin; i < other.end; ++i)
            if (others[i].function != unspecified_function)
                seen_in_second_[index_of(others[i].function)] = visit_;
        NameList removed;
        for (std::size_t i = file.begin; i < file.end; ++i) {
            if (functions[i].function == unspecified_function)
                continue;
            const auto id = ids_[index_of(functions[i].function)];
            if (id != absent)
                seen_in_first_[index_of(id)] = visit_;
            if (id == absent || seen_in_second_[index_of(id)] != visit_)
                removed.push_back({first_.names[functions[i].function], i});
        }
        if (removed.empty())
            return;
        NameList added;
        for (std::size_t i = other.begin; i < other.end; ++i)
            if (others[i].function != unspecified_function &&
                seen_in_first_[index_of(others[i].function)] != visit_)
                added.push_back({second_.names[others[i].function], i});
        for (const Match& m :
             match_(removed, added, display_text(second_.names[other.name]) + ": ")) {
            result_.functions[m.old_name.index] = others[m.new_name.index].function;
            result_.is_empty = false;
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
    NewNames result_;
};

Profile with_new_names(const Profile& first, const Profile& second, const NewNames& new_names) {
    const auto functions = first.costs.functions();
    std::string_view file; // of the current function
    return relabel(first, [&](const FunctionCosts& f) {
        const auto i = static_cast<std::size_t>(&f - functions.data());
        if (i == 0 || f.file != functions[i - 1].file)
            file = new_names.files[i] != absent ? second.names[new_names.files[i]]
                                                : first.names[f.file];
        const NameId function = new_names.functions[i];
        return FunctionTarget{file, function != absent ? second.names[function]
                                                       : function_name(first, f)};
    });
}

} // namespace

Matched match_names(Profile first, const Profile& second, std::span<const NameMap> normalizers,
                    const std::function<void(const std::string&)>& on_match) {
    std::vector<std::string> ambiguous;
    const NewNames new_names =
        NewNamesFinder(first, second, Matcher(normalizers, on_match, ambiguous)).find();
    if (!new_names.is_empty)
        first = with_new_names(first, second, new_names);
    return {std::move(first), std::move(ambiguous)};
}

} // namespace cg
