// SPDX-License-Identifier: GPL-2.0-or-later
#include "show.hpp"

#include "cli/progress.hpp"
#include "cli/run.hpp"
#include "cli/terminal.hpp"
#include "error/error.hpp"
#include "history.hpp"
#include "io/compression.hpp"
#include "io/output.hpp"
#include "load/file_list.hpp"
#include "load/renamed_sources.hpp"
#include "load/source_files.hpp"
#include "output_formats.hpp"
#include "prepare.hpp"
#include "quotients.hpp"
#include "repository_paths.hpp"
#include "text/destination.hpp"
#include "view/profile_view.hpp"

#include <algorithm>
#include <unistd.h>

namespace cg::show {
namespace {

bool goes_to_terminal(const Options& options) {
    return options.output == "-" && ::isatty(STDOUT_FILENO);
}

std::size_t width_of_output(const Options& options) {
    if (options.width)
        return *options.width;
    return goes_to_terminal(options) ? cli::terminal_width() : 0; // a pipe gets whole lines
}

render::Options render_options(const Options& options, const OutputFormat& format) {
    const auto unlimited = [](std::size_t n) {
        return n == 0 ? std::numeric_limits<std::size_t>::max() : n;
    };
    render::Options result;
    result.by = options.by.value_or(By::function);
    result.tree_of = options.tree_of;
    result.top = unlimited(options.top.value_or(format.top));
    result.depth = unlimited(options.depth.value_or(0));
    result.min = options.min.value_or(format.min);
    result.source_min = options.min.value_or(result.source_min);
    result.reference = options.reference - 1;
    result.changed = options.changed;
    result.width = width_of_output(options);
    result.color = cli::wants_colour(options.color, goes_to_terminal(options));
    result.asked_for = options.show;
    for (const Derivation& derivation : options.derive)
        result.asked_for.push_back(derivation.event());
    return result;
}

void check_quotients(const Options& options, const OutputFormat& format) {
    const std::vector<const Derivation*> quotients = quotients_among(options.derive);
    if (!format.names_in_rows && !quotients.empty())
        throw UsageError("--derive: the quotients of " + in_quotes(quotients[0]->event()) +
                         " do not add up: they go with tables, Markdown and CSV");
}

void mark_quotients(ProfileView& view, const Options& options) {
    for (const Derivation* quotient : quotients_among(options.derive))
        for (Column& column : view.columns)
            if (column.name == quotient->event()) {
                column.adds_up = false;
                column.is_quotient = true;
                column.decimals = quotient->in_hundredths() ? 2 : 0;
            }
}

void write(const OutputFormat& format, std::span<const ProfileView> views,
           const render::Options& rendering, const Options& options) {
    Output file = Output::open(options.output);
    const Sink plain = [&](std::string_view bytes) { file.write(bytes); };
    // A name that ends in .gz is compressed by the output.
    if (format.is_gzipped && compression_of_name(options.output) == Compression::none) {
        Compressor compressor(Compression::gzip, plain);
        Writer out([&](std::string_view bytes) { compressor.write(bytes); });
        format.write(views, rendering, out);
        out.flush();
        compressor.finish();
    } else {
        Writer out(plain);
        format.write(views, rendering, out);
        out.flush();
    }
    file.commit();
}

} // namespace

void show(const std::vector<std::string>& files, const Options& options,
          const cli::Command& command) {
    const OutputFormat& format =
        options.as.empty() ? format_of_file(options.output) : format_named(options.as);
    std::vector<std::string> paths = files;
    if (!options.files_from.empty())
        append_files_from(options.files_from, paths);
    else if (paths.empty())
        paths = {"-"};
    if (paths.empty())
        throw UsageError("--files-from: the list is empty");
    const std::vector<std::string> names = labels(paths, options.label);
    check_quotients(options, format);
    if (format.history)
        return show_history(paths, names, options, format);
    if (paths.size() > 1 && !format.takes_several)
        throw UsageError("the format '" + std::string(format.name) +
                         "' shows one profile: merge or subtract them first (cg_merge, cg_diff)");
    if (options.tree_of != render::TreeOf::paths && format.name != "tree")
        throw UsageError("--by=calls and --by=callers go with --as=tree");
    if (options.inclusive &&
        (!format.takes_several || options.by.value_or(By::function) != By::function))
        throw UsageError("--inclusive goes with tables, Markdown and CSV, by function");
    if (options.reference > paths.size())
        throw UsageError("--ref=" + std::to_string(options.reference) + ": there are only " +
                         std::to_string(paths.size()) + " files");
    cli::Progress progress("cg_show");
    progress.phase("reading");
    std::vector<Renamed> profiles;
    for (Profile& profile : load_profiles(paths, options.jobs))
        profiles.push_back(
            prepare(std::move(profile), options, paths[profiles.size()], format.names_in_rows));
    if (format.loses_calls && profiles[0].profile.calls)
        cli::note(command, "the format '" + std::string(format.name) + "' has no calls");
    std::vector<ProfileView> views;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        views.push_back(make_profile_view(profiles[i].profile, names[i],
                                          i == 0 ? options.sort : views[0].sorted().name));
        mark_quotients(views.back(), options);
    }
    SourceFiles files_below(options.include);
    RenamedSources sources(files_below, profiles[0]);
    render::Options rendering = render_options(options, format);
    if (options.source)
        rendering.sources = &sources;
    const RepositoryPaths repository(options.root);
    rendering.path_in_repository = [&](std::string_view name) { return repository.find(name); };
    progress.phase("writing");
    if (goes_to_terminal(options))
        progress.stop(); // it would be written into the output
    write(format, views, rendering, options);
}

} // namespace cg::show
