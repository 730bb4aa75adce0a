// SPDX-License-Identifier: GPL-2.0-or-later
#include "comparison.hpp"

#include "algebra/diff.hpp"
#include "algebra/gate.hpp"
#include "algebra/gate_report.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "error/error.hpp"
#include "load/source_files.hpp"
#include "source/line_matching.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <limits>

namespace cg::show {
namespace {

void check_events(const Profile& first, const Profile& second, const std::string& first_name,
                  const std::string& second_name) {
    const EventSet& events = first.header.events;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (events.is_base(i))
            throw Error(input_for_message(first_name), "is a difference with the event " +
                                                           events[i] +
                                                           " already, so it can't be compared");
    with_source(input_for_message(second_name),
                [&] { same_columns(events, second.header.events); });
}

// Returns the largest number of a line in each file, by its name.
std::map<std::string_view, Line> last_lines(const Profile& profile) {
    std::map<std::string_view, Line> last;
    for (const FunctionCosts& f : profile.costs.functions())
        for (const std::size_t row : f.rows()) {
            Line& line = last[profile.names[f.file]];
            line = std::max(line, profile.costs.line(row));
        }
    return last;
}

} // namespace

std::vector<render::GateVerdict> verdicts(const Profile& first, const Profile& second,
                                          const Options& options) {
    if (options.fail_if.empty())
        return {};
    const Profile before = unname(first, unspecified_mark);
    const Profile after = unname(second, unspecified_mark);
    const Profile difference = diff(before, after, DiffBy::function);
    Gate gate(difference, before, after, options.derive);
    for (const Condition& condition : options.fail_if)
        gate.check(condition);
    std::vector<render::GateVerdict> result;
    for (const Condition& condition : options.fail_if) {
        const auto failure = gate.failure(condition);
        result.push_back({condition.text(),
                          failure ? gate_report(condition, *failure) : std::vector<std::string>()});
    }
    return result;
}

Comparison::Version::Version(const Renamed& renamed, const std::string& dir, const Options& options)
    : files(dir.empty() ? options.sources : SourceSearch{{dir}, {}}),
      is_in_directory(!dir.empty()) {
    const Names& names = renamed.profile.names;
    for (const FunctionCosts& f : renamed.profile.costs.functions()) {
        const std::string name(names[f.file]);
        if (name != unspecified_mark)
            originals[name] = renamed.original_files.empty()
                                  ? std::vector{name}
                                  : renamed.original_files[index_of(f.file)];
    }
    if (is_in_directory) {
        SourceNames names_of_sources;
        for (const auto& [name, original] : originals)
            names_of_sources.push_back(original);
        check_source_directory(dir, names_of_sources);
    }
}

std::shared_ptr<const SourceText> Comparison::Version::find(std::string_view name) {
    const auto found = originals.find(name);
    if (found == originals.end())
        return nullptr;
    for (const std::string& original : found->second)
        if (auto text = is_in_directory ? files.find_included(original) : files.find(original))
            return text;
    return nullptr;
}

Comparison::Comparison(const Renamed& first, const Renamed& second, const std::string& first_name,
                       const std::string& second_name, const Options& options)
    : first_(first, options.source_a, options), second_(second, options.source_b, options) {
    check_events(first.profile, second.profile, first_name, second_name);
    match_lines(first.profile, second.profile);
    const Profile matched = with_lines(first.profile, [&](NameId file, Line line) -> Line {
        const OldSource* old = old_source(first.profile.names[file]);
        if (!old || line == 0 || line >= old->line_in_second.size())
            return line;
        const Line there = old->line_in_second[line];
        return there ? there : old->offset + line;
    });
    profile_ = with_base(diff(matched, second.profile, DiffBy::line), matched);
    profile_->header.desc.clear(); // its name tells the files
    if (first.profile.header.cmd == second.profile.header.cmd)
        profile_->header.cmd = first.profile.header.cmd;
}

void Comparison::match_lines(const Profile& first, const Profile& second) {
    const auto last_of_first = last_lines(first), last_of_second = last_lines(second);
    for (const auto& [name, originals] : first_.originals) {
        if (!second_.originals.contains(name))
            continue;
        const auto text = first_.find(name), other = second_.find(name);
        if (!text || !other || text->bytes == other->bytes)
            continue;
        const SourceLines lines(text->bytes), others(other->bytes);
        const Line offset = std::max(
            {static_cast<Line>(others.size()), last_of_first.at(name), last_of_second.at(name)});
        if (lines.size() > std::numeric_limits<Line>::max() - offset)
            continue; // the numbers do not suffice: a profile names lines that no file has
        old_.emplace(name, OldSource{text, lines_in_second(lines, others), offset});
    }
}

std::shared_ptr<const SourceText> Comparison::find(const std::string& name) {
    auto text = second_.find(name);
    return text ? text : first_.find(name);
}

std::vector<std::string> Comparison::originals(const std::string& name) const {
    for (const Version* version : {&second_, &first_})
        if (const auto found = version->originals.find(name); found != version->originals.end())
            return found->second;
    return {name};
}

const OldSource* Comparison::old_source(std::string_view name) const {
    const auto found = old_.find(name);
    return found == old_.end() ? nullptr : &found->second;
}

} // namespace cg::show
