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
    Calls calls = std::move(*profile.calls);
    if (!options.skip.empty())
        calls = skip(calls, NameMatches(options.skip, calls.functions));
    if (options.fold_recursion)
        calls = fold_recursion(calls);
    if (!options.below.empty())
        calls = below(calls, NameMatches(options.below, calls.functions));
    if (!options.above.empty())
        calls = above(calls, NameMatches(options.above, calls.functions));
    if (options.prune)
        calls = prune(calls, 0, magnitude_of_percentage(*options.prune, calls.tree()->total()[0]));
    if (option == "--fold-recursion" && options.below.empty() && options.above.empty() &&
        !options.prune) {
        profile.calls = std::move(calls); // own costs do not change
        return profile;
    }
    cli::note(command, "the result is by function, because calls have no counts by line");
    return of_own_cost(profile, std::move(calls));
}

} // namespace cg::filtering
