// SPDX-License-Identifier: GPL-2.0-or-later
// Two profiles as one, their difference, for formats that show one.
#pragma once

#include "algebra/rename.hpp"
#include "load/source_files.hpp"
#include "options.hpp"
#include "render/renderers.hpp"
#include "source/sources.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cg::show {

// Returns what gates say of the conditions of --fail-if. Throws UsageError if the profiles lack
// what a condition compares.
std::vector<render::GateVerdict> verdicts(const Profile& first, const Profile& second,
                                          const Options& options);

// The second profile minus the first, by line, with the counts of the first as bases. Lines of two
// versions of a source are matched by both texts, if both are found.
class Comparison : public Sources {
  public:
    // The names of the files are for messages. Throws Error if the events differ, or if a
    // profile is a difference with bases already.
    Comparison(const Renamed& first, const Renamed& second, const std::string& first_name,
               const std::string& second_name, const Options& options);

    Profile& profile() { return *profile_; }

    // Returns the second version of a source, or the first if there is no other.
    std::shared_ptr<const SourceText> find(const std::string& name) override;
    // Returns the names that a source has in the second profile, or else in the first.
    std::vector<std::string> originals(const std::string& name) const;
    // Returns the first version, or null if it has the same text.
    const OldSource* old_source(std::string_view name) const;

  private:
    // The sources of one of the profiles.
    struct Version {
        Version(const Renamed& renamed, const std::string& dir, const Options& options);
        std::shared_ptr<const SourceText> find(std::string_view name);

        std::map<std::string, std::vector<std::string>, std::less<>> originals; // by new name
        SourceFiles files;
        bool is_in_directory; // not elsewhere
    };
    void match_lines(const Profile& first, const Profile& second);

    Version first_, second_;
    std::map<std::string, OldSource, std::less<>> old_; // by name
    std::optional<Profile> profile_;
};

} // namespace cg::show
