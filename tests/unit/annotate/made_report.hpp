// SPDX-License-Identifier: GPL-2.0-or-later
// A report of a profile and sources in memory.
#pragma once

#include "../profiles.hpp"
#include "annotate/report.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Files in memory, by name.
class Texts : public Sources {
  public:
    void put(const std::string& name, std::string_view bytes,
             FileTime modified = FileTime(std::chrono::hours(1))) {
        texts_[name] = std::make_shared<SourceText>(SourceText{name, bytes, modified});
    }
    std::shared_ptr<const SourceText> find(const std::string& name) override {
        const auto found = texts_.find(name);
        return found == texts_.end() ? nullptr : found->second;
    }

  private:
    std::map<std::string, std::shared_ptr<const SourceText>> texts_;
};

inline std::vector<std::string> as_it_is(std::string_view file) {
    return {std::string(file)};
}

inline std::string report(const ReportInput& input, const ReportOptions& options,
                          Sources& sources) {
    std::string out;
    write_report(input, make_report_columns(input.profile), options, sources,
                 [&](std::string_view bytes) { out += bytes; });
    return out;
}

// Without the rules.
inline std::string section(const std::string& report, const std::string& title) {
    const std::string rule = std::string(80, '-') + "\n";
    const std::size_t begin = report.find(rule + "-- " + title);
    if (begin == report.npos)
        return "no section " + title;
    const std::size_t end = report.find(rule + "-- ", begin + rule.size());
    std::string text = report.substr(begin, end == report.npos ? end : end - begin);
    for (std::size_t at = 0; (at = text.find(rule)) != text.npos;)
        text.erase(at, rule.size());
    return text;
}

} // namespace cg
