// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/called_functions.hpp"

#include "model/containers.hpp"
#include "model/grouped.hpp"
#include "model/names.hpp"

#include <algorithm>
#include <range/v3/view/chunk_by.hpp>
#include <span>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cg {

bool is_address(std::string_view name) {
    return name.size() > 2 && name.starts_with("0x") &&
           name.find_first_not_of("0123456789abcdef", 2) == name.npos;
}

std::string shown_name(std::string_view name, std::string_view object) {
    std::string shown(name);
    if (is_address(name) && object != unknown_name && !object.empty())
        shown.append(" [").append(object.substr(object.rfind('/') + 1)).append("]");
    return shown;
}

BareName bare_name(std::string_view own_name) {
    const std::size_t begin = own_name.rfind(" [");
    if (begin == own_name.npos || begin == 0 || !own_name.ends_with(']'))
        return {own_name, {}};
    const std::string_view addition =
        own_name.substr(begin + 2, own_name.size() - begin - 3); // without "]"
    const auto is_of_symbol = [](char c) { // not "[clone .cold]", "[7]" or "[abi:cxx11]"
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '.' || c == '$' || c == '@';
    };
    if (addition.empty() || (addition[0] >= '1' && addition[0] <= '9') ||
        !std::ranges::all_of(addition, is_of_symbol))
        return {own_name, {}};
    return {own_name.substr(0, begin), is_address(addition) ? std::string_view() : addition};
}

FunctionId CalledFunctions::insert(NameId object, NameId file, NameId name, Line line) {
    if (!is_indexed_)
        index_functions();
    if (first_with_name_.size() <= index_of(name))
        first_with_name_.resize(std::max(index_of(name) + 1, names_.size()), none);
    FunctionId& first = first_with_name_[index_of(name)];
    FunctionId number = first;
    const auto is_it = [&](const CalledFunction& f) {
        return f.object == object && f.file == file;
    };
    if (first == none)
        number = first = static_cast<FunctionId>(functions_.size());
    else if (!is_it(functions_[first]))
        number = index_.insert({object, file, name}, functions_.size()).number;
    if (number == functions_.size()) {
        if (is_root_number(number))
            throw std::length_error("too many functions for 32 bits");
        functions_.push_back({object, file, name, line});
    }
    Line& known = functions_[number].line;
    if (line != 0 && (known == 0 || line < known))
        known = line;
    return number;
}

void CalledFunctions::rename(FunctionId n, std::string_view new_name) {
    if (name(n) == new_name) // most keep theirs
        return;
    functions_[n].name = names_.intern(new_name);
    forget_index();
}

std::vector<FunctionId> CalledFunctions::first_of_names() const {
    FlatIndex<NameInObject> index;
    index.reserve(size());
    std::vector<FunctionId> first(size());
    for (FunctionId n = 0; n < size(); ++n)
        first[n] = index.insert({functions_[n].object, functions_[n].name}, n).number;
    return first;
}

void CalledFunctions::set_apart_by_name(std::span<const FunctionId> alike) {
    const std::vector<FunctionId> first = first_of_names();
    std::vector<bool> is_alike(size()); // by the first of each name
    for (const FunctionId n : alike)
        is_alike[first[n]] = true;
    for (FunctionId n = 0; n < size(); ++n)
        if (first[n] != n && !is_alike[first[n]])
            functions_[first[n]].is_apart = functions_[n].is_apart = true;
}

std::vector<std::pair<FunctionId, FunctionId>> CalledFunctions::alike() const {
    const std::vector<FunctionId> first = first_of_names();
    std::vector<bool> is_apart(size()); // by the first of each name
    for (FunctionId n = 0; n < size(); ++n)
        is_apart[first[n]] = is_apart[first[n]] || functions_[n].is_apart;
    std::vector<std::pair<FunctionId, FunctionId>> pairs;
    for (FunctionId n = 0; n < size(); ++n)
        if (first[n] != n && !is_apart[first[n]])
            pairs.emplace_back(first[n], n);
    return pairs;
}

void CalledFunctions::match(std::span<const std::pair<FunctionId, FunctionId>> pairs) {
    for (const auto& pair : pairs)
        if (pair.first != pair.second)
            matched_.push_back(pair);
    std::ranges::sort(matched_);
    const auto rest = std::ranges::unique(matched_);
    matched_.erase(rest.begin(), rest.end());
}

std::vector<FunctionId> CalledFunctions::representatives() const {
    // Each function points to another one of those that it is, up to the one that stands for all.
    std::vector<FunctionId> other = numbers_below<FunctionId>(size());
    const auto root = [&](FunctionId n) {
        while (other[n] != n)
            n = other[n] = other[other[n]];
        return n;
    };
    for (const auto& [before, after] : matched_)
        other[root(before)] = root(after);
    if (!is_by_file_)
        for (const auto& [first, n] : alike())
            other[root(n)] = root(first);
    for (FunctionId n = 0; n < size(); ++n)
        other[n] = root(n);
    return other;
}

std::vector<FunctionId> CalledFunctions::sort() {
    return sort_only(std::vector<bool>(size(), true));
}

std::vector<FunctionId> CalledFunctions::sort_only(const std::vector<bool>& is_kept) {
    const std::vector<FunctionId> order = in_order(is_kept);
    std::vector<FunctionId> new_numbers(size());
    std::vector<CalledFunction> sorted;
    sorted.reserve(order.size());
    for (const FunctionId n : order) {
        new_numbers[n] = static_cast<FunctionId>(sorted.size());
        sorted.push_back(functions_[n]);
    }
    functions_ = std::move(sorted);
    std::erase_if(matched_, [&](const std::pair<FunctionId, FunctionId>& pair) {
        return !is_kept[pair.first] || !is_kept[pair.second];
    });
    for (auto& [before, after] : matched_) {
        before = new_numbers[before];
        after = new_numbers[after];
    }
    std::ranges::sort(matched_);
    forget_index();
    return new_numbers;
}

void CalledFunctions::forget_index() {
    first_with_name_.clear();
    index_ = {};
    is_indexed_ = false;
}

std::vector<FunctionId> CalledFunctions::in_order(const std::vector<bool>& is_kept) const {
    // Few functions share a name with others.
    Grouped<FunctionId> of_name(names_.size(), [&](auto add) {
        for (FunctionId n = 0; n < size(); ++n)
            if (is_kept[n])
                add(index_of(functions_[n].name), n);
    });
    std::vector<FunctionId> order;
    order.reserve(of_name.items().size());
    for (const NameId name : sorted(names_)) {
        const auto same = of_name[index_of(name)];
        std::ranges::sort(same, {}, [&](FunctionId n) { return std::tuple(file(n), object(n)); });
        order.insert(order.end(), same.begin(), same.end());
    }
    return order;
}

void CalledFunctions::index_functions() {
    is_indexed_ = true;
    first_with_name_.assign(names_.size(), none);
    for (FunctionId n = 0; n < size(); ++n) {
        const CalledFunction& f = functions_[n];
        FunctionId& first = first_with_name_[index_of(f.name)];
        if (first == none)
            first = n;
        else if (functions_[first].object != f.object || functions_[first].file != f.file)
            index_.insert({f.object, f.file, f.name}, n);
    }
}

namespace {

constexpr std::size_t max_tail = 8; // directories of a path; then the whole path

bool is_unknown(std::string_view name) {
    return name.empty() || name == unknown_name;
}

std::string_view base_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

// Returns the last `length` parts of a path.
std::string_view tail_of(std::string_view path, std::size_t length) {
    std::size_t begin = path.size();
    for (; length > 0 && begin > 0; --length) {
        begin = path.rfind('/', begin - 1);
        if (begin == path.npos)
            return path;
    }
    return length > 0 ? path : path.substr(begin + 1);
}

class DistinctNames {
  public:
    DistinctNames(const CalledFunctions& functions, std::vector<std::string> names,
                  std::span<const std::string_view> taken)
        : functions_(functions), names_(std::move(names)) {
        for (const std::string_view name : taken)
            taken_.emplace(name);
    }

    std::vector<std::string> names() {
        std::vector<FunctionId> order = numbers_below<FunctionId>(functions_.size());
        // Functions are sorted by name already, but two names may be written alike.
        std::ranges::stable_sort(order, {},
                                 [&](FunctionId f) { return std::string_view(names_[f]); });
        // First all that keep their names: no other may take one of these.
        const auto is_same = [&](FunctionId a, FunctionId b) { return names_[a] == names_[b]; };
        std::vector<std::span<const FunctionId>> groups;
        for (const auto same : order | ranges::views::chunk_by(is_same)) {
            const std::span<const FunctionId> group(same.begin(), same.end());
            if (group.size() > 1 || taken_.contains(names_[group.front()]))
                groups.push_back(group);
            else
                take(group.front(), {});
        }
        std::vector<std::size_t> keep_their_names; // in each group: 1, or 0 if the name is taken
        for (const auto group : groups) {
            keep_their_names.push_back(!taken_.contains(names_[group.front()]));
            if (keep_their_names.back() > 0)
                take(group.front(), {});
        }
        for (std::size_t i = 0; i < groups.size(); ++i)
            tell_apart(groups[i], keep_their_names[i]);
        return std::move(names_);
    }

  private:
    // Takes the name with an addition, and with a number if it is taken.
    void take(FunctionId f, const std::string& addition) {
        const std::string name = names_[f] + addition;
        names_[f] = name;
        for (std::size_t number = 2; !is_free(f); ++number)
            names_[f] = name + " (" + std::to_string(number) + ")";
        taken_.insert(names_[f]);
        joined_.insert(joined(f));
    }
    bool is_free(FunctionId f) const {
        return !taken_.contains(names_[f]) && !joined_.contains(joined(f));
    }
    // KCachegrind compares the names of function, file and object as if they were one word.
    std::string joined(FunctionId f) const {
        const auto part = [](std::string_view path) {
            return is_unknown(path) ? std::string_view() : base_name(path);
        };
        return names_[f] + std::string(part(functions_.file(f))) +
               std::string(part(functions_.object(f)));
    }

    // Gives additions to all functions of a group but the first ones.
    void tell_apart(std::span<const FunctionId> group, std::size_t first_ones) {
        std::unordered_map<FunctionId, std::string> additions;
        for (std::size_t length = 1; length <= max_tail + 1; ++length) {
            std::unordered_map<std::string_view, std::size_t> functions_of;
            const auto tail = [&](FunctionId f) {
                return length > max_tail ? functions_.file(f) : tail_of(functions_.file(f), length);
            };
            for (const FunctionId f : group)
                ++functions_of[tail(f)];
            for (const FunctionId f : group)
                if (functions_of[tail(f)] == 1 && !is_unknown(functions_.file(f)))
                    additions.try_emplace(f, " (" + without_blanks(tail(f)) + ")");
        }
        std::unordered_map<std::string_view, std::size_t> functions_of; // by object
        for (const FunctionId f : group)
            ++functions_of[base_name(functions_.object(f))];
        for (const FunctionId f : group.subspan(first_ones)) {
            std::string addition;
            if (const auto known = additions.find(f); known != additions.end()) {
                addition = known->second;
            } else {
                const std::string_view object = functions_.object(f);
                const bool is_alone = functions_of[base_name(object)] == 1;
                if (!is_alone && !is_unknown(functions_.file(f)))
                    addition = " (" + without_blanks(tail_of(functions_.file(f), 1)) + ")";
                if (!is_unknown(object) && !is_address(functions_.name(f)))
                    addition += " [" + without_blanks(base_name(object)) + "]";
            }
            take(f, addition);
        }
    }

    const CalledFunctions& functions_;
    std::vector<std::string> names_;
    std::unordered_set<std::string> taken_;
    std::unordered_set<std::string> joined_;
};

} // namespace

std::string without_blanks(std::string_view name) {
    std::string text(name);
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
    std::ranges::replace_if(text, is_control, '?');
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::vector<std::string> distinct_names(const CalledFunctions& functions,
                                        std::vector<std::string> names,
                                        std::span<const std::string_view> taken) {
    return DistinctNames(functions, std::move(names), taken).names();
}

} // namespace cg
