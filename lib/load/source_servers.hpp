// SPDX-License-Identifier: GPL-2.0-or-later
// Source files from the servers of debuginfod, which know them by the build ID of the program and
// their path when it was built.
#pragma once

#include "algebra/rename.hpp"
#include "source/sources.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>

struct debuginfod_client;

namespace cg {

// The build IDs of the programs that each source file is of, by its original name. Only costs by
// address tell.
using BuildIds = std::map<std::string, std::set<std::string>>;
BuildIds build_ids_of_sources(const Renamed& renamed);

class SourceServers {
  public:
    // Asks the servers of DEBUGINFOD_URLS, if `are_allowed`.
    SourceServers(BuildIds build_ids, bool are_allowed);
    ~SourceServers();
    SourceServers(const SourceServers&) = delete;
    SourceServers& operator=(const SourceServers&) = delete;

    // Returns the copy that the client of debuginfod keeps of the source, or null.
    std::shared_ptr<const SourceText> find(const std::string& name);

    bool are_allowed() const { return are_allowed_; }
    bool know_programs() const { return !build_ids_.empty(); }

  private:
    struct Library;
    BuildIds build_ids_;
    bool are_allowed_;
    std::unique_ptr<Library> library_; // null: it is not needed, or not installed
    debuginfod_client* client_ = nullptr;
};

} // namespace cg
