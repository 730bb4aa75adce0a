// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/trend.hpp"

#include "error/error.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "render/web/assets.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"
#include "view/rollup.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ranges>

namespace cg {
namespace {

constexpr std::string_view mean_suffix = ".mean", deviation_suffix = ".sd";

// Returns the column EVENT.sd for EVENT.mean.
std::optional<std::size_t> deviation_column(const EventSet& events, std::string_view event) {
    if (!event.ends_with(mean_suffix))
        return std::nullopt;
    event.remove_suffix(mean_suffix.size());
    return events.column(std::string(event) + std::string(deviation_suffix));
}

std::unordered_map<std::string, Count> counts_by_function(const Profile& profile,
                                                          std::size_t event) {
    std::unordered_map<std::string, Count> counts;
    const Rollup functions(profile, By::function);
    counts.reserve(functions.size());
    for (std::size_t row = 0; row < functions.size(); ++row)
        if (const Count count = functions.counts(row)[event]) {
            Count& sum = counts[functions.name(row)];
            sum = checked_add(sum, count);
        }
    return counts;
}

} // namespace

void Trend::choose_events(const EventSet& of_first) {
    const bool has_means = std::ranges::any_of(of_first.names(), [&](const std::string& event) {
        return deviation_column(of_first, event).has_value();
    });
    for (const std::size_t column : of_first.own_columns())
        if (!has_means || of_first[column].ends_with(mean_suffix))
            events_.push_back(of_first[column]);
    if (options_.event.empty())
        return;
    const auto sorted = meant_event(of_first, options_.event);
    if (!sorted)
        throw UsageError("--sort: " + no_such_event(of_first, options_.event));
    std::erase(events_, of_first[*sorted]);
    events_.insert(events_.begin(), of_first[*sorted]);
}

// The profile has the deviations of rows. Their sum is at least the deviation of the total: so a
// change of more than the sum is more than the deviation.
bool Trend::is_beyond_noise(const Point& before, const Point& now) const {
    const auto change = static_cast<double>(magnitude(now.change));
    const double deviation =
        std::hypot(static_cast<double>(before.deviation), static_cast<double>(now.deviation));
    return change > 0 && change > 3 * deviation &&
           change * 100 > options_.noise * static_cast<double>(magnitude(before.totals[0]));
}

std::vector<Trend::FunctionChange> Trend::largest_changes(const FunctionCounts& now) const {
    FunctionCounts difference = now;
    for (const auto& [name, before] : functions_)
        difference[name] = checked_subtract(difference[name], before);
    std::vector<FunctionChange> changes;
    for (const auto& [name, change] : difference)
        if (change != 0)
            changes.push_back({name, change});
    std::ranges::sort(changes, [](const FunctionChange& a, const FunctionChange& b) {
        return std::pair(magnitude(b.change), std::string_view(a.name)) <
               std::pair(magnitude(a.change), std::string_view(b.name));
    });
    changes.resize(std::min(changes.size(), options_.max_functions));
    return changes;
}

void Trend::add(const std::string& label, const Profile& profile) {
    const EventSet& events = profile.header.events;
    if (points_.empty())
        choose_events(events);
    Point point{label, {}, 0, is_difference(profile)};
    for (const std::string& event : events_) {
        const auto column = events.column(event);
        if (!column)
            throw Error(label,
                        "has no event " + in_quotes(event) + ", which the first profile has");
        point.totals.push_back(profile.summary[*column]);
    }
    if (const auto column = deviation_column(events, event()))
        point.deviation = profile.summary[*column];
    FunctionCounts functions = counts_by_function(profile, *events.column(event()));
    if (!points_.empty()) {
        const Point& before = points_.back();
        point.change = checked_subtract(point.totals[0], before.totals[0]);
        point.is_step = is_beyond_noise(before, point);
        if (point.is_step)
            point.functions = largest_changes(functions);
    }
    functions_ = std::move(functions);
    points_.push_back(std::move(point));
}

namespace {

// The first columns; each other event has one after them.
enum { label_column, total_column, change_column, percentage_column, mark_column };
using Cells = std::vector<std::string>;

Cells heads(const Trend& trend) {
    Cells row{"", page_text(trend.event()), "change", "%", ""};
    for (const std::string& event : trend.events() | std::views::drop(1))
        row.push_back(page_text(event));
    return row;
}

Cells row_of(const Trend& trend, std::size_t i) {
    const Trend::Point& point = trend.points()[i];
    const Trend::Point* const before = i == 0 ? nullptr : &trend.points()[i - 1];
    Cells row{page_text(point.label), point.text(point.totals[0])};
    if (point.deviation > 0)
        row.back() += " ±" + std::string(Number(point.deviation).text());
    row.push_back(before ? with_sign(point.change) : "");
    // A percentage of a change says nothing.
    const bool has_percentage = before && !point.difference && !before->difference;
    row.push_back(has_percentage ? change_percentage(point.change, before->totals[0]) : "");
    row.emplace_back(point.is_step ? "*" : " ");
    for (const Count total : point.totals | std::views::drop(1))
        row.push_back(point.text(total));
    return row;
}

void write_row(Writer& out, const Cells& row, const std::vector<std::size_t>& widths) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string pad(widths[i] - width_of(row[i]), ' ');
        if (i == label_column)
            line += row[i] + pad;
        else
            line += (i == mark_column ? " " : "  ") + pad + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
}

} // namespace

std::string change_percentage(Count change, Count before) {
    if (before == 0)
        return "n/a";
    return fmt::format("{:+.2f}%", static_cast<double>(change) * 100 / static_cast<double>(before));
}

//             Ir   change        %       Dr
//   v1  1,000,000                   200,000
//   v2  1,100,000  +100,000  +10.00% *  210,000
//                   +90,000           parse
void write_trend_table(const Trend& trend, Writer& out) {
    std::vector<Cells> rows{heads(trend)};
    for (std::size_t i = 0; i < trend.points().size(); ++i)
        rows.push_back(row_of(trend, i));
    std::vector<std::size_t> widths(rows[0].size());
    for (const Cells& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    for (const Trend::Point& point : trend.points())
        for (const Trend::FunctionChange& f : point.functions)
            widths[change_column] = std::max(widths[change_column], with_sign(f.change).size());
    const std::size_t before_change = widths[label_column] + 2 + widths[total_column] + 2;
    constexpr std::size_t shortest_name = 10;
    const std::size_t before_name = before_change + widths[change_column] + 2;
    const std::size_t name_width =
        std::max(trend.width(), before_name + shortest_name) - before_name;
    const auto name = [&](const std::string& function) {
        const std::string text = page_text(function);
        return trend.width() == 0 ? text : fit_name(text, name_width);
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        write_row(out, rows[i], widths);
        if (i == 0)
            continue;
        const Trend::Point& point = trend.points()[i - 1];
        for (const Trend::FunctionChange& f : point.functions)
            out << fmt::format("{:{}}{:>{}}  ", "", before_change, with_sign(f.change),
                               widths[change_column])
                << name(f.name) << '\n';
    }
    if (std::ranges::any_of(trend.points(), &Trend::Point::is_step))
        out << "* " << page_text(trend.event()) << " changed"
            << (trend.noise() > 0 ? fmt::format(" by more than {}%", trend.noise()) : "")
            << "; below: the functions with the largest changes\n";
}

namespace {

constexpr double width = 1000, height = 320, left = 130, right = 20, top = 16, bottom = 34;

std::string shown(std::string_view text) {
    return xml_text(page_text(text));
}

class Plot {
  public:
    Plot(const Trend& trend, Writer& out) : points_(trend.points()), trend_(trend), out_(out) {
        const auto [lowest, highest] = std::ranges::minmax(
            points_ | std::views::transform([](const Trend::Point& p) { return p.totals[0]; }));
        lowest_ = static_cast<double>(lowest);
        highest_ = static_cast<double>(highest);
        // A margin of at least 1 draws a constant line in the middle.
        const double margin = std::max((highest_ - lowest_) * 0.05, 1.0);
        lowest_ -= margin;
        highest_ += margin;
    }

    void write() {
        out_ << fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"group\" aria-label=\"{} of each "
                            "profile\">\n",
                            width, height, shown(trend_.event()));
        write_grid();
        const auto place = [&](std::size_t i) {
            return fmt::format("{:.1f},{:.1f}", x(i), y(value(i)));
        };
        auto places =
            std::views::iota(std::size_t{0}, points_.size()) | std::views::transform(place);
        out_ << fmt::format("<polyline class=\"plot\" points=\"{}\"/>\n", fmt::join(places, " "));
        for (std::size_t i = 0; i < points_.size(); ++i)
            write_point(i);
        out_ << "</svg>\n";
    }

  private:
    double value(std::size_t i) const { return static_cast<double>(points_[i].totals[0]); }
    double x(std::size_t i) const {
        const auto last = static_cast<double>(std::max<std::size_t>(points_.size() - 1, 1));
        return left + (width - left - right) * static_cast<double>(i) / last;
    }
    double y(double count) const {
        return top + (height - top - bottom) * (highest_ - count) / (highest_ - lowest_);
    }

    void write_grid() {
        for (int i = 0; i <= 4; ++i) {
            const double count = lowest_ + (highest_ - lowest_) * i / 4;
            out_ << fmt::format(
                "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" "
                "y2=\"{:.1f}\"/><text x=\"{}\" y=\"{:.1f}\" "
                "text-anchor=\"end\">{}</text>\n",
                left, width - right, y(count), y(count), left - 8, y(count) + 4,
                Number(static_cast<Count>(std::clamp(count, -9.2e18, 9.2e18))).text());
        }
        write_label(0, "start");
        if (points_.size() > 1)
            write_label(points_.size() - 1, "end");
    }
    void write_label(std::size_t i, std::string_view anchor) {
        out_ << fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x(i),
                            height - 10, anchor, shown(points_[i].label));
    }
    void write_point(std::size_t i) {
        const Trend::Point& point = points_[i];
        const auto deviation = static_cast<double>(point.deviation);
        if (deviation > 0)
            out_ << fmt::format("<line class=\"bar\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" "
                                "y2=\"{2:.1f}\"/>",
                                x(i), std::max(y(value(i) + deviation), top),
                                std::min(y(value(i) - deviation), height - bottom));
        std::string says = point.label + ": " + point.text(point.totals[0]);
        if (i > 0)
            says += " (" + with_sign(point.change) + ")";
        out_ << fmt::format("<a href=\"#p{}\"{}><title>{}</title><circle cx=\"{:.1f}\" "
                            "cy=\"{:.1f}\" r=\"{}\"/></a>\n",
                            i + 1, point.is_step ? " class=\"step\"" : "", shown(says), x(i),
                            y(value(i)), point.is_step || points_.size() < 200 ? 4 : 2);
    }

    const std::vector<Trend::Point>& points_;
    const Trend& trend_;
    Writer& out_;
    double lowest_, highest_;
};

void write_row(const Trend& trend, std::size_t i, Writer& out) {
    const Trend::Point& point = trend.points()[i];
    out << "<tr id=\"p" << i + 1 << '"' << (point.is_step ? " class=\"step\"" : "") << '>';
    Cells cells = row_of(trend, i);
    cells.erase(cells.begin() + mark_column);
    for (const std::string& cell : cells)
        out << "<td>" << xml_text(cell) << "</td>";
    out << "<td>";
    for (const Trend::FunctionChange& f : point.functions)
        out << "<div>" << with_sign(f.change) << " <code>" << shown(f.name) << "</code></div>";
    out << "</td></tr>\n";
}

} // namespace

void write_trend_page(const Trend& trend, Writer& out) {
    const std::string event = shown(trend.event());
    out << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        << "<title>" << event << " of " << trend.points().size() << " profiles</title>\n<style>"
        << web::trend_css << "</style></head><body>\n<h1>" << event << " of "
        << trend.points().size() << " profiles</h1>\n";
    Plot(trend, out).write();
    out << "<p>A click on a point leads to its row. Orange: " << event << " changed"
        << (trend.noise() > 0 ? fmt::format(" by more than {}%", trend.noise()) : "")
        << "; the row has the functions with the largest changes.</p>\n"
        << "<div class=\"scroll\"><table><thead><tr><th>profile</th><th>" << event
        << "</th><th>change</th><th>%</th>";
    for (const std::string& other : trend.events() | std::views::drop(1))
        out << "<th>" << shown(other) << "</th>";
    out << "<th>functions</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < trend.points().size(); ++i)
        write_row(trend, i, out);
    out << "</tbody></table></div>\n</body></html>\n";
}

} // namespace cg
