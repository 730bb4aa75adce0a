// SPDX-License-Identifier: GPL-2.0-or-later
#include "events/known_events.hpp"

#include <cctype>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace cg {
namespace {

std::string read_file(const std::string& path) {
    std::ifstream file(std::string(SOURCE_DIRECTORY) + '/' + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the words of each event in the list of cachegrind(1), of which an item is
//     .It \&Bc , Bi
//     words, perhaps
//     in several lines
std::map<std::string, std::string> words_of_manual() {
    std::istringstream lines(read_file("man/cachegrind.1"));
    std::map<std::string, std::string> words;
    std::vector<std::string> names;
    std::string line;
    while (std::getline(lines, line) && line != ".Sh EVENTS") {
    }
    while (std::getline(lines, line) && line != ".El") {
        if (line.starts_with(".It ")) {
            names.clear();
            std::istringstream item(line.substr(4));
            for (std::string name; item >> name;)
                if (name != ",")
                    names.push_back(name.starts_with("\\&") ? name.substr(2) : name);
        } else {
            for (const std::string& name : names)
                words[name] += (words[name].empty() ? "" : " ") + line;
        }
    }
    return words;
}

TEST(KnownEvents, HaveTheWordsOfTheManual) {
    std::map<std::string, std::string> manual = words_of_manual();
    for (const KnownEvent& event : known_events) {
        const bool has_size = std::string_view(event.name).ends_with('@');
        const std::string size = event.counted_by == CountedBy::other_last ? "4M" : "16K";
        const std::string name = event.name + (has_size ? size : "");
        std::string sentence = std::string(event.words) + '.';
        sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
        EXPECT_EQ(manual[name], sentence) << name;
        manual.erase(name);
    }
    EXPECT_TRUE(manual.empty()) << manual.begin()->first;
}

TEST(KnownEvents, AreCountedByOptionsThatTheManualHas) {
    const std::string manual = read_file("man/cachegrind.1");
    const std::regex option("--([A-Za-z1-9-]+)=");
    for (const std::string_view text : counting_options) {
        std::cregex_iterator at(text.data(), text.data() + text.size(), option);
        for (; at != std::cregex_iterator(); ++at) {
            EXPECT_NE(manual.find("Fl -" + (*at)[1].str() + ' '), manual.npos) << at->str();
        }
    }
}

TEST(KnownEvents, OfAnOptionAreTogetherInTheOrderOfOptions) {
    for (unsigned row = 1; row < known_event_count; ++row)
        EXPECT_LE(known_events[row - 1].counted_by, known_events[row].counted_by);
    EXPECT_EQ(std::size(counting_options),
              static_cast<std::size_t>(known_events[known_event_count - 1].counted_by) + 1);
}

TEST(KnownEvents, HaveDifferentNamesAndWholesThatAreEvents) {
    std::set<std::string> names;
    for (const KnownEvent& event : known_events) {
        EXPECT_TRUE(names.insert(event.name).second) << event.name;
        const bool is_whole = event.part_of[0] == '\0';
        EXPECT_TRUE(is_whole || row_of(event.part_of) < known_event_count) << event.name;
    }
}

TEST(KnownEvents, DependOnCachesIfTheyAreMissesOrOfLines) {
    const auto depends = [](const char* name) {
        return known_events[row_of(name)].depends_on_caches();
    };
    for (const char* const name : {"D1mr", "ILmr", "DLmw", "AcCost1", "D1mrCap", "D1mr@"})
        EXPECT_TRUE(depends(name)) << name;
    for (const char* const name : {"Ir", "Dr", "Dw", "Bc", "Bcm", "Ge", "sysTime"})
        EXPECT_FALSE(depends(name)) << name;
}

} // namespace
} // namespace cg
