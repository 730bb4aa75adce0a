// SPDX-License-Identifier: GPL-2.0-or-later
#include "history.hpp"

#include "cli/progress.hpp"
#include "error/error.hpp"
#include "history/sql.hpp"
#include "history/trend_writer.hpp"
#include "io/output.hpp"
#include "prepare.hpp"
#include "text/destination.hpp"

namespace cg::show {
namespace {

TrendOptions trend_options(const Options& options) {
    TrendOptions result;
    result.event = options.sort;
    result.noise = options.noise;
    if (options.top)
        result.max_functions =
            *options.top == 0 ? std::numeric_limits<std::size_t>::max() : *options.top;
    return result;
}

} // namespace

std::unique_ptr<HistoryWriter> open_sql(const Options&, Writer& out) {
    return std::make_unique<SqlDump>(out);
}

std::unique_ptr<HistoryWriter> open_trend(const Options& options, Writer& out) {
    return std::make_unique<TrendWriter>(trend_options(options), write_trend_table, out);
}

std::unique_ptr<HistoryWriter> open_trend_page(const Options& options, Writer& out) {
    return std::make_unique<TrendWriter>(trend_options(options), write_trend_page, out);
}

void show_history(const std::vector<std::string>& paths, const std::vector<std::string>& labels,
                  const Options& options, const OutputFormat& format,
                  const std::function<void(const std::string&)>& warn) {
    if (options.by && *options.by != By::function && *options.by != By::line)
        throw UsageError("--by: the format " + in_quotes(format.name) +
                         " has functions and lines only");
    cli::Progress progress("cg_show");
    progress.phase("reading and writing");
    Output file = Output::open(options.output);
    Writer out([&](std::string_view bytes) { file.write(bytes); });
    const std::unique_ptr<HistoryWriter> writer = format.history(options, out);
    // A dump has all lines unless functions are asked for; a trend has functions only.
    const bool wants_lines = format.has_lines && options.by.value_or(By::line) == By::line;
    load_each(
        paths, options.jobs,
        [&](std::size_t i, Profile&& loaded, std::size_t) {
            const Profile profile =
                prepare(renamed(std::move(loaded), options), options, format, paths[i], false)
                    .profile;
            try {
                writer->add(labels[i], profile);
            } catch (const std::overflow_error& error) {
                throw Error(input_for_message(paths[i]), error.what());
            }
        },
        {.detail = wants_lines ? Detail::lines : Detail::functions, .warn = warn}, {},
        [&](std::size_t done, std::size_t all) { progress.share(done, all); });
    writer->finish();
    out.flush();
    file.commit();
}

} // namespace cg::show
