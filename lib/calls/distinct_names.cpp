// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/distinct_names.hpp"

#include "model/containers.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <range/v3/view/chunk_by.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cg {
namespace {

constexpr std::size_t max_tail = 8; // directories of a path; then the whole path

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
            return is_unknown(path) ? std::string_view() : last_part(path);
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
            ++functions_of[last_part(functions_.object(f))];
        for (const FunctionId f : group.subspan(first_ones)) {
            std::string addition;
            if (const auto known = additions.find(f); known != additions.end()) {
                addition = known->second;
            } else {
                const std::string_view object = functions_.object(f);
                const bool is_alone = functions_of[last_part(object)] == 1;
                if (!is_alone && !is_unknown(functions_.file(f)))
                    addition = " (" + without_blanks(tail_of(functions_.file(f), 1)) + ")";
                if (!is_unknown(object) && !is_address(functions_.name(f)))
                    addition += " [" + without_blanks(last_part(object)) + "]";
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
