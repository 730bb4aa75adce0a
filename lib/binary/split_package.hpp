// SPDX-License-Identifier: GPL-2.0-or-later
// The package (PROGRAM.dwp) that the .dwo files of a program were put into, by dwp or llvm-dwp.
// libdw reads .dwo files, and packages only from elfutils 0.191 on; Debian 12 has 0.188.
//
// DWARF 5, section 7.3.5, describes packages; GNU's of DWARF 4 (index of version 2) are described
// in https://gcc.gnu.org/wiki/DebugFissionDWP.
#pragma once

#include "binary/binary_file.hpp"

#include <cstdint>
#include <elfutils/libdw.h>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cg::binary {

// A unit of a package, as if it was read from its .dwo file again.
class PackagedUnit {
  public:
    struct Parts;
    explicit PackagedUnit(std::unique_ptr<Parts> parts);
    ~PackagedUnit();
    PackagedUnit(const PackagedUnit&) = delete;
    PackagedUnit& operator=(const PackagedUnit&) = delete;

    // Returns the unit's DIE.
    Dwarf_Die die() const;

    // Returns the ranges of code of a DIE of the unit: libdw does not know the skeleton, to whose
    // base they are relative.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges(Dwarf_Die& die) const;

  private:
    std::unique_ptr<Parts> parts_;
};

// Opens the package when its first unit is asked for.
class SplitPackage {
  public:
    explicit SplitPackage(std::vector<std::string> paths);
    ~SplitPackage();

    // Returns the unit of a skeleton, or null if there is no package, or it has no such unit, or is
    // broken. Valid as long as the package.
    const PackagedUnit* find(Dwarf_Die& skeleton);

  private:
    struct File;
    std::vector<std::string> paths_; // the first one that is there counts
    std::unique_ptr<File> file_;
    bool is_opened_ = false;
    std::map<std::uint64_t, std::unique_ptr<PackagedUnit>> units_; // by ID
};

} // namespace cg::binary
