// SPDX-License-Identifier: GPL-2.0-or-later
// A program or library as the profiled run had it, with its debugging information, which may be in
// a file of its own. libdw (elfutils) finds and reads both.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct Elf;
struct Dwarf;

namespace cg::binary {

class SplitPackage;

// Where files are looked for if the one at the profile's path is not the one that ran.
struct SearchPath {
    // A directory that has a directory .build-id; the default is looked in, too.
    std::string debug_directory = "/usr/lib/debug";
    // Ask the servers of DEBUGINFOD_URLS for what is not here.
    bool debuginfod = false;
};

// A section of code.
struct Code {
    std::uint64_t address; // of its first byte, in the file
    std::span<const std::uint8_t> bytes;
};

// Addresses are those of the file, as its symbols have them. For one thread at a time: each opens
// the file for itself.
class BinaryFile {
  public:
    // Opens the file at `path`, or the one with this build ID (in hexadecimal; empty: unknown, then
    // the one at `path` must do) in the debug directory or from debuginfod; if there is none, the
    // one that has only its debugging information. Throws Error if there
    // is none, if it has another build ID, or if it can't be read.
    BinaryFile(const std::string& path, const std::string& build_id, const SearchPath& search);
    ~BinaryFile();
    BinaryFile(const BinaryFile&) = delete;
    BinaryFile& operator=(const BinaryFile&) = delete;

    const std::string& path() const;     // of the profile
    const std::string& build_id() const; // in hexadecimal; empty: it has none

    // Returns the debugging information, or null if there is none.
    ::Dwarf* debug_information();

    // Returns what has the debugging information of units that were split off, besides .dwo files.
    SplitPackage& package();

    // Returns the name of the symbol that `address` belongs to, as it is linked, or null. Valid as
    // long as the object.
    const char* symbol_at(std::uint64_t address) const;

    // Returns the sections of code, by address; none if only debugging information was found. The
    // bytes are valid as long as the object.
    std::vector<Code> code() const;
    ::Elf* elf() const;

  private:
    struct Session;
    std::unique_ptr<Session> session_;
};

} // namespace cg::binary
