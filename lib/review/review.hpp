// SPDX-License-Identifier: GPL-2.0-or-later
// Findings as code hosts read them.
#pragma once

#include "review/findings.hpp"
#include "text/writer.hpp"

namespace cg::review {

// Workflow commands of GitHub Actions: an annotation for each finding, and a notice that sums up
// what has none. A runner reads them from the output of a step.
void write_github(const ProfileView& view, const Options& options, Writer& out);

// A code quality report of GitLab: a JSON array.
void write_gitlab(const ProfileView& view, const Options& options, Writer& out);

// Describes a finding in one line of text.
std::string message_of(const ProfileView& view, const Finding& finding);

} // namespace cg::review
