// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of profilers and converters that callgrind does not write. And random files of the grammar,
// read by the reader and by the generator.
#include "calls/arc_costs.hpp"
#include "format/read.hpp"
#include "made_callgrind.hpp"
#include "model/row_finder.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace cg {
namespace {

using namespace made_callgrind;

const std::string body = "fl=a\nfn=main\n1 40\ncfn=f\ncalls=2 3\n2 5\n\nfn=f\n3 5\n";
const std::string body_rows = "a:main:1 40\na:f:3 5\n";
const std::string body_arcs = "main a:2 f[???] 2 5\nf 5\nmain 40\n";

std::string body_with(const std::string& from, const std::string& to) {
    std::string text = body;
    return text.replace(text.find(from), from.size(), to);
}

// In Valgrind's own files the last calls may cost more than the called functions have, and other
// readers show that; in Parrot's such a cost is wrong. A merged file remembers it.
TEST(CallgrindDialects, CallsThatCostTooMuch) {
    const auto inclusive = [](const Profile& profile) {
        const CalledFunctions& functions = profile.calls->functions;
        for (FunctionId f = 0; f < functions.size(); ++f)
            if (functions.name(f) == "f")
                return inclusive_costs_of(profile.calls->arcs(), functions.size())[f][0];
        return Count{-1};
    };
    const auto file = [](const std::string& creator) {
        return "version: 1\ncreator: " + creator +
               "\npositions: line\nevents: Ir\nfl=a\nfn=main\n1 5\ncfn=f\ncalls=1 7\n1 "
               "13\n\nfn=f\n7 "
               "10\ntotals: 15\n";
    };
    EXPECT_EQ(inclusive(read(file("callgrind-3.19.0"))), 13);
    const Profile bounded = read(file("3.4.1-Debian"));
    EXPECT_EQ(inclusive(bounded), 10);
    EXPECT_NE(text(bounded).find("\n#bounded\n"), std::string::npos);
    EXPECT_EQ(inclusive(read(text(bounded))), 10);
}

TEST(CallgrindDialects, Headers) {
    for (const std::string header :
         {"events: Ticks\n", "\nevents: Ticks\n", "# lsprof\nevents: Ticks\nsummary: 45\n",
          "cmd: a.php\nevents: Ticks\nsummary: 45\n", "cmd: a.php\nevents: Ticks\n",
          "desc: d\nevents: Ticks\n", "cmd: a\ndesc: d\nevents: Ticks\n",
          "other-key: a\ncmd: c\nevents: Ticks\n", "event: Ticks : Time\nevents: Ticks\n",
          "# callgrind format\r\nevents: Ticks\r\n"}) {
        EXPECT_EQ(rows(read(header + body)), body_rows) << header;
        EXPECT_EQ(arcs(read(header + body)), body_arcs) << header;
    }
}

// Whatever the grammar of cachegrind's format reads is read by it.
TEST(CallgrindDialects, CachegrindsGrammarComesFirst) {
    EXPECT_EQ(rows(read("cmd: c\nevents: Ir\nfl=(1) a\nfn=(1) f\n1 2\nsummary: 2\n")),
              "(1) a:(1) f:1 2\n");
    EXPECT_EQ(message("cmd: c\nevents: Ir\nfl=a\nfn=f\n1 2\nsummary: 2\n" + body),
              "f:7: expected the end of the file after the summary, not \"fl=a\"");
}

TEST(CallgrindDialects, Calls) {
    for (const std::string calls :
         {"calls=2\n", "calls=2 3 0\n", "calls=2 3 \n", "calls=0x2 +7\n", "rcalls=2 3\n",
          "calls=2 5000000000\n", "calls=2 99999999999999999999999\n", "calls=2 -9\n",
          "calls=2 3\n\n# comment\n \n", "calls=2 3\r\n\r\n"}) {
        const Profile profile = read("events: Ticks\n" + body_with("calls=2 3\n", calls));
        EXPECT_EQ(rows(profile), body_rows) << calls;
        EXPECT_EQ(arcs(profile), body_arcs) << calls;
    }
}

TEST(CallgrindDialects, Names) {
    const auto rows_of = [](const std::string& text) { return rows(read("events: T\n" + text)); };
    EXPECT_EQ(rows_of("fl=(1)a\nfn=(1)f\n1 1\nfn=(2)  g\n1 2\nfn= (2) \n2 3\nfn=(0x3)\th\n1 4\n"),
              "a:f:1 1\na:g:1 2\na:g:2 3\na:h:1 4\n");
    EXPECT_EQ(rows_of("fl=\nfn=f\n1 1\nfl=(1) \nfn=\n1 2\nfl=(1)\n2 3\n"),
              "???:f:1 1\n???:???:1 2\n???:???:2 3\n");
    EXPECT_EQ(rows_of("fl=a\r\nfn=f\n1 1\r\nfn=f\r\n2 2\n"), "a:f:1 1\na:f:2 2\n");
}

TEST(CallgrindDialects, NumbersOfObjectsMayBeUndefined) {
    EXPECT_EQ(arcs(read("events: T\nob=(1) p\nfl=a\nfn=main\n1 40\ncob=(8)\ncfn=f\ncalls=2 3\n2 5\n"
                        "ob=(8)\nfn=f\n3 5\n")),
              "main a:2 f[???] 2 5\nf 5\nmain 40\n");
}

TEST(CallgrindDialects, ListsOfNamesAreNoFunctions) {
    const std::string list = "fl=(1) a\nfl=(2) b\nfn=(1) main\nfn=(2) f\nfn=(3) never\n\n";
    const std::string text = "events: T\n" + list +
                             "fl=(1)\nfn=(1)\n1 40\ncfl=(2)\ncfn=(2)\ncalls=2 0\n0 5\n"
                             "fl=(2)\nfn=(2)\n3 5\n";
    EXPECT_EQ(rows(read(text)), "a:main:1 40\nb:f:3 5\n");
    EXPECT_EQ(arcs(read(text)), "main a:0 f[???] 2 5\nf 5\nmain 40\nnever 0\n");
}

TEST(CallgrindDialects, FilesWithoutHomeFiles) {
    EXPECT_EQ(
        rows(read("events: T\nfi=a\nfn=main\n1 40\nfi=x.h\n7 1\ncfi=b\ncfn=f\ncalls=2 3\n2 5\n"
                  "fi=b\nfn=f\n3 5\n")),
        "a:main:1 40\nx.h:main:7 1\nb:f:3 5\n");
}

TEST(CallgrindDialects, HexadecimalCounts) {
    EXPECT_EQ(rows(read("events: A B\nfl=a\nfn=f\n0x1 0x28 0XfF\n")), "a:f:1 40 255\n");
    const std::string ours = "creator: cgtools 1\nevents: A\nfl=a\nfn=f\n";
    EXPECT_EQ(message(ours + "1 0x\n"), "f:5: expected a count");
    EXPECT_EQ(message(ours + "1 0x-1\n"), "f:5: expected a count");
    EXPECT_EQ(message(ours + "1 0xffffffffffffffff\n"),
              "f:5: a count 0xffffffffffffffff is too large");
}

TEST(CallgrindDialects, AppendedProfiles) {
    const auto part = [](const std::string& name, const std::string& summary) {
        return "version: 1\ncreator: xdebug\ncmd: a\npart: 1\npositions: line\n\nevents: T M\n\n"
               "fn=(1) none\n+1 1\nfl=(1) a\nfn=(1) " +
               name + "\n+2 3 4\n\n" + summary + "\n";
    };
    const Profile profile =
        read(part("f", "summary: 4 4\n") + part("g", "summary: 10 4\ntotals: 4 4\n"));
    EXPECT_EQ(rows(profile), "???:none:1 2 0\na:f:3 3 4\na:g:3 3 4\n");
    EXPECT_EQ(profile.summary, (std::vector<Count>{8, 8}));
    EXPECT_EQ(profile.header.totals_of_run, (std::map<std::string, Count, std::less<>>{{"T", 14}}));
}

TEST(CallgrindDialects, TotalsOfOthersAreAWarning) {
    std::vector<std::string> warnings;
    const auto warn = [&](const std::string& what) { warnings.push_back(what); };
    for (const std::string key : {"totals: ", "totals="})
        read_profile("events: T\n" + body + key + "48\n", "f", {.warn = warn});
    read_profile("events: T\n" + body + "totals: 45\n", "f", {.warn = warn});
    const std::string text = "f:11: the totals say 48 T, but the counts add up to 45";
    EXPECT_EQ(warnings, (std::vector<std::string>{text, text}));
}

TEST(CallgrindDialects, SummaryIsTheTotalOfOthersRuns) {
    const auto totals_of_run = [](const std::string& text) {
        return read(text).header.totals_of_run;
    };
    EXPECT_EQ(totals_of_run("events: T\nsummary: 90\n" + body).at("T"), 90);
    EXPECT_TRUE(totals_of_run("events: T\nsummary: 45\n" + body).empty());
    EXPECT_TRUE(totals_of_run("events: T\nsummary: 0\n" + body).empty());
    EXPECT_TRUE(
        totals_of_run("creator: callgrind-3.19.0\nevents: T\nsummary: 90\n" + body + "totals: 45\n")
            .empty());
}

TEST(CallgrindDialects, SalvagesACutAnywhere) {
    for (const std::string& whole :
         {plain, "events: T\n" + body_with("calls=2 3\n", "calls=2 3\n\n# comment\n"),
          std::string(
              "version: 1\nevents: T\npositions: instr line\nfl=(1) a\nfn=(1) f\n0x1 1 5\n"
              "jcnd=1/2 0x3 4\n* *\ncob=(1) p\ncfn=(2) g\ncalls=1 0x5 7\n* * 9\n+2 +1 3\n")})
        for (std::size_t size = whole.find('\n', whole.find("events:")) + 1; size < whole.size();
             ++size)
            EXPECT_EQ(thrown_by<Error>([&] { salvage_profile(whole.substr(0, size), "f"); }),
                      "nothing thrown")
                << whole.substr(0, size);
    const Salvaged salvaged =
        salvage_profile("creator: cgtools 1\nevents: T\n" + body.substr(0, body.find("2 5")), "f");
    EXPECT_EQ(salvaged.profile.summary, std::vector<Count>{40});
    ASSERT_TRUE(salvaged.damage);
    EXPECT_EQ(salvaged.damage->line, 7U);
    EXPECT_EQ(salvaged.damage->reason, "expected the position and cost of the calls");
}

// ---- random files ------------------------------------------------------------

// Writes a file by random productions of the grammar, and keeps its meaning: rows and arcs.
class RandomFile {
  public:
    RandomFile(unsigned seed, std::map<std::string, int>& taken) : random_(seed), taken_(taken) {
        static const std::string headers[] = {
            "version: 1\n",  "# a comment\n", "creator: other\n", "cmd: c\npart: 1\n", "",
            "version: 1\r\n"};
        text_ = headers[take("header", std::size(headers))];
        for (std::size_t parts = 1 + below(2); parts > 0; --parts)
            add_part();
    }
    const std::string& text() const { return text_; }
    // The lines of rows() and arcs() of made_callgrind.hpp, each once, sorted.
    std::vector<std::string> rows() const { return lines(rows_); }
    std::vector<std::string> arcs() const { return lines(arcs_); }

  private:
    struct Numbers {
        std::map<std::string, std::size_t> known;
    };
    std::size_t below(std::size_t n) { return random_() % n; }
    // Chooses one of n productions of a rule.
    std::size_t take(const std::string& rule, std::size_t n) {
        const std::size_t chosen = below(n);
        ++taken_[rule + " " + std::to_string(chosen) + " of " + std::to_string(n)];
        return chosen;
    }
    static std::vector<std::string> lines(const std::map<std::string, std::vector<Count>>& of) {
        std::vector<std::string> all;
        for (const auto& [key, counts] : of) {
            all.push_back(key);
            for (const Count count : counts)
                all.back() += " " + std::to_string(count);
        }
        std::ranges::sort(all);
        return all;
    }
    void end_line() { text_ += take("line end", 3) == 0 ? "\r\n" : "\n"; }
    void add_idle_lines() {
        static const std::string idle[] = {"", "", "\n", "# c\n", " \t\n", "\r\n#\n"};
        text_ += idle[take("idle", std::size(idle))];
    }
    std::string hexadecimal(std::size_t number) {
        char digits[20];
        std::snprintf(digits, sizeof digits, take("hex", 2) == 0 ? "0x%zx" : "0x%zX", number);
        return digits;
    }
    std::string number(std::size_t number) {
        return take("number", 4) == 0 ? hexadecimal(number) : std::to_string(number);
    }
    // A name after its key, with or without a number.
    // The number of a function is of one place.
    void add_name(const std::string& key, Numbers& numbers, const std::string& name,
                  const std::string& place = "") {
        text_ += key;
        const std::string named = place + " " + name;
        const auto known = numbers.known.find(named);
        switch (take("name", 5)) {
        case 0:
            text_ += name;
            break;
        case 1:
            text_ += " " + name;
            break;
        default:
            if (known != numbers.known.end() && take("reference", 4) != 0) {
                text_ += "(" + number(known->second) + ")";
                break;
            }
            static const std::string blanks[] = {" ", "", "  ", "\t"};
            const std::size_t id =
                known != numbers.known.end() ? known->second : numbers.known.size() + 1;
            numbers.known[named] = id;
            text_ +=
                "(" + std::to_string(id) + ")" + blanks[take("blank", std::size(blanks))] + name;
        }
        end_line();
    }
    std::string position(std::size_t& last, std::size_t line, bool moves) {
        std::string text = number(line);
        switch (take("position", 4)) {
        case 0:
            if (line >= last)
                text = "+" + number(line - last);
            break;
        case 1:
            if (line <= last)
                text = "-" + number(last - line);
            break;
        case 2:
            if (line == last)
                text = "*";
            break;
        default:
            break;
        }
        if (moves)
            last = line;
        return text;
    }
    std::string positions(std::size_t line, bool moves) {
        const std::size_t address = 16 * line;
        std::string text = has_addresses_ ? position(address_, address, moves) + " " : "";
        return text + position(line_, line, moves);
    }
    std::vector<Count> add_counts() {
        std::vector<Count> counts(2);
        for (std::size_t i = 0, n = take("counts", 3); i < n; ++i) {
            if (take("dot", 8) == 0) {
                text_ += " .";
                continue;
            }
            counts[i] = static_cast<Count>(below(1000));
            text_ +=
                (take("gap", 4) == 0 ? " \t" : " ") + number(static_cast<std::size_t>(counts[i]));
        }
        if (take("trailing", 4) == 0)
            text_ += ' ';
        end_line();
        return counts;
    }
    static void add(std::vector<Count>& to, const std::vector<Count>& counts) {
        to.resize(2 + (to.size() > 2 || counts.size() > 2 ? 1 : 0));
        for (std::size_t i = 0; i < counts.size(); ++i)
            to[i] += counts[i];
    }
    void add_cost() {
        const std::size_t line = below(9);
        text_ += positions(line, true);
        const std::vector<Count> counts = add_counts();
        add(rows_[file_ + ":" + function_ + ":" + std::to_string(line)], counts);
        add(arcs_["own " + object_ + " " + home_ + " " + function_], counts);
    }
    void add_call() {
        std::string object = object_, file = file_;
        const std::string function(1, static_cast<char>('f' + below(4)));
        // The number of a function has its object and file, unless they are given.
        const std::size_t cob = take("cob", 3), key = take("cfl", 3);
        if (cob == 0)
            add_name("cob=", objects_, object = name_of("ob"));
        if (key != 0)
            add_name(key == 1 ? "cfl=" : "cfi=", files_, file = name_of("file"));
        if (cob == 0 && key != 0) {
            add_name("cfn=", functions_, function, object + " " + file);
        } else {
            text_ += "cfn=" + function;
            end_line();
        }
        const std::size_t calls = 1 + below(9);
        text_ += (take("calls", 5) == 0 ? "rcalls=" : "calls=") + number(calls);
        switch (take("target", 4)) {
        case 0:
            break;
        case 1:
            text_ += " " + positions(below(9), false);
            break;
        case 2:
            text_ += " " + positions(below(9), false) + " 0";
            break;
        default:
            text_ += " 5000000000 5000000000";
        }
        end_line();
        add_idle_lines();
        const std::size_t line = below(9);
        text_ += positions(line, true);
        std::vector<Count> counts = add_counts();
        if (object == object_ && file == home_ && function == function_)
            std::ranges::fill(counts, 0); // of a call of itself
        counts.insert(counts.begin(), static_cast<Count>(calls));
        arcs_["own " + object_ + " " + home_ + " " + function_].resize(2);
        arcs_["own " + object + " " + file + " " + function].resize(2);
        add(arcs_["arc " + object_ + " " + home_ + " " + function_ + " " + file_ + ":" +
                  std::to_string(line) + " " + object + " " + file + " " + function],
            counts);
    }
    void add_jump() {
        if (take("jfi", 2) == 0) {
            add_name("jfi=", files_, name_of("file"));
            add_name("jfn=", functions_, "f", "jump");
        }
        text_ += (take("jump", 2) == 0 ? "jump=3 " : "jcnd=1/2 ") + positions(below(9), false);
        end_line();
        add_idle_lines();
        text_ += positions(below(1) + (has_addresses_ ? address_ / 16 : line_), false);
        end_line();
    }
    std::string name_of(const std::string& kind) { return kind + std::to_string(below(3)); }
    void add_function() {
        if (take("ob", 3) == 0)
            add_name("ob=", objects_, object_ = name_of("ob"));
        if (home_ == "???" || take("fl", 2) == 0) {
            add_name("fl=", files_, home_ = name_of("file"));
        }
        file_ = home_;
        function_ = std::string(1, static_cast<char>('f' + below(4)));
        add_name("fn=", functions_, function_, object_ + " " + home_);
        add_cost();
        for (std::size_t n = below(6); n > 0; --n) {
            add_idle_lines();
            switch (take("body", 5)) {
            case 0:
            case 1:
                add_cost();
                break;
            case 2:
                add_call();
                break;
            case 3:
                add_name(take("fi", 2) == 0 ? "fi=" : "fe=", files_, file_ = name_of("file"));
                break;
            default:
                add_jump();
            }
        }
    }
    void add_part() {
        objects_ = files_ = functions_ = {};
        line_ = address_ = 0;
        object_ = home_ = "???";
        static const std::string keys[] = {"", "pid: 3\n", "thread: 1\n", "unknown: x\n"};
        text_ += keys[take("key", std::size(keys))];
        has_addresses_ = take("positions", 2) == 0;
        text_ += has_addresses_ ? "positions: instr line\n" : "positions: line\n";
        text_ += "events: A B";
        end_line();
        for (std::size_t n = 1 + below(5); n > 0; --n)
            add_function();
        static const std::string ends[] = {"", "totals: 1\n", "totals=1\n", "summary: 5 6\n"};
        text_ += ends[take("end", std::size(ends))];
    }

    std::mt19937 random_;
    std::map<std::string, int>& taken_;
    std::string text_;
    Numbers objects_, files_, functions_;
    std::string object_, home_, file_, function_;
    bool has_addresses_ = false;
    std::size_t line_ = 0, address_ = 0;
    std::map<std::string, std::vector<Count>> rows_, arcs_;
};

std::vector<std::string> sorted_rows(const Profile& profile) {
    std::vector<std::string> all;
    const std::string text = rows(profile);
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = text.find('\n', begin);
        all.push_back(text.substr(begin, end - begin));
    }
    std::ranges::sort(all);
    return all;
}

std::vector<std::string> sorted_arcs(const Profile& profile) {
    const CallArcs arcs = profile.calls->arcs();
    const CalledFunctions& functions = profile.calls->functions;
    const auto name = [&](FunctionId f) {
        return std::string(functions.object(f)) + " " + std::string(functions.file(f)) + " " +
               std::string(functions.name(f));
    };
    std::vector<std::string> all;
    // Arcs from this root are costs that no function called in one part, but in another.
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (arcs[i].caller == root_number(PathStart::missing))
            continue;
        all.push_back("arc " + name(arcs[i].caller) + " " +
                      std::string(functions.names()[arcs[i].file]) + ":" +
                      std::to_string(arcs[i].line) + " " + name(arcs[i].callee) + " " +
                      std::to_string(arcs.calls(i)));
        for (const Count count : arcs.counts(i))
            all.back() += " " + std::to_string(count);
    }
    for (FunctionId f = 0; f < functions.size(); ++f) {
        all.push_back("own " + name(f));
        for (const Count count : arcs.own(f))
            all.back() += " " + std::to_string(count);
    }
    std::ranges::sort(all);
    return all;
}

TEST(CallgrindDialects, RandomFilesOfTheGrammar) {
    std::map<std::string, int> taken;
    std::map<std::string, std::size_t> productions; // of each rule, that were taken
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const RandomFile file(seed, taken);
        const Profile profile = read(file.text());
        ASSERT_EQ(sorted_rows(profile), file.rows()) << file.text();
        ASSERT_EQ(sorted_arcs(profile), file.arcs()) << file.text();
    }
    for (const auto& [production, times] : taken)
        ++productions[production.substr(0, production.find_first_of("0123456789")) +
                      production.substr(production.rfind(' ') + 1)];
    for (const auto& [rule, count] : productions)
        EXPECT_EQ(std::to_string(count), rule.substr(rule.rfind(' ') + 1)) << rule;
}

} // namespace
} // namespace cg
