// SPDX-License-Identifier: GPL-2.0-or-later
// Compressed names: "(7) main" defines a number for a name, and "(7)" refers to it later.
#pragma once

#include "model/names.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg {

class CompressedNames {
  public:
    // Return the name that `ref`, the text after ob=, fl=, fn= and similar keys, defines or refers
    // to. Throw ParseError for an undefined number.
    NameId object(std::string_view ref) { return find(objects_, ref, "object"); }
    NameId file(std::string_view ref) { return find(files_, ref, "file"); }
    NameId function(std::string_view ref) { return find(functions_, ref, "function"); }
    // Return a name by its number, as lines of the tree refer to it. `at` is for ParseError.
    NameId object(const char* at, std::uint64_t number) const {
        return numbered(objects_, at, number, "object");
    }
    NameId file(const char* at, std::uint64_t number) const {
        return numbered(files_, at, number, "file");
    }
    NameId function(const char* at, std::uint64_t number) const {
        return numbered(functions_, at, number, "function");
    }
    NameId intern(std::string_view name) { return names_.intern(name); }

    // Returns all names.
    Names take_names() { return std::move(names_); }

  private:
    // Names by their numbers. Writers count from 1, so nearly all are in an array.
    class Table {
      public:
        std::optional<NameId> find(std::uint64_t number) const {
            if (number < dense_.size() && dense_[number] != no_name)
                return dense_[number];
            return find_other(number);
        }
        void set(std::uint64_t number, NameId name);

      private:
        std::optional<NameId> find_other(std::uint64_t number) const;

        static constexpr NameId no_name{0xffffffff};
        std::vector<NameId> dense_;
        std::unordered_map<std::uint64_t, NameId> others_;
    };
    NameId find(Table& table, std::string_view ref, const char* what);
    static NameId numbered(const Table& table, const char* at, std::uint64_t number,
                           const char* what);

    Names names_;
    Table objects_, files_, functions_;
};

} // namespace cg
