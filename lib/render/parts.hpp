// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of files, with their totals: one line for each.
#pragma once

#include "model/event_set.hpp"
#include "render/renderers.hpp"
#include "text/writer.hpp"

#include <string>
#include <vector>

namespace cg {

class PartTable : public HistoryWriter {
  public:
    explicit PartTable(Writer& out) : out_(out) {}
    void add(const std::string& label, const Profile& profile) override;
    void finish() override;

  private:
    struct Part {
        std::string label;
        EventSet events;
        std::vector<Count> totals;
    };
    std::vector<Part> parts_;
    Writer& out_;
};

} // namespace cg
