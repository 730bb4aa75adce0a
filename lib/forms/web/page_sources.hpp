// SPDX-License-Identifier: GPL-2.0-or-later
// The part of the HTML report's data that holds the counts of hot files by line, and the texts
// of those that can be read.
#pragma once

#include "forms/forms.hpp"

#include <functional>

namespace cg::web {

// A number; a string where a JavaScript number could not hold it exactly.
void write_count(Writer& out, Count count);
// Each with a comma before it.
void write_counts(Writer& out, std::span<const Count> counts);

class PageSources {
  public:
    PageSources(const ProfileView& view, const form::Options& options)
        : view_(view), profile_(*view.profile), options_(options) {}

    // {"file", "total", "why", "chunks": [[first line, [text...]]...],
    //  "lines": [[line, function, counts...]...]} for each hot file.
    using NumberOf = std::function<std::ptrdiff_t(NameId)>;
    void write(Writer& out, const NumberOf& function, const NumberOf& file) const;

  private:
    struct File {
        NameId name;
        std::span<const FunctionCosts> functions;
        std::vector<Count> total;
    };
    // Files that hold the least share of any event, in the profile's order.
    std::vector<File> hot_files() const;
    void write_file(Writer& out, const File& file, const NumberOf& function) const;

    const ProfileView& view_;
    const Profile& profile_;
    const form::Options& options_;
};

} // namespace cg::web
