// SPDX-License-Identifier: GPL-2.0-or-later
// Computes new events from others.
#pragma once

#include "model/fwd.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// Derived events that have names, and the sizes of the caches' lines, which they need.
struct EventPreset {
    std::string_view name;    // as --derive accepts it
    std::string_view formula; // NAME=EXPRESSION
    bool in_hundredths = false;
};

std::span<const EventPreset> event_presets();

// Returns true for I1.line, D1.line and LL.line.
bool is_line_size(std::string_view name);
// Returns the number of bytes of a line of the simulated cache, for the names I1.line, D1.line and
// LL.line. Returns nothing for other names, and if the profile's desc: lines do not say it.
std::optional<Count> line_size(const Header& header, std::string_view name);

// Computes new events from others.
//
//   sum     ::= product (("+" | "-") product)*
//   product ::= factor (("*" | "/") factor)*
//   factor  ::= "-" factor | "(" sum ")" | integer | event | cache ".line"
class Derivation {
  public:
    using Function = std::function<Count(std::span<const Count>)>;

    // `text` is NAME=SUM or the name of a preset. Throws UsageError with the column of the error.
    // `note` is for a desc: line of the profile.
    explicit Derivation(const std::string& text, std::string note = {});

    const std::string& event() const { return event_; }
    const std::string& note() const { return note_; } // empty: none
    bool in_hundredths() const { return in_hundredths_; }
    // Returns true for a quotient of events: the quotient of a sum is not the sum of the quotients.
    bool has_quotient() const;
    // Returns true if the expression has this event.
    bool uses(const std::string& event) const;
    // Returns true if the profile has all events of the expression.
    bool has_its_events(const Header& header) const;
    // Returns true if it has one of the words that only conditions know, of gates: calls, Blocks,
    // Bytes and Live, and the profile has no event of that name.
    bool uses_word_of_gates(const EventSet& events) const;
    // Returns the new event of a row of counts, as a function. Throws as apply().
    Function function(const Header& header) const;
    // Returns it without rounding: quotients have fractions, and products do not overflow.
    using ExactFunction = std::function<long double(std::span<const Count>)>;
    ExactFunction exact_function(const Header& header) const;

    // Returns the profile with the event after its other events, computed for each row, and for
    // each instruction of its costs by address. Truncates quotients to whole numbers; a division by
    // 0 gives 0. In a difference with bases (NAME@base), also computes the new event's base. Drops
    // calls if the sum of their new events is not the sum of the rows, as with quotients. Throws
    // UsageError for a missing event or an event that already exists, and std::overflow_error.
    Profile apply(const Profile& profile) const;

    // A step of the computation, in postfix order, for a stack.
    struct Step {
        enum class Kind { number, event, operation };
        using Operation = Count (*)(Count, Count);
        Kind kind;
        Count number = 0;
        std::string event{};
        Operation operation = nullptr; // on the last two values
    };

  private:
    // Replaces events by those that the profile's user means, and I1.line and the like by numbers.
    Derivation for_profile(const Header& header) const;
    Profile apply_events(const Profile& profile) const;
    std::vector<std::size_t> columns(const EventSet& events, const std::string& suffix) const;
    // Count: truncates quotients. long double: without rounding.
    template <typename Number>
    Number value(std::span<const Count> counts, const std::vector<std::size_t>& columns) const;

    std::string text_;
    std::string note_;
    std::string event_;
    std::vector<Step> steps_;
    bool in_hundredths_ = false;
};

// Returns the profile with the event of each derivation, in their order.
Profile derived(Profile profile, std::span<const Derivation> derivations);

} // namespace cg
