// SPDX-License-Identifier: GPL-2.0-or-later
#include "quotients.hpp"

#include "error/error.hpp"
#include "text/destination.hpp"
#include "view/paths.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace cg::show {
namespace {

// The rows of a profile that are one row of a table. Numbers are given in the order of first use.
class Groups {
  public:
    Groups(const Names& names, By by, Paths paths) : names_(names), by_(by), paths_(paths) {}

    std::size_t number(const FunctionCosts& function, Line line) {
        std::string key = by_ == By::function
                              ? std::to_string(static_cast<std::uint32_t>(function.function))
                              : path(function.file);
        if (by_ == By::line)
            key += ':' + std::to_string(line);
        return numbers_.try_emplace(std::move(key), numbers_.size()).first->second;
    }

  private:
    const std::string& path(NameId file) {
        const auto [found, is_new] = names_of_files_.try_emplace(file);
        if (is_new) {
            const std::string shown =
                paths_ == Paths::display ? display_path(names_[file]) : std::string(names_[file]);
            found->second = by_ == By::directory ? std::string(directory_of(shown)) : shown;
        }
        return found->second;
    }

    const Names& names_;
    By by_;
    Paths paths_;
    std::unordered_map<NameId, std::string> names_of_files_;
    std::unordered_map<std::string, std::size_t> numbers_;
};

} // namespace

std::vector<const Derivation*> quotients_among(const std::vector<Derivation>& derivations) {
    std::vector<const Derivation*> result;
    for (const Derivation& derivation : derivations) {
        const auto uses = [&](const Derivation* quotient) {
            return derivation.uses(quotient->event());
        };
        if (derivation.has_quotient() || std::ranges::any_of(result, uses))
            result.push_back(&derivation);
    }
    return result;
}

void take_quotients_of_sums(Profile& profile, const Derivation& derivation, By by, Paths paths) {
    const EventSet& events = profile.header.events;
    const std::size_t event = events.column(derivation.event()).value();
    if (events.has_bases())
        throw UsageError(in_quotes(derivation.event()) +
                         ": a difference has no quotients: show the profiles side by side");
    const Derivation::Function quotient = derivation.function(profile.header);
    struct Group {
        std::vector<Count> sums;
        std::size_t first_row;
    };
    std::vector<Group> groups;
    Groups numbers(profile.names, by, paths);
    for (const FunctionCosts& function : profile.costs.functions()) {
        std::size_t number = 0;
        for (const std::size_t row : function.rows()) {
            if (by == By::line || row == function.first_row)
                number = numbers.number(function, profile.costs.line(row));
            const auto counts = profile.costs.counts(row);
            counts[event] = 0;
            if (number == groups.size())
                groups.push_back({std::vector<Count>(events.size()), row});
            add_to(groups[number].sums, counts);
        }
    }
    for (const Group& group : groups)
        profile.costs.counts(group.first_row)[event] = quotient(group.sums);
    profile.summary[event] = quotient(profile.summary);
}

} // namespace cg::show
