// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/missing_sources.hpp"

#include "model/count.hpp"
#include "source/line_matching.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

namespace cg {

std::shared_ptr<const SourceText> AskedSources::find(const std::string& name) {
    auto text = sources_.find(name);
    if (name != unspecified_mark)
        found_[name] = text != nullptr;
    return text;
}

MissingSources
missing_sources(const AskedSources& sources,
                const std::function<std::vector<std::string>(const std::string&)>& originals) {
    MissingSources missing;
    for (const auto& [name, is_found] : sources.asked()) {
        const std::vector<std::string> names = originals(name);
        missing.asked += names.size();
        if (!is_found)
            missing.names.insert(missing.names.end(), names.begin(), names.end());
    }
    return missing;
}

FactsOfSources facts_of_sources(const Renamed& renamed) {
    const CostTable& costs = renamed.profile.costs;
    FactsOfSources result;
    for (const auto functions : by_file(costs.functions())) {
        SourceFacts facts;
        for (const FunctionCosts& function : functions)
            for (const std::size_t row : function.rows()) {
                facts.last_line = std::max(facts.last_line, costs.line(row));
                facts.cost += magnitude(costs.counts(row)[0]); // to rank them only
            }
        for (const std::string& name :
             renamed.originals(renamed.profile.names[functions.front().file]))
            result[name] = facts;
    }
    return result;
}

namespace {

namespace fs = std::filesystem;

// A directory of a profile and what may be the same one here: OLD=NEW of --source-prefix.
struct Move {
    std::string from, to;
    auto operator<=>(const Move&) const = default;

    std::optional<std::string> apply(const std::string& name) const {
        return from.empty() ? to + "/" + name : SourcePrefix(from + "=" + to).apply(name);
    }
};

// Returns the move after which the name is the path: without the last components that are alike.
std::optional<Move> move_between(std::string_view name, std::string_view path) {
    const std::string_view whole_path = path;
    for (;;) {
        const std::size_t a = name.rfind('/'), b = path.rfind('/');
        if (a == name.npos && b != path.npos && name == path.substr(b + 1))
            return Move{"", std::string(path.substr(0, b))}; // all of the name is below it
        if (a == name.npos || b == path.npos || name.substr(a) != path.substr(b))
            break;
        name.remove_suffix(name.size() - a);
        path.remove_suffix(path.size() - b);
    }
    if (path.size() == whole_path.size() || name.empty() || name.find('=') != name.npos)
        return std::nullopt;
    return Move{std::string(name), std::string(path)};
}

class Suggestions {
  public:
    explicit Suggestions(const MissingSources& missing) : missing_(missing) {
        for (const std::string& name : missing.names)
            by_last_name_[std::string(last_part(name))].push_back(&name);
    }

    // Looks at files below the directory, near ones first, and not in hidden directories. Ends
    // after `max_entries`, since the directory may be that of all files of a machine.
    void look_below(const std::string& top) {
        constexpr std::size_t max_entries = 10000;
        std::deque<fs::path> directories{top};
        for (std::size_t seen = 0; !directories.empty() && seen < max_entries;) {
            std::error_code error;
            fs::directory_iterator entry(directories.front(), error);
            directories.pop_front();
            for (; !error && entry != fs::directory_iterator() && seen < max_entries;
                 entry.increment(error), ++seen)
                look_at(*entry, directories);
        }
    }

    // Returns the move that finds the most; of several the one that changes least of the names.
    struct Best {
        Move move;
        std::string name, path; // an example
        std::size_t found;
    };
    std::optional<Best> best() const {
        std::optional<Best> best;
        for (const auto& [move, example] : moves_) {
            const auto found = static_cast<std::size_t>(
                std::ranges::count_if(missing_.names, [&](const auto& name) {
                    const auto path = move.apply(name);
                    return path && fits(name, *path);
                }));
            const auto rank = [](std::size_t count, const Move& of) {
                return std::tuple(count, -static_cast<std::ptrdiff_t>(of.from.size()));
            };
            if (!best || rank(found, move) > rank(best->found, best->move))
                best = {move, example.first, example.second, found};
        }
        return best;
    }

  private:
    void look_at(const fs::directory_entry& entry, std::deque<fs::path>& directories) {
        std::error_code error;
        const std::string name = entry.path().filename().string();
        if (entry.is_directory(error) && !entry.is_symlink(error) && !name.starts_with('.'))
            directories.push_back(entry.path());
        const auto wanted = by_last_name_.find(name);
        if (wanted == by_last_name_.end())
            return;
        for (const std::string* missing : wanted->second)
            if (const auto move = move_between(*missing, entry.path().string());
                move && !moves_.contains(*move) && fits(*missing, entry.path().string()))
                moves_.emplace(*move, std::pair(*missing, entry.path().string()));
    }

    // Returns true if the file can be the source: it has all lines that were counted.
    bool fits(const std::string& name, const std::string& path) const {
        const auto text = open_source(path);
        const auto facts = missing_.facts.find(name);
        return text && (facts == missing_.facts.end() ||
                        SourceLines(text->bytes).size() >= facts->second.last_line);
    }

    const MissingSources& missing_;
    std::map<std::string, std::vector<const std::string*>> by_last_name_;
    std::map<Move, std::pair<std::string, std::string>> moves_; // a name and its path
};

// Returns the option as it is typed into a shell.
std::string option_of(const Move& move) {
    const std::string text = move.from.empty() ? move.to : move.from + "=" + move.to;
    const bool is_plain = text.find_first_of(" '\"\\$`&|;<>()*?[]#~!{}\t\n") == text.npos;
    return (move.from.empty() ? "-I " : "--source-prefix=") +
           (is_plain ? path_for_message(text) : in_quotes(text));
}

} // namespace

std::vector<std::string> notes_on(MissingSources missing, const SourceSearch& search,
                                  const SourceServers& servers, bool are_listed) {
    if (missing.names.empty())
        return {};
    std::ranges::stable_sort(missing.names, std::greater(),
                             [&](const std::string& name) { return missing.facts[name].cost; });
    std::vector<std::string> notes;
    std::vector<std::string> places{"at their paths in the profile"};
    if (!search.prefixes.empty())
        places.emplace_back("with --source-prefix");
    for (const std::string& directory : search.include_dirs)
        places.push_back("below " + path_for_message(directory));
    if (servers.are_allowed() && servers.know_programs())
        places.emplace_back("on the servers");
    const bool may_ask = servers.know_programs() && !servers.are_allowed();
    const std::size_t others = missing.names.size() - 1;
    notes.push_back(fmt::format("{} of {} not found {}: {}{}; see -I{} --source-prefix{}",
                                missing.names.size(), count_of(missing.asked, "source"),
                                fmt::join(places, " or "), path_for_message(missing.names.front()),
                                others == 0 ? "" : fmt::format(" and {} more", others),
                                may_ask ? "," : " and", may_ask ? " and --debuginfod" : ""));

    if (servers.are_allowed() && !servers.know_programs())
        notes.emplace_back("servers have sources by build ID, which only profiles with costs by "
                           "address know (--addresses=yes)");
    Suggestions suggestions(missing);
    suggestions.look_below(".");
    for (const std::string& directory : search.include_dirs)
        suggestions.look_below(directory);
    if (const auto best = suggestions.best())
        notes.push_back(fmt::format("{} may be {}: {} finds {} of them",
                                    path_for_message(best->name), path_for_message(best->path),
                                    option_of(best->move), best->found));
    constexpr std::string_view rust = "/rustc/";
    const auto of_rust = std::ranges::find_if(
        missing.names, [&](const std::string& name) { return name.starts_with(rust); });
    if (of_rust != missing.names.end() && of_rust->find('/', rust.size()) != of_rust->npos)
        notes.push_back("rustup component add rust-src has those of Rust's library: "
                        "--source-prefix=" +
                        path_for_message(of_rust->substr(0, of_rust->find('/', rust.size()))) +
                        "=$(rustc --print sysroot)/lib/rustlib/src/rust");
    // Debian's C library names sources that hardly any machine has.
    const bool is_usual = notes.size() == 1 && !servers.are_allowed() &&
                          (are_listed || missing.names.size() < missing.asked);
    return is_usual ? std::vector<std::string>() : notes;
}

} // namespace cg
