// SPDX-License-Identifier: GPL-2.0-or-later
// The output formats of cg_show, by name and suffix.
#pragma once

#include "forms/renderers.hpp"
#include "history/history_writer.hpp"
#include "view/rollup.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg::show {

struct Options;

struct OutputFormat {
    std::string_view name;
    std::vector<std::string_view> suffixes; // of file names
    std::string_view help;                  // a short description
    render::Renderer* write = nullptr;
    bool takes_several = false; // profiles, side by side
    bool is_gzipped = false;
    bool loses_calls = false; // a profile's format that has no place for them
    bool has_lines = false;   // of history: not only functions
    // Each row is a sum, so it may have quotients of sums: the names of files in the rows. Other
    // formats need counts that add up.
    std::optional<Paths> names_in_rows = std::nullopt;
    // The default of --top; 0: all.
    std::size_t top = 0;
    double min = 0; // the default of --min, in percent
    // Takes profiles one after the other, instead of write.
    std::unique_ptr<HistoryWriter> (*history)(const Options&, Writer&) = nullptr;
};

std::span<const OutputFormat> output_formats();

// Returns the format with this name or suffix (without dot). Throws UsageError with all names.
const OutputFormat& format_named(std::string_view name);
// Returns the format by the suffix of a file's name, ignoring a .gz or .zst after it, or the table
// if no format has that suffix.
const OutputFormat& format_of_file(std::string_view path);

} // namespace cg::show
