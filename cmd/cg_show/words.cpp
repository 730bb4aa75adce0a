// SPDX-License-Identifier: GPL-2.0-or-later
#include "words.hpp"

#include "algebra/by_calls.hpp"
#include "io/output.hpp"
#include "load/load.hpp"
#include "view/rollup.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace cg::show {
namespace {

// Returns the name with a backslash before each character that an expression reads.
std::string as_expression(std::string_view name) {
    constexpr std::string_view special = "\\^$.|?*+()[]{}";
    std::string text;
    for (const char c : name) {
        if (special.find(c) != special.npos)
            text += '\\';
        text += c;
    }
    return text;
}

} // namespace

void write_words(const std::vector<std::string>& files, const Options& options) {
    constexpr std::size_t max_functions = 2000; // nobody reads more, and shells get slow
    const std::vector<std::string> paths{files.empty() ? "-" : files.front()};
    Profile profile =
        std::move(load_profiles(paths, options.jobs, {.detail = Detail::functions}).front());
    if (profile.calls)
        profile = by_called_function(std::move(profile), FunctionNames::shown);
    Output out = Output::open("-");
    if (options.words == "events") {
        const EventSet& events = profile.header.events;
        for (std::size_t event = 0; event < events.size(); ++event)
            out.write(events[event] + '\n');
        for (const Derivation& derivation : options.derive) // which need not be computed
            if (!events.column(derivation.event()))
                out.write(derivation.event() + '\n');
    } else {
        const Rollup functions(profile, By::function);
        for (const std::size_t row : functions.ranked(std::array{std::size_t{0}}, max_functions))
            if (const std::string name = functions.name(row); name.find('\n') == name.npos)
                out.write(as_expression(name) + '\n');
    }
    out.commit();
}

} // namespace cg::show
