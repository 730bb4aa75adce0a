// SPDX-License-Identifier: GPL-2.0-or-later
#include "data_rows.hpp"

#include "cli/run.hpp"
#include "error/error.hpp"
#include "load/load.hpp"
#include "prepare.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "view/data_rows.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg::show {
namespace {

// Chooses the columns to show, unless the user did: the others of cells are for programs.
void choose_columns(const EventSet& events, Options& options) {
    constexpr std::string_view first[] = {"D1m",     "DLm",   "D1mConf", "D1mCaused", "SpLoss1",
                                          "Unused1", "Bytes", "Blocks",  "Live"};
    const auto is_derived = [&](std::string_view name) {
        return std::ranges::any_of(options.derive,
                                   [&](const Derivation& d) { return d.event() == name; });
    };
    for (const std::string_view name : first)
        if (events.column(name) || is_derived(name))
            options.show.emplace_back(name);
    for (const Derivation& derivation : options.derive)
        if (std::ranges::find(options.show, derivation.event()) == options.show.end())
            options.show.push_back(derivation.event());
}

std::string with_commas(Count count) {
    return std::string(Number(count).text());
}

// Says which objects the tool could not know.
void note_unknown(const DataObjects& data, const std::string& path) {
    if (const Count over_live = data.note("over_live"); over_live > 0)
        cli::note(
            fmt::format("{}: {} blocks began where others were live: a pool's frees were not seen "
                        "(--data-alloc=NAME:free of cachegrind names one)",
                        input_for_message(path), over_live));
    const bool has_blocks = std::ranges::any_of(
        data.objects, [](const DataObject& object) { return object.kind == DataKind::heap; });
    const bool knows_allocators = std::ranges::any_of(
        data.notes, [](const auto& known) { return known.first == "allocators"; });
    if (!has_blocks && knows_allocators && data.note("allocators") == 0)
        cli::note(
            fmt::format("{}: no allocation function was found, so there are no blocks: is the "
                        "program static and stripped?",
                        input_for_message(path)));
}

FieldsOfObject rows_of_fields(const Profile& profile, const IsShownObject& is_meant,
                              const StructLayout* layout, const std::string& path) {
    try {
        FieldsOfObject fields = by_field(profile, is_meant, layout);
        if (!fields.others.empty())
            cli::note(fmt::format(
                "{}: the fields are those of {}; --object chooses another one of {}, "
                "such as {}",
                input_for_message(path), text_for(EscapingContext::message, fields.object),
                fields.others.size() + 1,
                text_for(EscapingContext::message, fields.others.front())));
        if (const Count missed = fields.profile.summary.back(); missed != fields.missed)
            cli::note(fmt::format(
                "{}: the fields have {} of the {} misses of {}: they are those of the "
                "first 65,536 bytes of a period",
                input_for_message(path), with_commas(missed), with_commas(fields.missed),
                text_for(EscapingContext::message, fields.object)));
        return fields;
    } catch (const Error& error) {
        throw Error(input_for_message(path), error.what());
    }
}

} // namespace

void check_data_options(const Options& options) {
    if (options.data_by == DataBy::none) {
        if (!options.objects.empty())
            throw UsageError("--object goes with --by=object and --by=field; cg_filter --object "
                             "chooses the costs of lines");
        return;
    }
    if (options.inclusive || options.inlines)
        throw UsageError("--inclusive and --inlines are of functions: --by=object and --by=field "
                         "are of data");
}

render::RowWords take_data_rows(std::vector<Profile>& profiles,
                                const std::vector<std::string>& paths, Options& options,
                                const OutputFormat& format, const StructLayout* layout) {
    const bool is_by_field = options.data_by == DataBy::field;
    bool matches_any = false;
    const auto is_meant = [&](std::string_view name) {
        const bool is_match = options.objects.empty() || any_is_in(options.objects, name);
        matches_any |= is_match;
        return is_match;
    };
    // Side by side, variables of programs that were renamed have the names of the last profile.
    for (std::size_t i = 0; i + 1 < profiles.size(); ++i) {
        if (!profiles[i].data || !profiles.back().data)
            continue;
        const std::vector<MovedObject> moved = moved_objects(profiles[i], profiles.back());
        move_variables(*profiles[i].data, moved);
        cli::notes(notes_of(moved));
    }
    std::string object, name; // of the first profile
    std::vector<std::string> formulas;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        if (!profiles[i].data)
            throw_lacking(input_for_message(paths[i]), "data objects",
                          is_by_field ? "--by=field needs" : "--by=object needs",
                          "--cache-sim=yes --data-objects=yes");
        note_unknown(*profiles[i].data, paths[i]);
        const Profile of_code = renamed(std::move(profiles[i]), options).profile;
        if (is_by_field) {
            FieldsOfObject fields = rows_of_fields(of_code, is_meant, layout, paths[i]);
            if (i == 0) {
                object = fields.object;
                name = fields.name;
            } else if (options.objects.size() != 1 && fields.name != name) {
                throw Error(fmt::format(
                    "--by=field: {} has most misses on {}, but {} on {}: choose one with --object",
                    input_for_message(paths[0]), text_for(EscapingContext::message, name),
                    input_for_message(paths[i]), text_for(EscapingContext::message, fields.name)));
            }
            profiles[i] = std::move(fields.profile);
            formulas.push_back(formula_of_used(profiles[i], of_code));
        } else {
            matches_any = false;
            profiles[i] = by_object(of_code, is_meant);
            if (!options.objects.empty() && !matches_any)
                cli::note(input_for_message(paths[i]) +
                          ": nothing matches: no object has a name that --object chooses");
            formulas.push_back(formula_of_unused(profiles[i], of_code));
        }
    }
    options.mod_filename.clear();
    options.mod_funcname.clear();
    if (!formulas.front().empty() && std::ranges::count(formulas, formulas.front()) ==
                                         static_cast<std::ptrdiff_t>(formulas.size()))
        options.derive.insert(options.derive.begin(), Derivation(formulas.front()));
    if (!is_by_field) {
        if (options.show.empty() && format.has_percentages)
            choose_columns(profiles.front().header.events, options);
        return {"object", "object", "size"};
    }
    if (!options.top)
        options.top = 0;
    return {"offset", profiles.size() == 1 ? "offset in " + object : "offset", ""};
}

void mark_data_columns(ProfileView& view) {
    const auto is_of_blocks = [](const Column& column) {
        return column.name == blocks_event || column.name == bytes_event;
    };
    const bool has_costs = !std::ranges::all_of(view.columns, [&](const Column& column) {
        return is_of_blocks(column) || column.name == live_event;
    });
    for (Column& column : view.columns) {
        const bool is_live = column.name == live_event;
        column.is_quotient |= is_live || (has_costs && is_of_blocks(column));
        column.adds_up = column.adds_up && !is_live;
    }
}

} // namespace cg::show
