// SPDX-License-Identifier: GPL-2.0-or-later
// Says which sources of a report were not found, and what may find them.
#pragma once

#include "algebra/rename.hpp"
#include "load/source_files.hpp"
#include "source/sources.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cg {

// Remembers which sources a report asked for: those of its hot files.
class AskedSources : public Sources {
  public:
    // `sources` must outlive the object.
    explicit AskedSources(Sources& sources) : sources_(sources) {}
    std::shared_ptr<const SourceText> find(const std::string& name) override;
    bool is_other(const std::string& name) override { return sources_.is_other(name); }

    // Returns the names that were asked for, and whether they were found.
    const std::map<std::string, bool>& asked() const { return found_; }

  private:
    Sources& sources_;
    std::map<std::string, bool> found_; // by name
};

// A source as its profile knows it.
struct SourceFacts {
    Line last_line = 0;     // that has counts
    std::uint64_t cost = 0; // of the first event
};
using FactsOfSources = std::map<std::string, SourceFacts>; // by original name
FactsOfSources facts_of_sources(const Renamed& renamed);

// The missing sources of a report.
struct MissingSources {
    std::size_t asked = 0;          // how many were asked for
    std::vector<std::string> names; // of those that were not found, as the profile has them
    FactsOfSources facts;           // may lack some of them, or all
};
// `originals` are the names that a source which was asked for has in the profile.
MissingSources
missing_sources(const AskedSources& sources,
                const std::function<std::vector<std::string>(const std::string&)>& originals);

// Returns notes for the user: how many there are, the largest, where they were looked for, and the
// option with which most of them are found below the current directory or an include directory, if
// it has files of the same name that are long enough. None if nothing is missing, or if nothing can
// be advised, unless the user asked servers, or no source was found and the report does not list
// them.
std::vector<std::string> notes_on(MissingSources missing, const SourceSearch& search,
                                  const SourceServers& servers, bool are_listed);

} // namespace cg
