// SPDX-License-Identifier: GPL-2.0-or-later
// cg_show: shows a profile, or converts it for other programs.
#include "algebra/diff.hpp"
#include "algebra/header_check.hpp"
#include "algebra/match_names.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "calls/match_functions.hpp"
#include "cli/run.hpp"
#include "cli/terminal.hpp"
#include "comparison.hpp"
#include "data_rows.hpp"
#include "each_part.hpp"
#include "error/error.hpp"
#include "io/compression.hpp"
#include "io/output.hpp"
#include "library_rows.hpp"
#include "load/binaries.hpp"
#include "load/find_struct.hpp"
#include "load/load.hpp"
#include "load/missing_sources.hpp"
#include "load/resolve_inlined.hpp"
#include "load/source_files.hpp"
#include "model/count.hpp"
#include "model/event_set.hpp"
#include "output_formats.hpp"
#include "prepare.hpp"
#include "render/csv.hpp"
#include "text/escaping.hpp"
#include "view/path_tree.hpp"
#include "view/profile_view.hpp"
#include "words.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <range/v3/view/zip.hpp>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>

namespace cg::show {
namespace {

namespace fs = std::filesystem;

std::string with_slash(const fs::path& directory) {
    std::string text = directory.lexically_normal().string();
    if (!text.ends_with('/'))
        text += '/';
    return text;
}

// Finds paths of a profile in a repository. A file is in the repository if its path, relative to
// the root or below it, leads to a regular file there. (Debian's C library has paths like
// ./string/memset.S, which only look so.)
class RepositoryPaths {
  public:
    explicit RepositoryPaths(const std::string& root) {
        std::error_code error;
        const fs::path absolute = fs::absolute(root, error);
        const fs::path real = fs::canonical(absolute, error);
        if (error)
            throw Error(path_for_message(root), error.message());
        given_ = with_slash(absolute);
        real_ = with_slash(real);
    }
    std::optional<std::string> find(std::string_view name) const {
        std::string path = display_path(name);
        for (const std::string* root : {&given_, &real_})
            if (path.starts_with(*root)) {
                path.erase(0, root->size());
                break;
            }
        std::error_code error;
        if (path.find('\0') != path.npos || path.starts_with('/') || path == ".." ||
            path.starts_with("../") || !fs::is_regular_file(real_ + path, error))
            return std::nullopt;
        return path;
    }

  private:
    std::string given_; // as the user wrote it, and without symbolic links: compilers write both
    std::string real_;
};

// Returns the profile with the functions of the source, if --inlines asks for them. Names tell into
// which others a function is inlined if no other profile has to have the same ones.
Profile with_source_functions(Profile profile, const std::string& path, const Options& options,
                              bool is_alone) {
    if (!options.inlines)
        return profile;
    return with_inlines(profile, input_for_message(path),
                        options.by_chain ? InlinedNames::chains
                        : is_alone       ? InlinedNames::with_places
                                         : InlinedNames::plain,
                        options.binaries, options.jobs, cli::note);
}

bool reads_each_part(const Options& options, const OutputFormat& format) {
    return options.each_part || format.is_of_parts;
}

void show_history(const std::vector<std::string>& paths, const std::vector<std::string>& labels,
                  const Options& options, const OutputFormat& format) {
    if (options.by && *options.by != By::function && *options.by != By::line)
        throw UsageError("--by: the format " + in_quotes(format.name) +
                         " has functions and lines only");
    cli::Progress progress("cg_show");
    progress.phase("reading and writing");
    Output file = Output::open(options.output);
    Writer out(file.sink());
    const std::unique_ptr<HistoryWriter> writer = format.history(options, out);
    // A dump has all lines unless functions are asked for; a trend has functions only.
    FunctionSeries series;
    HeaderCheck check(HeaderCheck::Use::comparison);
    const bool wants_lines = format.has_lines && options.by.value_or(By::line) == By::line;
    const auto take = [&](const std::string& path, const std::string& name, Profile&& loaded) {
        const std::string source = input_for_message(path);
        if (!format.has_lines) // a dump compares nothing, a trend does
            check.compare(source, loaded.header);
        const Profile profile =
            prepare(
                renamed(with_source_functions(std::move(loaded), path, options, false), options),
                options, format, path, &series)
                .profile;
        with_source(source, [&] { writer->add(name, profile); });
    };
    const ReadOptions reading{.detail = wants_lines || options.inlines ? Detail::lines
                                                                       : Detail::functions,
                              .parts = options.parts,
                              .salvage = options.salvage,
                              .warn = cli::warn};
    if (reads_each_part(options, format))
        load_parts(paths, labels, options, reading,
                   [&](const std::string& path, const std::string& name, const PartNumber&,
                       Profile&& profile) { take(path, name, std::move(profile)); });
    else
        load_each(
            paths, options.jobs,
            [&](std::size_t i, Profile&& loaded, std::size_t) {
                take(paths[i], labels[i], std::move(loaded));
            },
            reading, {}, [&](std::size_t done, std::size_t all) { progress.share(done, all); });
    writer->finish();
    out.flush();
    file.commit();
    cli::notes(check.notes());
}

std::size_t width_of_output(const Options& options) {
    if (options.width)
        return *options.width;
    return cli::goes_to_terminal(options.output) ? cli::terminal_width()
                                                 : 0; // a pipe gets whole lines
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
    result.full_names = options.full_names;
    result.color = cli::wants_colour(options.color, cli::goes_to_terminal(options.output));
    result.asked_for = options.show;
    for (const Derivation& derivation : options.derive) {
        result.asked_for.push_back(derivation.event());
        if (!derivation.note().empty())
            result.notes.push_back(derivation.note());
    }
    return result;
}

bool has_calls(const Profile& profile) {
    return profile.calls && (profile.calls->tree() || profile.calls->arcs().size() > 0);
}

// Side by side are the counts of one event, which all have.
void say_other_events(const std::vector<std::string>& paths, const std::vector<Profile>& profiles) {
    const EventSet& events = profiles[0].header.events;
    for (const auto& [path, profile] : ranges::views::zip(paths, profiles)) {
        try {
            same_columns(events, profile.header.events);
        } catch (const Error& difference) {
            return cli::note(input_for_message(path) + ": " + difference.message());
        }
    }
}

struct Compared {
    std::unique_ptr<Comparison> comparison;
    std::vector<render::GateVerdict> gates;
};

// Makes two profiles one, for a format that shows the difference of two. The base is --ref.
Compared compare(std::vector<Profile>& profiles, std::vector<std::string>& paths,
                 std::vector<std::string>& names, const Options& options) {
    if (options.reference == 2)
        for (auto* list : {&paths, &names})
            std::swap((*list)[0], (*list)[1]);
    std::vector<Renamed> both;
    for (const std::size_t i : {options.reference - 1, 2 - options.reference})
        both.push_back(renamed(std::move(profiles[i]), options));
    const auto moved_sources = moved_files(both[0].profile, both[1].profile);
    if (!moved_sources.empty()) {
        cli::note(note_of(moved_sources));
        both[0] = with_moved_files(both[0], moved_sources);
    }
    cli::notes(notes_on_lost_calls(both[0].profile, both[1].profile, paths));
    const std::vector<MovedObject> moved = moved_objects(both[0].profile, both[1].profile);
    cli::notes(notes_of(moved));
    if (both[0].profile.data)
        move_variables(*both[0].profile.data, moved);
    cli::notes(notes_on_lost_data(both[0].profile, both[1].profile, paths));
    auto gates = with_source(input_for_message(paths[1]),
                             [&] { return verdicts(both[0].profile, both[1].profile, options); });
    auto comparison = std::make_unique<Comparison>(both[0], both[1], paths[0], paths[1], options);
    profiles.clear();
    profiles.push_back(std::move(comparison->profile()));
    names = {names[0] + " → " + names[1]};
    paths = {paths[1]};
    return {std::move(comparison), std::move(gates)};
}

void check_quotients(const Options& options, const OutputFormat& format) {
    const std::vector<const Derivation*> quotients = quotients_among(options.derive);
    if (!format.names_in_rows && !quotients.empty())
        throw UsageError("--derive: the quotients of " + in_quotes(quotients[0]->event()) +
                         " do not add up: they go with tables, Markdown and CSV");
}

std::vector<render::Least> least_counts(const ProfileView& view, const Options& options) {
    std::vector<render::Least> result;
    const EventSet& events = view.profile->header.events;
    for (const MinOf& min_of : options.min_of) {
        const auto event = meant_event(events, min_of.event);
        const auto column = std::ranges::find(view.columns, event, &Column::event);
        if (!event || column == view.columns.end())
            throw UsageError("--min-of: " + no_such_event(events, min_of.event));
        const long double of = min_of.is_percentage ? magnitude(column->percent_base) / 100.0L : 1;
        result.push_back({*event, min_of.number * of});
    }
    return result;
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
    render::Renderer* const render = format.write == render::csv && !options.formulas
                                         ? render::csv_without_formulas
                                         : format.write;
    Output file = Output::open(options.output);
    // A name that ends in .gz is compressed by the output.
    if (format.is_gzipped && compression_of_name(options.output) == Compression::none) {
        const auto compressor = make_compressor(Compression::gzip, file.sink());
        Writer out([&](std::string_view bytes) { compressor->write(bytes); });
        render(views, rendering, out);
        out.flush();
        compressor->finish();
    } else {
        Writer out(file.sink());
        render(views, rendering, out);
        out.flush();
    }
    file.commit();
}

void note_written(const OutputFormat& format, const Options& options) {
    cli::note_written(options.output,
                      " as " + std::string(format.name) +
                          (format.is_for_browser ? ", to be opened in a browser" : ""));
}

// Returns the struct of --struct, if it is given.
std::optional<StructLayout> chosen_struct(const Profile& profile, const std::string& path,
                                          const Options& options) {
    if (options.struct_name.empty())
        return std::nullopt;
    if (!profile.data)
        throw_lacking(input_for_message(path), "costs by data object", "--struct needs",
                      "--cache-sim=yes --data-objects=yes");
    return find_struct(profile, input_for_message(path), options.struct_name, options.binaries,
                       cli::note);
}

// Returns the exit status.
int say(const std::vector<render::GateVerdict>& gates) {
    int status = cli::done;
    for (const render::GateVerdict& gate : gates)
        for (const std::string& line : gate.report) {
            cli::say("gate", line);
            status = cli::gate_failed;
        }
    if (!gates.empty() && status == cli::done)
        cli::say("gate", "passes");
    return status;
}

// Returns the exit status.
int show(const std::vector<std::string>& files, const Options& given) {
    Options options = given;
    const OutputFormat& format =
        options.as.empty() ? format_of_file(options.output) : format_named(options.as);
    check_format(options, format);
    check_data_options(options);
    std::vector<std::string> paths = files;
    if (!options.files_from.empty())
        append_files_from(options.files_from, paths);
    else if (paths.empty())
        paths = {"-"};
    if (paths.empty())
        throw UsageError("--files-from: the list is empty");
    std::vector<std::string> names = labels(paths, options.label);
    check_quotients(options, format);
    if (options.by_chain && (!options.inlines || options.inclusive))
        throw UsageError("--by=chain goes with --inlines, without --inclusive");
    if (format.history) {
        options.width = static_cast<unsigned>(width_of_output(options));
        show_history(paths, names, options, format);
        note_written(format, options);
        return cli::done;
    }
    cli::Progress progress("cg_show");
    progress.phase("reading");
    const ReadOptions reading{
        .parts = options.parts, .salvage = options.salvage, .warn = cli::warn};
    std::vector<Profile> loaded;
    std::vector<PartNumber> numbers_of_parts;
    if (options.each_part) {
        std::vector<std::string> paths_of_parts, names_of_parts;
        load_parts(paths, names, options, reading,
                   [&](const std::string& path, const std::string& name, const PartNumber& part,
                       Profile&& profile) {
                       paths_of_parts.push_back(path);
                       names_of_parts.push_back(name);
                       numbers_of_parts.push_back(part);
                       loaded.push_back(std::move(profile));
                   });
        paths = std::move(paths_of_parts);
        names = std::move(names_of_parts);
    }
    const bool compares = format.compares_two && paths.size() == 2;
    const bool is_page_of_parts = options.each_part && format.name == "html" && paths.size() > 2;
    if (paths.size() > 1 && !format.takes_several && !compares && !is_page_of_parts)
        throw UsageError(
            "the format '" + std::string(format.name) + "' shows " +
            (format.compares_two ? "one profile, or the difference of two" : "one profile") +
            ": merge or subtract them first (cg_merge, cg_diff)");
    if (!compares && !options.fail_if.empty())
        throw UsageError(
            "--fail-if goes with two profiles that are shown as their difference: HTML, SVG, "
            "GitHub, GitLab");
    if (options.salvage && !options.fail_if.empty())
        throw UsageError("--fail-if needs whole profiles, not what --salvage reads");
    if (!compares && !(options.source_a.empty() && options.source_b.empty()))
        throw UsageError("--source-a and --source-b go with two profiles on a page");
    if (options.inclusive && options.by.value_or(By::function) != By::function)
        throw UsageError("--inclusive is of functions: it goes with --by=function");
    if (format.name == "asm" && paths.size() > 2)
        throw UsageError("the format 'asm' shows one profile, or the difference of two");
    if (!options.min_of.empty() && paths.size() > 1)
        throw UsageError("--min-of goes with one profile");
    if (options.reference > paths.size())
        throw UsageError("--ref=" + std::to_string(options.reference) + ": there are only " +
                         std::to_string(paths.size()) + " files");
    if (!options.each_part)
        loaded =
            load_profiles(paths, options.jobs, reading,
                          [&](std::size_t done, std::size_t all) { progress.share(done, all); });
    for (std::size_t i = 0; i < loaded.size(); ++i)
        loaded[i] =
            with_source_functions(std::move(loaded[i]), paths[i], options, loaded.size() == 1);
    for (Profile& profile : loaded)
        if (profile.data)
            demangle_variables(*profile.data);
    std::vector<render::PagePart> parts_of_page;
    if (is_page_of_parts) {
        const std::vector<std::string> suffixes = suffixes_of(numbers_of_parts);
        loaded = {with_events_of_parts(loaded, suffixes)};
        for (std::size_t i = 0; i < names.size(); ++i)
            parts_of_page.push_back({suffixes[i], names[i]});
        names = {fmt::format("parts {}", fmt::join(names, "; "))};
        paths.resize(1);
    }
    if (loaded.size() > 1)
        cli::notes(notes_on_settings(paths, loaded));
    if (!compares) // a page that does has all events, or is an error
        say_other_events(paths, loaded);
    // Side by side is one event: with --cycles the estimate.
    if (loaded.size() > 1 && !compares && options.sort.empty() && options.show.empty())
        for (const Derivation& derivation : options.derive)
            if (!derivation.note().empty())
                options.sort = derivation.event();
    const bool had_base = loaded[0].header.events.has_bases();
    std::optional<render::RowWords> words;
    if (options.data_by != DataBy::none) {
        const auto layout = chosen_struct(loaded[0], paths[0], options);
        options.struct_name.clear();
        words = take_data_rows(loaded, paths, options, format, layout ? &*layout : nullptr);
    }
    if (options.by_library)
        words = take_library_rows(loaded, paths, options, format);
    Compared compared;
    std::vector<Renamed> profiles;
    FunctionSeries series;
    if (compares) {
        compared = compare(loaded, paths, names, options);
        profiles.push_back(prepare({std::move(loaded[0]), {}}, options, format, paths[0], nullptr));
    } else {
        for (Profile& profile : loaded)
            profiles.push_back(prepare(renamed(std::move(profile), options), options, format,
                                       paths[profiles.size()],
                                       paths.size() == 1 ? nullptr : &series));
    }
    if (format.loses_calls && has_calls(profiles[0].profile))
        cli::note("the format '" + std::string(format.name) + "' has no calls");
    if (format.loses_data && profiles[0].profile.data)
        cli::note("the format '" + std::string(format.name) + "' has no data objects");
    std::vector<ProfileView> views;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        views.push_back(make_profile_view(profiles[i].profile, names[i],
                                          i == 0 ? options.sort : views[0].sorted().name));
        mark_quotients(views.back(), options);
        if (options.data_by != DataBy::none)
            mark_data_columns(views.back());
        const auto note = note_of_percent_base(profiles[i].profile);
        if (note && format.has_percentages)
            cli::note(input_for_message(paths[i]) + ": " + *note);
        if (format.has_percentages && paths.size() == 1 && !views[i].has_percentages())
            cli::note(input_for_message(paths[i]) +
                      (had_base
                           ? ": blocks have no base, so a difference of them has no percentages"
                           : ": a difference without its base has no percentages; cg_diff "
                             "--keep-base keeps the base"));
    }
    // Of two builds by instruction, the source is that of the second.
    const bool is_of_two = format.name == "asm" && profiles.size() == 2;
    const Renamed& shown = profiles[is_of_two ? 2 - options.reference : 0];
    SourceServers servers(build_ids_of_sources(shown), options.binaries.debuginfod);
    SourceFiles files_found(options.sources, &servers);
    RenamedSources renamed_sources(files_found, shown);
    Comparison* const comparison = compared.comparison.get();
    AskedSources sources(comparison ? static_cast<Sources&>(*comparison) : renamed_sources);
    render::Options rendering = render_options(options, format);
    if (words) {
        rendering.asked_for = given.show;
        rendering.is_ranked = options.data_by != DataBy::field || !given.sort.empty();
    }
    rendering.words = std::move(words);
    rendering.least = least_counts(views[0], options);
    if (options.source)
        rendering.sources = &sources;
    if (comparison && options.source)
        rendering.old_source = [&](std::string_view name) { return comparison->old_source(name); };
    rendering.is_review = compares;
    rendering.parts = std::move(parts_of_page);
    rendering.gates = std::move(compared.gates);
    const auto layout = chosen_struct(profiles[0].profile, paths[0], options);
    rendering.struct_layout = layout ? &*layout : nullptr;
    Binaries binaries(options.binaries, cli::note);
    rendering.disassembler = &binaries;
    if (!options.functions.empty())
        rendering.shows_function = [&](std::string_view name) {
            return any_is_in(options.functions, name);
        };
    rendering.modified = modification_time(paths[0]);
    const RepositoryPaths repository(options.root);
    rendering.path_in_repository = [&](std::string_view name) { return repository.find(name); };
    progress.phase("writing");
    if (cli::goes_to_terminal(options.output))
        progress.stop(); // it would be written into the output
    write(format, views, rendering, options);
    progress.stop();
    note_written(format, options);
    MissingSources missing = missing_sources(sources, [&](const std::string& name) {
        return comparison ? comparison->originals(name) : shown.originals(name);
    });
    if (!comparison && !missing.names.empty())
        missing.facts = facts_of_sources(shown);
    cli::notes(notes_on(missing, options.sources, servers, false));
    return say(rendering.gates);
}

int run(const Options& options, const std::vector<std::string>& files) {
    if (!options.words.empty()) {
        write_words(files, options);
        return cli::done;
    }
    if (files.empty())
        cli::note_terminal_input();
    return show(files, options);
}

} // namespace
} // namespace cg::show

int main(int argc, char** argv) {
    return cg::cli::run(argc, argv, cg::show::command, cg::show::run);
}
