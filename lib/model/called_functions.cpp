// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/called_functions.hpp"

#include "model/containers.hpp"
#include "model/grouped.hpp"
#include "model/names.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace cg {

bool is_address(std::string_view name) {
    return name.size() > 2 && name.starts_with("0x") &&
           name.find_first_not_of("0123456789abcdef", 2) == name.npos;
}

std::string shown_name(std::string_view name, std::string_view object) {
    std::string shown(name);
    if (is_address(name) && object != unknown_name && !object.empty())
        shown.append(" [").append(last_part(object)).append("]");
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

CalledFunctions::CalledFunctions() = default;
CalledFunctions::CalledFunctions(const CalledFunctions&) = default;
CalledFunctions::CalledFunctions(CalledFunctions&&) noexcept = default;
CalledFunctions& CalledFunctions::operator=(const CalledFunctions&) = default;
CalledFunctions& CalledFunctions::operator=(CalledFunctions&&) noexcept = default;
CalledFunctions::~CalledFunctions() = default;

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

} // namespace cg
