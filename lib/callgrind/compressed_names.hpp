// SPDX-License-Identifier: GPL-2.0-or-later
// Compressed names: "(7) main" gives a name a number, and "(7)" stands for it from then on.
#pragma once

#include "model/called_functions.hpp"
#include "model/flat_index.hpp"
#include "model/names.hpp"

#include <string_view>
#include <vector>

namespace cg {

// A name among those of the counts and among those of the calls.
struct NamePair {
    NameId in_costs{};
    NameId in_calls{};

    bool operator==(const NamePair&) const = default;
};

class CompressedNames {
  public:
    // What stands behind ob=, fl= or fn= and their like. Throws ParseError for a number without a
    // name.
    NamePair object(std::string_view ref, CalledFunctions& calls) {
        return find(objects_, ref, "object", calls);
    }
    NamePair file(std::string_view ref, CalledFunctions& calls) {
        return find(files_, ref, "file", calls);
    }
    NamePair function(std::string_view ref, CalledFunctions& calls) {
        return find(functions_, ref, "function", calls);
    }
    // By number alone, as the tree has them.
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

    // Of the counts.
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
