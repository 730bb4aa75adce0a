// SPDX-License-Identifier: GPL-2.0-or-later
// An output format that takes any number of profiles, one after the other.
#pragma once

#include "model/profile.hpp"

#include <string>

namespace cg {

class HistoryWriter {
  public:
    HistoryWriter() = default;
    HistoryWriter(const HistoryWriter&) = delete;
    HistoryWriter& operator=(const HistoryWriter&) = delete;
    virtual ~HistoryWriter() = default;
    // The profile need not outlive the call.
    virtual void add(const std::string& label, const Profile& profile) = 0;
    // Writes what is left. Called once, at the end.
    virtual void finish() = 0;
};

} // namespace cg
