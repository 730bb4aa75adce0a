// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of files, with their totals: one line for each, in their order or ranked by an event.
#pragma once

#include "model/event_set.hpp"
#include "render/renderers.hpp"
#include "text/writer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace cg {

class PartTable : public HistoryWriter {
  public:
    // `sort`: the event; empty: none.
    PartTable(std::string sort, Writer& out) : sort_(std::move(sort)), out_(out) {}
    // Throws UsageError if no part has the event.
    void add(const std::string& label, const Profile& profile) override;
    void finish() override;

  private:
    struct Part {
        std::string label;
        EventSet events;
        std::vector<Count> totals;
    };
    void rank(const std::vector<std::string>& events);

    std::string sort_;
    std::vector<Part> parts_;
    Writer& out_;
};

} // namespace cg
