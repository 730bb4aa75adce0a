// SPDX-License-Identifier: GPL-2.0-or-later
// Formats that take any number of profiles, one after the other.
#pragma once

#include "history/history_writer.hpp"
#include "options.hpp"
#include "output_formats.hpp"
#include "text/writer.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cg::show {

// Reads the profiles and writes them under these labels. Only what the format keeps of each stays
// in memory. Throws Error and UsageError.
void show_history(const std::vector<std::string>& paths, const std::vector<std::string>& labels,
                  const Options& options, const OutputFormat& format,
                  const std::function<void(const std::string&)>& warn);

std::unique_ptr<HistoryWriter> open_sql(const Options& options, Writer& out);
std::unique_ptr<HistoryWriter> open_trend(const Options& options, Writer& out);
std::unique_ptr<HistoryWriter> open_trend_page(const Options& options, Writer& out);

} // namespace cg::show
