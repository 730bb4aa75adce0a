// SPDX-License-Identifier: GPL-2.0-or-later
// Objects of data, and the fields of one, as profiles: each is a function there, so that they are
// ranked, derived from and rendered as functions are.
#pragma once

#include "model/profile.hpp"
#include "model/struct_layout.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Returns "120" for the size of all blocks, "n*104" for sizes that are multiples of a period,
// "16-215" for others, and "" if it is not known.
std::string size_text(const DataObject& object);

// Returns the count that objects and their lines are ranked by: of a row of cells, the misses of
// reads and writes in the first-level cache, or the first column if misses are not known.
Count misses_of(const EventSet& columns, std::span<const Count> counts);

// Returns the display name of each object, with <…> for template arguments unless that would make
// two of them equal.
std::vector<std::string> shown_names(const DataObjects& data);

// Says whether a name is meant. An object is meant if its display name is, or its shown name.
using IsShownObject = std::function<bool(std::string_view)>;

// The rows that no object was shown for, and the costs that no object has: of profiles without
// objects of data, to which others were added.
inline constexpr std::string_view other_objects = "(other objects)";
inline constexpr std::string_view unknown_objects = "(not known)";

// Returns a profile with a function for each object: its name is the shown name, its file the
// size. The profile must have data. Events are D1m and DLm, the misses of reads and writes
// together, and with causes D1mCold and the like; the columns of cells; Blocks, Bytes if they are
// known, and Live, whose total is that of all heap blocks together if it is known. Throws
// std::overflow_error.
Profile by_object(const Profile& profile, const IsShownObject& is_shown);

// Of the object whose fields are shown: that with the most misses among those that are meant.
struct FieldsOfObject {
    // A function for each word, "+8", or for each member of a struct, "+8 key (unsigned int)", in
    // their order. Events are Loaded and Touched, in bytes, if they are known, and D1m.
    Profile profile;
    std::string name;                // its shown name
    std::string object;              // this and its size
    Count missed = 0;                // its misses: more than those of its fields if it is larger
                                     // than what the tool maps
    std::vector<std::string> others; // those of others with fields
};

// Lays the struct beside the fields if it is not null. Throws Error if no such object has fields,
// or none that the struct fits.
FieldsOfObject by_field(const Profile& profile, const IsShownObject& is_meant,
                        const StructLayout* layout = nullptr);

// The event of these profiles that is the percentage of loaded bytes that were not used, or of used
// ones: a formula for Derivation, or "" if it is not known, or if `of_code`, of which they were
// made, is a difference: a quotient of differences says nothing.
std::string formula_of_unused(const Profile& by_object, const Profile& of_code);
std::string formula_of_used(const Profile& by_field, const Profile& of_code);

} // namespace cg
