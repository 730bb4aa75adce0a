// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the counts of hot files by line, and their texts if they can be read, in the data of the
// HTML report.
#pragma once

#include "render/page_tables.hpp"
#include "view/rollup.hpp"

namespace cg::render {

class PageSources {
  public:
    PageSources(const ProfileView& view, const Options& options, PageTables& tables)
        : view_(view), profile_(*view.profile), options_(options), tables_(tables) {}

    // Writes "sources" (lib/render/web/data.js), one for each hot file.
    void write(JsonWriter& json) const;

  private:
    struct File {
        NameId name;
        std::span<const FunctionCosts> functions;
    };
    // Returns files with at least --min percent of any event, and those whose text was changed, in
    // the order of the profile.
    std::vector<File> hot_files() const;
    void write_file(JsonWriter& json, const File& file) const;
    void write_lines(JsonWriter& json, const File& file, const OldSource* old,
                     const LineCounts& lines) const;

    const ProfileView& view_;
    const Profile& profile_;
    const Options& options_;
    PageTables& tables_;
};

} // namespace cg::render
