// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/derive.hpp"

#include "algebra/columns.hpp"
#include "algebra/diff.hpp"
#include "error/error.hpp"
#include "model/event_presets.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <charconv>

namespace cg {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_of_name(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '@' || c == ':';
}

Count checked_divide(Count a, Count b) {
    if (b == 0)
        return 0;
    // The smallest count divided by -1 is the only quotient that does not fit.
    return b == -1 ? checked_subtract(0, a) : a / b;
}

} // namespace

class DerivationParser {
  public:
    DerivationParser(Derivation& derivation, std::size_t at)
        : derivation_(derivation), text_(derivation.text_), at_(at) {}

    void parse() {
        sum();
        if (!at_end())
            fail_expecting("an operator");
    }

  private:
    using Step = Derivation::Step;

    void sum() {
        product();
        while (const char sign = accept("+-")) {
            product();
            derivation_.steps_.push_back({sign == '+' ? Step::Kind::add : Step::Kind::subtract});
        }
    }
    void product() {
        factor();
        while (const char sign = accept("*/")) {
            factor();
            derivation_.steps_.push_back({sign == '*' ? Step::Kind::multiply : Step::Kind::divide});
        }
    }
    void factor() {
        if (++depth_ > 1000) // each level needs some of the processor's stack
            fail_expecting("fewer brackets");
        if (accept("-")) {
            factor();
            derivation_.steps_.push_back({Step::Kind::negate});
        } else if (accept("(")) {
            sum();
            if (!accept(")"))
                fail_expecting("')'");
        } else {
            word();
        }
        --depth_;
    }
    void word() {
        if (at_end() || !is_of_name(text_[at_]))
            fail_expecting("an event, a number or '('");
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_of_name(text_[at_]))
            ++at_;
        const std::string word = text_.substr(begin, at_ - begin);
        if (!is_digit(word.front())) {
            derivation_.steps_.push_back({.kind = Step::Kind::event, .event = word});
            return;
        }
        Count number = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc() || end != word.data() + word.size()) {
            at_ = begin;
            fail_expecting("a whole number of at most 64 bits");
        }
        derivation_.steps_.push_back({.kind = Step::Kind::number, .number = number});
    }

    bool at_end() {
        at_ = std::min(text_.find_first_not_of(" \t", at_), text_.size());
        return at_ == text_.size();
    }
    // Skips and returns the next character if it is one of `choices`; else returns 0.
    char accept(const char* choices) {
        if (at_end() || std::string_view(choices).find(text_[at_]) == std::string_view::npos)
            return 0;
        return text_[at_++];
    }
    [[noreturn]] void fail_expecting(const std::string& expected) const {
        throw UsageError(in_quotes(text_) + ", column " + std::to_string(at_ + 1) + ": expected " +
                         expected);
    }

    Derivation& derivation_;
    const std::string& text_;
    std::size_t at_;
    int depth_ = 0;
};

Derivation::Derivation(const std::string& text) : text_(text) {
    const auto presets = event_presets();
    const auto preset = std::ranges::find(presets, text, &EventPreset::name);
    if (preset != presets.end()) {
        text_ = preset->formula;
        in_hundredths_ = preset->in_hundredths;
    }
    const std::size_t equals = text_.find('=');
    event_ = text_.substr(0, equals);
    if (equals == text_.npos || event_.empty() || !std::ranges::all_of(event_, is_of_name))
        throw UsageError(in_quotes(text_) + ": expected NAME=EXPRESSION, cycles, unused1, uses1, "
                                            "unusedLL or usesLL");
    DerivationParser(*this, equals + 1).parse();
}

std::vector<std::size_t> Derivation::columns(const EventSet& events,
                                             const std::string& suffix) const {
    std::vector<std::size_t> columns;
    for (const Step& step : steps_) {
        if (step.kind != Step::Kind::event)
            continue;
        const auto column = events.column(step.event + suffix);
        if (!column && is_line_size(step.event))
            throw UsageError(in_quotes(text_) +
                             ": the profile's desc: lines do not say the size of a line of " +
                             step.event.substr(0, step.event.find('.')));
        if (!column)
            throw UsageError(in_quotes(text_) + ": the profile has no event " +
                             text_for(Destination::message, step.event + suffix));
        columns.push_back(*column);
    }
    return columns;
}

Count Derivation::value(std::span<const Count> counts,
                        const std::vector<std::size_t>& columns) const {
    std::vector<Count> stack;
    auto column = columns.begin();
    const auto combine = [&stack](Count operation(Count, Count)) {
        const Count right = stack.back();
        stack.pop_back();
        stack.back() = operation(stack.back(), right);
    };
    for (const Step& step : steps_) {
        switch (step.kind) {
        case Step::Kind::number:
            stack.push_back(step.number);
            break;
        case Step::Kind::event:
            stack.push_back(counts[*column++]);
            break;
        case Step::Kind::negate:
            stack.back() = checked_subtract(0, stack.back());
            break;
        case Step::Kind::add:
            combine(checked_add);
            break;
        case Step::Kind::subtract:
            combine(checked_subtract);
            break;
        case Step::Kind::multiply:
            combine(checked_multiply);
            break;
        case Step::Kind::divide:
            combine(checked_divide);
            break;
        }
    }
    return stack.back();
}

bool Derivation::has_quotient() const {
    return std::ranges::adjacent_find(steps_, [](const Step& divisor, const Step& step) {
               return step.kind == Step::Kind::divide && divisor.kind != Step::Kind::number;
           }) != steps_.end();
}

bool Derivation::uses(const std::string& event) const {
    return std::ranges::any_of(steps_, [&](const Step& step) {
        return step.kind == Step::Kind::event && step.event == event;
    });
}

Derivation Derivation::with_line_sizes(const Header& header) const {
    Derivation result = *this;
    for (Step& step : result.steps_)
        if (const auto size = line_size(header, step.event);
            size && !header.events.column(step.event))
            step = {.kind = Step::Kind::number, .number = *size};
    return result;
}

Derivation::Function Derivation::function(const Header& header) const {
    const Derivation derivation = with_line_sizes(header);
    return [derivation, columns = derivation.columns(header.events, "")](
               std::span<const Count> counts) { return derivation.value(counts, columns); };
}

Profile Derivation::apply(const Profile& profile) const {
    return with_line_sizes(profile.header).apply_events(profile);
}

Profile Derivation::apply_events(const Profile& profile) const {
    const EventSet& events = profile.header.events;
    if (events.column(event_))
        throw UsageError(in_quotes(text_) + ": the profile has an event " +
                         text_for(Destination::message, event_) + " already");
    std::vector<std::vector<std::size_t>> sources = {columns(events, "")};
    std::vector<std::string> names = events.names();
    names.push_back(event_);
    const bool has_bases = std::ranges::all_of(steps_, [&](const Step& step) {
        return step.kind != Step::Kind::event || events.column(step.event + base_suffix);
    });
    if (has_bases && !sources.front().empty()) {
        sources.push_back(columns(events, base_suffix));
        names.push_back(event_ + base_suffix);
    }
    Profile result = project(profile, EventSet(names));
    for (std::size_t row = 0; row < result.costs.row_count(); ++row) {
        const auto counts = result.costs.counts(row);
        for (std::size_t i = 0; i < sources.size(); ++i)
            counts[events.size() + i] = value(counts, sources[i]);
    }
    result.summary = result.costs.total();
    if (result.calls)
        apply_to_calls(result, events.size(), sources);
    return result;
}

void Derivation::apply_to_calls(Profile& result, std::size_t events,
                                const std::vector<std::vector<std::size_t>>& sources) const {
    std::vector<Count> total(result.summary.size());
    const auto derive = [&](std::span<Count> counts) {
        for (std::size_t i = 0; i < sources.size(); ++i)
            counts[events + i] = value(counts, sources[i]);
    };
    const auto derive_own = [&](std::span<Count> counts) {
        derive(counts);
        add_to(total, counts);
    };
    if (auto* const tree = std::get_if<CallTree>(&result.calls->tree_or_arcs)) {
        for (CallTree::Node node = 0; node < tree->size(); ++node)
            derive_own(tree->counts(node));
    } else {
        auto& arcs = std::get<CallArcs>(result.calls->tree_or_arcs);
        for (std::size_t i = 0; i < arcs.size(); ++i)
            derive(arcs.counts(i));
        for (CalledNumber f = 0; f < result.calls->functions.size(); ++f)
            derive_own(arcs.own(f));
    }
    if (total != result.summary)
        result.calls.reset();
}

} // namespace cg
