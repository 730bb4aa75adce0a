// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/moved_object.hpp"

#include <set>
#include <string_view>

namespace cg {
namespace {

std::set<std::string_view> objects_of(const CalledFunctions& functions) {
    std::set<std::string_view> objects;
    for (CalledNumber f = 0; f < functions.size(); ++f)
        objects.insert(functions.object(f));
    return objects;
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

} // namespace

std::optional<MovedObject> moved_object(const Calls& first, const Calls& second) {
    const std::set<std::string_view> before = objects_of(first.functions);
    const std::set<std::string_view> after = objects_of(second.functions);
    for (const std::string_view old : before) {
        if (after.contains(old))
            continue;
        for (const std::string_view other : after)
            if (!before.contains(other) && last_part(old) == last_part(other))
                return MovedObject{std::string(old), std::string(other)};
    }
    return std::nullopt;
}

} // namespace cg
