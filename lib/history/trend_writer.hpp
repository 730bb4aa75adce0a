// SPDX-License-Identifier: GPL-2.0-or-later
// A trend as text and as a page.
#pragma once

#include "history/history_writer.hpp"
#include "history/trend.hpp"
#include "text/writer.hpp"

namespace cg {

void write_trend_table(const Trend& trend, Writer& out);

// One file without scripts: a plot in SVG, whose points are links to the rows of a table.
void write_trend_page(const Trend& trend, Writer& out);

// "+1.25%": a change as a percentage of what was before; "n/a" if that was 0.
std::string change_percentage(Count change, Count before);

class TrendWriter : public HistoryWriter {
  public:
    using Write = void(const Trend&, Writer&);
    TrendWriter(TrendOptions options, Write& write, Writer& out)
        : trend_(std::move(options)), write_(write), out_(out) {}
    void add(const std::string& label, const Profile& profile) override {
        trend_.add(label, profile);
    }
    void finish() override { write_(trend_, out_); }

  private:
    Trend trend_;
    Write& write_;
    Writer& out_;
};

} // namespace cg
