// SPDX-License-Identifier: GPL-2.0-or-later
// The totals of a program in consecutive profiles, and the functions that caused each step.
#pragma once

#include "model/event_set.hpp"
#include "model/fwd.hpp"
#include "render/renderers.hpp"
#include "text/number.hpp"
#include "text/writer.hpp"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace cg {

struct TrendOptions {
    std::string event;             // empty: the first
    double noise = 0;              // percent: a change of at most this is no step
    std::size_t max_functions = 5; // of a step
    std::size_t width = 0;         // of the table; 0: names of functions are not cut
};

class Trend {
  public:
    struct FunctionChange {
        std::string name;
        Count change;
    };
    struct Point {
        std::string label;
        std::vector<Count> totals; // a count for each of events()
        Count deviation;           // EVENT.sd of a profile that cg_merge --stats wrote, else 0
        bool difference = false;   // of two profiles: totals are changes, with signs
        Count change = 0;          // of event(), from the point before
        bool is_step = false;      // the change is beyond the noise
        std::vector<FunctionChange> functions = {}; // of a step: the largest changes first

        // Returns a total as text.
        std::string text(Count total) const {
            return difference ? with_sign(total) : std::string(Number(total).text());
        }
    };

    explicit Trend(TrendOptions options) : options_(std::move(options)) {}

    // Keeps the totals of the profile and, until the next one, its functions. Throws Error if the
    // profile lacks an event of the first one, and std::overflow_error.
    void add(const std::string& label, const Profile& profile);

    const std::vector<Point>& points() const { return points_; }
    // Of the first profile, event() first; of statistics only the means.
    const std::vector<std::string>& events() const { return events_; }
    const std::string& event() const { return events_.at(0); }
    double noise() const { return options_.noise; }
    std::size_t width() const { return options_.width; }

  private:
    using FunctionCounts = std::unordered_map<std::string, Count>;
    void choose_events(const EventSet& of_first);
    bool is_beyond_noise(const Point& before, const Point& now) const;
    std::vector<FunctionChange> largest_changes(const FunctionCounts& now) const;

    TrendOptions options_;
    std::vector<std::string> events_;
    std::vector<Point> points_;
    FunctionCounts functions_; // of the last point
};

void write_trend_table(const Trend& trend, Writer& out);

// One file without scripts: a plot in SVG, whose points are links to the rows of a table.
void write_trend_page(const Trend& trend, Writer& out);

// "+1.25%": a change as a percentage of the count before; "n/a" if that was 0.
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
