// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/average.hpp"

#include "algebra/columns.hpp"
#include "algebra/locate.hpp"
#include "model/cost_table_builder.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace cg {
namespace {

// Divides counts. The remainder of a quotient is added to the next count, so that rounding errors
// do not add up.
class Division {
  public:
    Division(std::size_t events, std::size_t n)
        : n_(static_cast<Count>(n)), carry_(events, n_ / 2) {}

    Count operator()(std::size_t event, Count count) {
        Count quotient = count / n_;
        Count rest = count % n_;
        if (rest < 0) {
            --quotient;
            rest += n_;
        }
        Count& carry = carry_[event]; // stays below n, so that 0 gives 0
        carry += rest;
        if (carry >= n_) {
            carry -= n_;
            ++quotient;
        }
        return quotient;
    }

  private:
    Count n_;
    std::vector<Count> carry_;
};

// The minimum, the maximum and the deviation of one count over all runs.
struct Spread {
    Count min = 0;
    Count max = 0;
    double squares = 0; // of the distances from the mean
    std::size_t seen = 0;

    void add(Count count, double mean) {
        min = seen == 0 ? count : std::min(min, count);
        max = seen == 0 ? count : std::max(max, count);
        squares += (static_cast<double>(count) - mean) * (static_cast<double>(count) - mean);
        ++seen;
    }
    // Adds a 0 for each run that does not have the row.
    void add_missing(std::size_t n, double mean) {
        if (seen == n)
            return;
        squares += static_cast<double>(n - seen) * mean * mean;
        min = seen == 0 ? 0 : std::min(min, Count{0});
        max = seen == 0 ? 0 : std::max(max, Count{0});
    }
    Count deviation(std::size_t n) const {
        if (n < 2)
            return 0;
        const double exact = std::sqrt(squares / static_cast<double>(n - 1));
        constexpr double end = 0x1p63; // of counts; it can be a little further, as of +1 and -1
        if (exact >= end)
            throw std::overflow_error("a standard deviation does not fit in 64 bits");
        return std::llround(exact);
    }
};

} // namespace

Profile average(Profile sum, std::size_t n) {
    Division divide(sum.header.events.size(), n);
    for (std::size_t row = 0; row < sum.costs.row_count(); ++row) {
        const auto counts = sum.costs.counts(row);
        for (std::size_t event = 0; event < counts.size(); ++event)
            counts[event] = divide(event, counts[event]);
    }
    sum.summary = sum.costs.total();
    sum.calls.reset(); // rounded by nodes and by lines, they would not add up to the same
    return sum;
}

Profile statistics(const Profile& sum, std::span<const Profile> profiles) {
    const std::size_t events = sum.header.events.size();
    const std::size_t n = profiles.size();
    const auto mean = [&](std::size_t row, std::size_t event) {
        return static_cast<double>(sum.costs.counts(row)[event]) / static_cast<double>(n);
    };
    std::vector<Spread> spreads(sum.costs.row_count() * events);
    for (const Profile& profile : profiles) {
        const auto columns = same_columns(sum.header.events, profile.header.events);
        const std::vector<std::size_t> rows = locate_rows(profile, sum);
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t event = 0; event < events; ++event)
                spreads[rows[row] * events + event].add(profile.costs.counts(row)[columns[event]],
                                                        mean(rows[row], event));
    }

    std::vector<std::string> names;
    for (const std::string& event : sum.header.events.names())
        for (const char* const suffix : {".mean", ".min", ".max", ".sd"})
            names.push_back(event + suffix);
    Division divide(events, n);
    CostTableBuilder out(names.size());
    out.reserve(sum.costs.row_count(), sum.costs.functions().size());
    for (const FunctionCosts& f : sum.costs.functions()) {
        out.enter(f.file, f.function);
        for (const std::size_t row : f.rows()) {
            auto count = out.add_row(sum.costs.line(row)).begin();
            for (std::size_t event = 0; event < events; ++event) {
                Spread& spread = spreads[row * events + event];
                spread.add_missing(n, mean(row, event));
                *count++ = divide(event, sum.costs.counts(row)[event]);
                *count++ = spread.min;
                *count++ = spread.max;
                *count++ = spread.deviation(n);
            }
        }
    }
    CostTable costs = std::move(out).finish_distinct();
    std::vector<Count> summary = costs.total();
    Header header = sum.header;
    header.events = EventSet(names);
    return {std::move(header), sum.names, std::move(costs), std::move(summary)};
}

} // namespace cg
