// SPDX-License-Identifier: GPL-2.0-or-later
// An exception that was thrown, as a value to compare.
#pragma once

#include <exception>
#include <string>

namespace cg {

// The message of the exception of this type that the action throws, or "nothing thrown".
template <typename Exception = std::exception, typename Action>
std::string thrown_by(Action action) {
    try {
        action();
    } catch (const Exception& exception) {
        return exception.what();
    }
    return "nothing thrown";
}

} // namespace cg
