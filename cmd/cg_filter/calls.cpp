// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls.hpp"

#include "algebra/by_calls.hpp"
#include "calls/select.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "model/magnitude.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <optional>

namespace cg::filtering {
namespace {

// The functions whose names match one of the patterns.
class NameMatches {
  public:
    NameMatches(const std::vector<Pattern>& patterns, const CalledFunctions& functions) {
        for (CalledNumber f = 0; f < functions.size(); ++f)
            matches_.push_back(std::ranges::any_of(
                patterns, [&](const Pattern& p) { return p.is_in(functions.name(f)); }));
    }
    bool operator()(CalledNumber function) const { return matches_[function]; }

  private:
    std::vector<bool> matches_;
};

// Returns the first of the options for calls that is given.
std::optional<std::string> first_option(const Options& options) {
    if (!options.skip.empty())
        return "--skip";
    if (options.fold_recursion)
        return "--fold-recursion";
    if (!options.below.empty())
        return "--below";
    if (!options.above.empty())
        return "--above";
    if (options.prune)
        return "--prune";
    return std::nullopt;
}

// Says which functions are one row, because a tree has no counts by line.
void note_lost_lines(const cli::Command& command, const Calls& calls,
                     const std::vector<CalledNumber>& functions) {
    constexpr std::size_t most_names = 3;
    if (functions.empty())
        return;
    std::string names;
    for (std::size_t i = 0; i < functions.size() && i < most_names; ++i)
        names += (i == 0 ? "" : ", ") +
                 text_for(Destination::message, calls.functions.name(functions[i]));
    if (functions.size() > most_names)
        names += ", ...";
    cli::note(command, "no lines for functions whose own cost changed: " + names + " (" +
                           std::to_string(functions.size()) + " of " +
                           std::to_string(calls.functions.size()) + ')');
}

} // namespace

Profile with_chosen_calls(const Options& options, const cli::Command& command, Profile profile,
                          const std::string& source) {
    const std::optional<std::string> option = first_option(options);
    if (!option)
        return profile;
    if (!profile.calls || !profile.calls->tree())
        throw Error(input_for_message(source),
                    "has no tree of calls, which " + *option +
                        " needs (valgrind --tool=cachegrind --calls=yes writes one)");
    Calls calls = *profile.calls;
    if (!options.skip.empty())
        calls = skip(calls, NameMatches(options.skip, calls.functions));
    if (options.fold_recursion)
        calls = fold_recursion(calls);
    if (!options.below.empty())
        calls = below(calls, NameMatches(options.below, calls.functions));
    if (!options.above.empty())
        calls = above(calls, NameMatches(options.above, calls.functions));
    if (options.prune) {
        const std::size_t base = profile.header.events.base_of(0).value_or(0);
        calls =
            prune(calls, 0, magnitude_of_percentage(*options.prune, calls.tree()->total()[base]));
    }
    if (option == "--fold-recursion" && options.below.empty() && options.above.empty() &&
        !options.prune) {
        profile.calls = std::move(calls); // own costs do not change
        return profile;
    }
    note_lost_lines(command, calls, functions_of_other_cost(profile, calls));
    return of_own_cost(profile, std::move(calls));
}

} // namespace cg::filtering
