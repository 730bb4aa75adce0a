// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/estimated_cycles.hpp"

#include "error/error.hpp"
#include "io/input.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/ranges.h>
#include <ranges>
#include <string_view>
#include <system_error>

namespace cg {
namespace {

constexpr std::string_view event = "EstCycles";

struct Processor {
    std::string_view name;
    std::string_view formula;
};

// The first is the default. Each fitted to the user time of 18 programs (docs/reading.md). A
// misprediction weighs little, because the simulated predictor is worse than any processor's.
constexpr std::array processors = {
    Processor{"zen3", "Ir + 20*(Bcm+Bim) + 32*(I1mr+D1mr+D1mw) + 240*(ILmr+DLmr+DLmw)"},
    Processor{"rocketlake", "Ir + 40*(Bcm+Bim) + 80*(I1mr+D1mr+D1mw) + 180*(ILmr+DLmr+DLmw)"},
};

std::string formula_of(const std::string& of) {
    const auto known = std::ranges::find(processors, of, &Processor::name);
    if (of.empty() || known != processors.end())
        return std::string(of.empty() ? processors[0].formula : known->formula);
    std::error_code error; // else it is not known whether there is such a file
    if (of != "-" && !std::filesystem::exists(of, error) && !error)
        throw Error(
            path_for_message(of),
            fmt::format("no file, and no processor of which there is a formula: {}",
                        fmt::join(processors | std::views::transform(&Processor::name), ", ")));
    const Input input = Input::open(of);
    std::string text(input.bytes());
    std::ranges::replace(text, '\n', ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

} // namespace

void add_estimated_cycles(std::vector<Derivation>& derivations, const std::string& of) {
    const auto is_one = [](const Derivation& known) { return known.event() == event; };
    if (of.empty() && std::ranges::any_of(derivations, is_one))
        return;
    std::erase_if(derivations, is_one);
    const std::string formula = formula_of(of);
    derivations.emplace_back(std::string(event) + '=' + formula,
                             std::string(event) + ": an estimate, " + formula);
}

} // namespace cg
