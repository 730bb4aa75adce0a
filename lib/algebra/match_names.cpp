// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/match_names.hpp"

#include "algebra/moved_directory.hpp"
#include "algebra/relabel.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace cg {
namespace {

// A file or a function of a profile.
struct Named {
    std::string_view name;
    std::size_t function; // its index in the cost table; of a file the index of its first function
};
using NameList = std::vector<Named>; // sorted; no name is in it twice

NameList files_of(const Profile& profile) {
    const auto functions = profile.costs.functions();
    NameList files;
    for (std::size_t i = 0; i < functions.size(); ++i)
        if (i == 0 || functions[i].file != functions[i - 1].file)
            files.push_back({profile.names[functions[i].file], i});
    std::ranges::sort(files, {}, &Named::name);
    return files;
}

NameList functions_of(const Profile& profile, const Named& file) {
    const auto functions = profile.costs.functions();
    NameList list;
    for (std::size_t i = file.function;
         i < functions.size() && functions[i].file == functions[file.function].file; ++i)
        if (const auto name = function_name(profile, functions[i]))
            list.push_back({*name, i});
    std::ranges::sort(list, {}, &Named::name);
    return list;
}

NameList only_in(const NameList& some, const NameList& others) {
    NameList only;
    std::ranges::set_difference(some, others, std::back_inserter(only), {}, &Named::name,
                                &Named::name);
    return only;
}

std::vector<std::string_view> names_of(const NameList& list) {
    std::vector<std::string_view> names;
    std::ranges::transform(list, std::back_inserter(names), &Named::name);
    return names;
}

std::string moved(std::string_view name, const DirectoryMove& move) {
    // Nothing before the move: a relative path got a directory in front of it.
    const bool is_in_it = move.from.empty() ? !name.starts_with('/') : name.starts_with(move.from);
    return is_in_it ? std::string(move.to) += name.substr(move.from.size()) : std::string(name);
}

std::string shown(std::string_view name) {
    return text_for(Destination::message, name);
}

struct Match {
    Named old_name;
    Named new_name;
};

// Matches names of two lists whose normalized names are equal, where that is one to one.
class Matcher {
  public:
    using OnMatch = std::function<void(const std::string&)>;

    Matcher(std::span<const NameMap> normalizers, const OnMatch& on_match,
            std::vector<std::string>& ambiguous)
        : normalizers_(normalizers), on_match_(on_match), ambiguous_(ambiguous) {}

    // The context begins each message.
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
                ambiguous_.push_back(context + shown(group.front().normalized) + " (" +
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
            on_match_(context + shown(old_name.named.name) + " -> " + shown(new_name.named.name));
    }

    std::span<const NameMap> normalizers_;
    const OnMatch& on_match_;
    std::vector<std::string>& ambiguous_;
};

// The names of `first` that change: what to, as ids of `second`.
struct NewNames {
    explicit NewNames(const Profile& first)
        : files(first.costs.functions().size()), functions(first.costs.functions().size()) {}

    std::vector<std::optional<NameId>> files;     // by the index of a file's first function
    std::vector<std::optional<NameId>> functions; // by their index
    bool is_empty = true;
};

NewNames find_new_names(const Profile& first, const Profile& second, const Matcher& match) {
    NewNames result(first);
    NameList files = files_of(first);
    const NameList other_files = files_of(second);
    {
        const NameList removed = only_in(files, other_files);
        const NameList added = only_in(other_files, files);
        const DirectoryMove move = likeliest_move(names_of(removed), names_of(added));
        for (const Match& m : match(removed, added, "", move)) {
            result.files[m.old_name.function] = second.costs.functions()[m.new_name.function].file;
            result.is_empty = false;
        }
    }
    for (Named& file : files)
        if (const auto id = result.files[file.function])
            file.name = second.names[*id];
    std::ranges::sort(files, {}, &Named::name);

    for (const Named& other_file : other_files) {
        const auto file = std::ranges::lower_bound(files, other_file.name, {}, &Named::name);
        if (file == files.end() || file->name != other_file.name)
            continue;
        const NameList functions = functions_of(first, *file);
        const NameList others = functions_of(second, other_file);
        for (const Match& m : match(only_in(functions, others), only_in(others, functions),
                                    shown(other_file.name) + ": ")) {
            result.functions[m.old_name.function] =
                second.costs.functions()[m.new_name.function].function;
            result.is_empty = false;
        }
    }
    return result;
}

Profile with_new_names(const Profile& first, const Profile& second, const NewNames& new_names) {
    const auto functions = first.costs.functions();
    std::string_view file; // of the function at hand
    return relabel(first, [&](const FunctionCosts& f) {
        const auto i = static_cast<std::size_t>(&f - functions.data());
        if (i == 0 || f.file != functions[i - 1].file)
            file = new_names.files[i] ? second.names[*new_names.files[i]] : first.names[f.file];
        const auto function = new_names.functions[i];
        return Label{file, function ? second.names[*function] : function_name(first, f)};
    });
}

} // namespace

Matched match_names(Profile first, const Profile& second, std::span<const NameMap> normalizers,
                    const std::function<void(const std::string&)>& on_match) {
    std::vector<std::string> ambiguous;
    const NewNames new_names =
        find_new_names(first, second, Matcher(normalizers, on_match, ambiguous));
    if (!new_names.is_empty)
        first = with_new_names(first, second, new_names);
    return {std::move(first), std::move(ambiguous)};
}

} // namespace cg
