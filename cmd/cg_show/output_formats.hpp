// SPDX-License-Identifier: GPL-2.0-or-later
// The output formats of cg_show, by name and suffix.
#pragma once

#include "algebra/by_calls.hpp"
#include "render/renderers.hpp"
#include "view/rollup.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cg::show {

struct Options;

struct OutputFormat {
    std::string_view name;
    std::vector<std::string_view> suffixes; // of file names
    std::string_view help;                  // a short description
    // Those of the options in check_format() that it takes.
    std::vector<std::string_view> takes = {};
    render::Renderer* write = nullptr;
    bool takes_several = false; // profiles, side by side
    bool compares_two = false;  // profiles: shows their difference
    bool is_gzipped = false;
    bool is_for_browser = false;
    bool loses_calls = false; // a profile's format that has no place for them
    bool loses_data = false;  // likewise
    bool has_lines = false;   // of history: not only functions
    bool is_of_parts = false; // always as with --each-part
    bool has_percentages = false;
    // Each row is a sum, so it may have quotients of sums: the names of files in the rows. Other
    // formats need counts that add up.
    std::optional<Paths> names_in_rows = std::nullopt;
    // How functions of calls are named, if the profile has calls; nothing: functions are those of
    // the lines, as in the file.
    std::optional<FunctionNames> function_names = FunctionNames::distinct;
    bool has_names_as_keys = false; // they must be distinct, even those that the user chose
    // The default of --top; 0: all.
    std::size_t top = 0;
    double min = 0; // the default of --min, in percent
    // Takes profiles one after the other, instead of write.
    std::unique_ptr<HistoryWriter> (*history)(const Options&, Writer&) = nullptr;
};

std::span<const OutputFormat> output_formats();

// Throws UsageError, with the formats that take it, for an option that this one does not.
void check_format(const Options& options, const OutputFormat& format);

// Returns the format with this name or suffix (without dot). Throws UsageError with all names.
const OutputFormat& format_named(std::string_view name);
// Returns the format by the suffix of a file's name, in any case, ignoring a .gz or .zst after it;
// the table for a name without a suffix. Throws UsageError with all suffixes for another one.
const OutputFormat& format_of_file(std::string_view path);

} // namespace cg::show
