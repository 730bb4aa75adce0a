// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/written_names.hpp"

#include "callgrind/root_names.hpp"
#include "model/called_functions.hpp"

namespace cg {
namespace {

bool is_unknown(std::string_view name) {
    return name.empty() || name == unknown_name;
}

// Returns the name without what tells it from others.
std::string plain_name(std::string_view name, std::string_view object) {
    if (is_address(name) || is_unknown(name))
        return (is_unknown(name) ? std::string(unknown_name) : std::string(name)) + " in " +
               (is_unknown(object) ? "no-object"
                                   : without_blanks(object.substr(object.rfind('/') + 1)));
    std::string text = without_blanks(name);
    return text.empty() ? "(blank)" : text;
}

} // namespace

std::vector<std::string> written_names(const CalledFunctions& functions) {
    std::vector<std::string> names;
    names.reserve(functions.size());
    for (CalledNumber f = 0; f < functions.size(); ++f)
        names.push_back(plain_name(functions.name(f), functions.object(f)));
    return distinct_names(functions, std::move(names), root_names);
}

} // namespace cg
