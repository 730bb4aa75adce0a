// SPDX-License-Identifier: GPL-2.0-or-later
// Reads profiles, whole or damaged. open_profile() finds the format of a file, once; the others
// call its reader, of which there are three: format/cachegrind.hpp, callgrind/read.hpp and
// format/json.hpp.
#pragma once

#include "callgrind/file_part.hpp"
#include "format/profile_layout.hpp"
#include "format/read_options.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

enum class FileFormat : std::uint8_t { cachegrind, callgrind, json };

// A file whose format is known. The bytes must outlive it.
struct OpenedFile {
    std::string_view bytes;
    std::string source;
    FileFormat format;
    ProfileLayout layout; // of cachegrind's format
};

// Recognises JSON by its first byte, and Callgrind's format by its lines. `with_uncounted`: see
// ReadOptions. Throws Error for what was never a profile: a program, a source, a page of cg_show.
OpenedFile open_profile(std::string_view bytes, const std::string& source,
                        bool with_uncounted = false);

// Throws Error(source, line, ...) for the first violation of the format's grammar, for a number
// that is too large (counts of 64 bits, lines of 32), for counts that need too much memory
// (error/expansion.hpp), and if the summary is not the sum of the counts. With `salvage`, an error
// is a warning if salvage_profile() reads a part of the file.
Profile read_profile(OpenedFile file, const ReadOptions& options = {});
Profile read_profile(std::string_view bytes, const std::string& source,
                     const ReadOptions& options = {});

// Reads each part of a file that is chosen (ReadOptions::parts) as a profile of its own, in one
// pass, and calls take(part, profile). With `salvage`, damaged parts are read up to the damage.
void read_each_part(std::string_view bytes, const std::string& source, const ReadOptions& options,
                    const TakePart& take);

// The undamaged part of a profile, for example of a killed run: all lines before the first damaged
// one. The header must be complete.
struct Salvaged {
    struct Damage {
        std::size_t line;   // the first dropped line, or the position of a missing line
        std::string reason; // the error at this line
        std::size_t dropped_bytes;
    };
    Profile profile;              // its summary is the sum of its counts
    std::optional<Damage> damage; // nothing if the profile is complete
};
Salvaged salvage_profile(std::string_view bytes, const std::string& source,
                         const ReadOptions& options = {});

// Returns the message for a damaged file: "FILE:LINE: reason; N bytes from there on were dropped".
std::string message_of(const Salvaged::Damage& damage, const std::string& source);

// Returns true if the bytes begin like a profile (and not like a source file, for example).
bool begins_as_profile(std::string_view bytes);

} // namespace cg
