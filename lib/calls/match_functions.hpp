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

// Matches objects that only one of two profiles has: first those with equal file names, if each
// side has one of that name (builds in two directories); then libraries whose names differ in the
// version; then the only one that is left on each side (builds under two names). If both profiles
// have calls, the objects are those of functions, else those of variables.
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
