// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the functions of one profile in another.
#pragma once

#include "calls/sum.hpp"
#include "model/fwd.hpp"

#include <span>
#include <string>
#include <vector>

namespace cg {

// An object that is in another directory in another profile, or has another name there.
struct MovedObject {
    std::string before;
    std::string after;

    bool operator==(const MovedObject&) const = default;
};

// Returns the objects that only one profile has, with the other's of the same last part of the
// path, if each has one of them: they are builds of one program in two directories. Then libraries
// whose names differ in the version. Then the only ones that are left on each side: builds under
// two names. Of two profiles, the objects that their functions are in if both have calls, else
// those with their variables.
std::vector<MovedObject> moved_objects(const CalledFunctions& first, const CalledFunctions& second);
std::vector<MovedObject> moved_objects(const Profile& first, const Profile& second);

// Returns the notes that explain them to the user.
std::vector<std::string> notes_of(std::span<const MovedObject> moved);

// Two functions that are one.
struct FunctionMatch {
    CalledName before;
    CalledName after; // the one that stands for both
};

// Returns what joins functions of `first` with those of `second` that are the same, though their
// files or own names differ: a compiler may take a function's first instruction from another
// header, and additions to own names depend on what ran (bare_name()). Functions that are equal in
// both are not in it.
//
// Functions match within an object, which may have moved, and a bare name: those that are equal,
// those of an equal symbol, then those of an equal file, then those that are the only ones left on
// each side. If more are left on both sides, nothing tells them apart, and all of them are one
// function, so that none is gone and new.
//
// There is none if a profile tells functions by their file (CalledFunctions::is_by_file()).
std::vector<FunctionMatch> match_functions(const CalledFunctions& first,
                                           const CalledFunctions& second);

} // namespace cg
