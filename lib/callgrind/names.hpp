// SPDX-License-Identifier: GPL-2.0-or-later
// Names in Callgrind's format.
#pragma once

#include "callgrind/oddities.hpp"
#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/names.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg {

// The names of the roots of a tree in files of Callgrind's format, where they are functions without
// callers.

inline constexpr std::string_view root_names[path_starts] = {
    "(start of program and threads)", "(signal handlers)", "(before counting began)"};
// Their names in the lines of a tree.
inline constexpr std::string_view root_words[path_starts] = {"thread", "signal", "missing"};

// Returns the root of this name, or the root of unknown callers.
inline PathStart root_named(std::string_view name) {
    const auto* const found = std::ranges::find(root_names, name);
    return found == std::end(root_names) ? PathStart::missing
                                         : static_cast<PathStart>(found - std::begin(root_names));
}

// Compressed names: "(7) main" defines a number for a name, and "(7)" refers to it later. The
// number of a function means the function: its name, and the file and object of its first
// place.

// The meaning of a function's number.
struct FunctionDefinition {
    struct ObjectAndFile {
        NameId object;
        NameId file;
    };
    NameId name;
    const char* root_at = nullptr; // the line that says it is a root of a tree, if one does
    std::optional<ObjectAndFile> place = std::nullopt;
    std::size_t part = 0;         // of the file, in which it got this place
    bool is_only_defined = false; // by an empty block, as in a table of names

    void set_place(ObjectAndFile at, std::size_t of_part) {
        place = at;
        part = of_part;
    }
};

// A function as a line names it.
struct FunctionRef {
    NameId name;
    FunctionDefinition* definition = nullptr; // of its number; null: it has none
    bool defines = false;                     // the line does
};

class CompressedNames {
  public:
    explicit CompressedNames(Oddities& oddities) : oddities_(oddities) {}

    // Return the name that `ref`, the text after ob=, fl=, fn= and similar keys, defines or refers
    // to; an empty one is unknown_name, and so is an undefined number, which is odd unless it is an
    // object's: old versions of callgrind write such numbers.
    NameId object(std::string_view ref) { return find(objects_, ref, "object"); }
    NameId file(std::string_view ref) { return find(files_, ref, "file"); }
    FunctionRef function(std::string_view ref);
    // Keeps what numbers mean for the next profile of the file, which interns only the names that
    // it refers to. To be called before the first name.
    void keep_definitions() { keeps_definitions_ = true; }
    // Begins the next profile: there are no names yet, but numbers keep their meaning.
    void begin_profile();
    // Take what a line of a part that is left out defines for others.
    void define_object(std::string_view ref) { define(objects_, ref, "object"); }
    void define_file(std::string_view ref) { define(files_, ref, "file"); }
    void define_function(std::string_view ref);
    // Keeps blanks at the beginning of names, as in files of ours. Others separate by them.
    void keep_blanks() { is_exact_ = true; }
    // Takes the text after "#name": "(7) own" is the name of the function whose number the next
    // line defines; "(7)" says that it is a root of the tree.
    void announce_own_name(std::string_view text);
    // Return a name by its number, as lines of the tree refer to it. `at` is for ParseError.
    NameId object(const char* at, std::uint64_t number) {
        return numbered(objects_, at, number, "object");
    }
    NameId file(const char* at, std::uint64_t number) {
        return numbered(files_, at, number, "file");
    }
    const FunctionDefinition& function(const char* at, std::uint64_t number) {
        return *numbered(functions_, at, number, "function");
    }
    NameId intern(std::string_view name) { return names_.intern(name); }
    std::string_view name(NameId id) const { return names_[id]; }

    // Returns all names.
    Names take_names() { return std::move(names_); }

  private:
    // The meanings of numbers. Writers count from 1, so nearly all are in an array.
    template <typename Meaning>
    class Table {
      public:
        std::optional<Meaning> find(std::uint64_t number) const {
            if (number < dense_.size() && dense_[number])
                return dense_[number];
            const auto found = others_.find(number);
            return found == others_.end() ? std::nullopt : std::optional(found->second);
        }
        void set(std::uint64_t number, Meaning meaning) {
            constexpr std::size_t gap = 1024; // so that a few bytes need no large array
            if (number >= dense_.size() + gap)
                return void(others_.insert_or_assign(number, meaning));
            dense_.resize(std::max<std::size_t>(dense_.size(), number + 1));
            dense_[number] = meaning;
        }
        void erase(std::uint64_t number) {
            if (number < dense_.size())
                dense_[number].reset();
            others_.erase(number);
        }

      private:
        std::vector<std::optional<Meaning>> dense_;
        std::unordered_map<std::uint64_t, Meaning> others_;
    };
    struct Ref {
        bool has_number;
        bool defines;
        std::uint64_t number;
        std::string_view name; // unless it only refers to a number
    };
    struct OwnName {
        std::uint64_t number;
        std::optional<std::string_view> name; // nothing: of a root
        const char* at;
    };
    struct FunctionText {
        std::string_view name;
        std::optional<OwnName> own;
    };
    // The numbers of objects, files or functions.
    template <typename Meaning, typename Text>
    struct Numbers {
        Table<Meaning> meanings; // in this profile
        Table<Text> texts;       // of all definitions in the file, if they are kept
        bool knows(std::uint64_t number) const {
            return meanings.find(number) || texts.find(number);
        }
    };
    using NameNumbers = Numbers<NameId, std::string_view>;
    using FunctionNumbers = Numbers<FunctionDefinition*, FunctionText>;

    // Returns nothing for a number that means nothing.
    template <typename Meaning, typename Text>
    std::optional<Ref> parse(const Numbers<Meaning, Text>& numbers, std::string_view ref,
                             const char* what) const;
    void note_undefined(const char* at, std::uint64_t number, const char* what) const;
    NameId find(NameNumbers& numbers, std::string_view ref, const char* what);
    void define(NameNumbers& numbers, std::string_view ref, const char* what);
    NameId named(std::string_view name);
    std::optional<OwnName> take_own_name(std::uint64_t number);
    // Return what a number means, also if only other profiles of the file had it so far.
    std::optional<NameId> known(NameNumbers& numbers, std::uint64_t number);
    std::optional<FunctionDefinition*> known(FunctionNumbers& numbers, std::uint64_t number);
    FunctionDefinition definition_of(const FunctionText& text);
    template <typename Meaning, typename Text>
    Meaning numbered(Numbers<Meaning, Text>& numbers, const char* at, std::uint64_t number,
                     const char* what);

    Oddities& oddities_;
    bool is_exact_ = false; // names may begin with blanks
    bool keeps_definitions_ = false;
    Names names_;
    NameNumbers objects_, files_;
    FunctionNumbers functions_;
    std::deque<FunctionDefinition> definitions_; // a deque: others point into it
    std::optional<OwnName> announced_;
};

// The names of functions in files of Callgrind's format (decision 0014): readers take two functions
// for one if their names are equal, whatever their files and objects. So each has a name that no
// other has, is not empty and not "???".

// Returns a name for each function, which may be its own.
std::vector<std::string> written_names(const CalledFunctions& functions);

} // namespace cg
