// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/called_functions.hpp"

#include "model/sorted_names.hpp"

#include <algorithm>
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
        shown.append(" [").append(object.substr(object.rfind('/') + 1)).append("]");
    return shown;
}

CalledNumber CalledFunctions::insert(NameId object, NameId file, NameId name, Line line) {
    if (!is_indexed_)
        index_functions();
    if (first_with_name_.size() <= index_of(name))
        first_with_name_.resize(std::max(index_of(name) + 1, names_.size()), none);
    CalledNumber& first = first_with_name_[index_of(name)];
    CalledNumber number = first;
    const auto is_it = [&](const CalledFunction& f) {
        return f.object == object && f.file == file;
    };
    if (first == none)
        number = first = static_cast<CalledNumber>(functions_.size());
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

void CalledFunctions::rename(std::span<const std::string> new_names) {
    for (CalledNumber n = 0; n < size(); ++n)
        functions_[n].name = names_.intern(new_names[n]);
    forget_index();
}

std::vector<CalledNumber> CalledFunctions::sort() {
    return sort_only(std::vector<bool>(size(), true));
}

std::vector<CalledNumber> CalledFunctions::sort_only(const std::vector<bool>& is_kept) {
    const std::vector<CalledNumber> order = in_order(is_kept);
    std::vector<CalledNumber> new_numbers(size());
    std::vector<CalledFunction> sorted;
    sorted.reserve(order.size());
    for (const CalledNumber n : order) {
        new_numbers[n] = static_cast<CalledNumber>(sorted.size());
        sorted.push_back(functions_[n]);
    }
    functions_ = std::move(sorted);
    forget_index();
    return new_numbers;
}

void CalledFunctions::forget_index() {
    first_with_name_.clear();
    index_ = {};
    is_indexed_ = false;
}

std::vector<CalledNumber> CalledFunctions::in_order(const std::vector<bool>& is_kept) const {
    // By counting; few functions share a name with others.
    std::vector<CalledNumber> ends(names_.size()); // by name: of its functions in `order`
    for (CalledNumber n = 0; n < size(); ++n)
        ends[index_of(functions_[n].name)] += is_kept[n];
    CalledNumber kept = 0;
    for (const NameId name : sorted(names_))
        kept += std::exchange(ends[index_of(name)], kept);
    std::vector<CalledNumber> order(kept);
    for (CalledNumber n = 0; n < size(); ++n)
        if (is_kept[n])
            order[ends[index_of(functions_[n].name)]++] = n;
    const auto has_other_name = [&](CalledNumber left, CalledNumber right) {
        return functions_[left].name != functions_[right].name;
    };
    for (auto begin = order.begin(); begin != order.end();) {
        const auto last = std::adjacent_find(begin, order.end(), has_other_name);
        const auto end = last == order.end() ? last : last + 1;
        std::ranges::sort(begin, end, {},
                          [&](CalledNumber n) { return std::tuple(file(n), object(n)); });
        begin = end;
    }
    return order;
}

void CalledFunctions::index_functions() {
    is_indexed_ = true;
    first_with_name_.assign(names_.size(), none);
    for (CalledNumber n = 0; n < size(); ++n) {
        const CalledFunction& f = functions_[n];
        CalledNumber& first = first_with_name_[index_of(f.name)];
        if (first == none)
            first = n;
        else if (functions_[first].object != f.object || functions_[first].file != f.file)
            index_.insert({f.object, f.file, f.name}, n);
    }
}

} // namespace cg
