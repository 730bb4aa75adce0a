// SPDX-License-Identifier: GPL-2.0-or-later
// Compressed names: "(7) main" defines a number for a name, and "(7)" refers to it later.
#pragma once

#include "model/called_functions.hpp"
#include "model/flat_index.hpp"
#include "model/names.hpp"

#include <string_view>
#include <vector>

namespace cg {

// The ids of a name in the profile's names and in the names of its calls.
struct NamePair {
    NameId in_costs{};
    NameId in_calls{};

    bool operator==(const NamePair&) const = default;
};

class CompressedNames {
  public:
    // Return the name that `ref`, the text after ob=, fl=, fn= and similar keys, defines or refers
    // to. Throw ParseError for an undefined number.
    NamePair object(std::string_view ref, CalledFunctions& calls) {
        return find(objects_, ref, "object", calls);
    }
    NamePair file(std::string_view ref, CalledFunctions& calls) {
        return find(files_, ref, "file", calls);
    }
    NamePair function(std::string_view ref, CalledFunctions& calls) {
        return find(functions_, ref, "function", calls);
    }
    // Return a name by its number, as lines of the tree refer to it. `at` is for ParseError.
    NamePair object(const char* at, std::uint64_t number) const {
        return numbered(objects_, at, number, "object");
    }
    NamePair file(const char* at, std::uint64_t number) const {
        return numbered(files_, at, number, "file");
    }
    NamePair function(const char* at, std::uint64_t number) const {
        return numbered(functions_, at, number, "function");
    }
    NamePair intern(std::string_view name, CalledFunctions& calls) {
        return {costs_.intern(name), calls.intern(name)};
    }

    // Returns the profile's names.
    Names take_names() { return std::move(costs_); }

  private:
    struct Number {
        std::uint64_t value;
        bool operator==(const Number&) const = default;
        friend std::size_t hash_of(Number number) {
            return static_cast<std::size_t>(number.value * 0x9e3779b97f4a7c15 >> 32);
        }
    };
    struct Table {
        FlatIndex<Number> index;
        std::vector<NamePair> names;
    };
    NamePair find(Table& table, std::string_view ref, const char* what, CalledFunctions& calls);
    static NamePair numbered(const Table& table, const char* at, std::uint64_t number,
                             const char* what);

    Names costs_;
    Table objects_, files_, functions_;
};

} // namespace cg
