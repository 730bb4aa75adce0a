// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/condition.hpp"

#include "error/error.hpp"
#include "text/destination.hpp"

#include <cmath>
#include <cstdlib>

namespace cg {

// Parses words: names, numbers, operators and brackets.
class ConditionParser {
  public:
    explicit ConditionParser(Condition& condition) : condition_(condition), text_(condition.text_) {
        next();
    }

    void parse() {
        condition_.is_inclusive_ = accept_keyword("inclusive");
        condition_.of_functions_ = accept_keyword("function");
        if (condition_.is_inclusive_ && !condition_.of_functions_)
            fail_expecting("\"function\"");
        condition_.comparisons_.push_back(comparison());
        while (word_ == "and") {
            next();
            condition_.comparisons_.push_back(comparison());
        }
        if (!word_.empty())
            fail_expecting("\"and\" or the end");
    }

  private:
    using Operator = Condition::Operator;

    // Accepts the keyword, unless an operator follows it: then it is the name of an event.
    bool accept_keyword(std::string_view keyword) {
        const std::size_t next_word = text_.find_first_not_of(" \t", at_);
        if (word_ != keyword || (next_word != text_.npos &&
                                 std::string_view("<>").find(text_[next_word]) != text_.npos))
            return false;
        next();
        return true;
    }

    Condition::Comparison comparison() {
        Condition::Comparison result{};
        if (word_ == "abs" && at_ < text_.size() && text_[at_] == '(') {
            result.is_absolute = true;
            next();
            next();
            result.event = event();
            expect(")");
        } else {
            result.event = event();
        }
        if (word_ == ">")
            result.comparison = Operator::more;
        else if (word_ == ">=")
            result.comparison = Operator::at_least;
        else if (word_ == "<")
            result.comparison = Operator::less;
        else if (word_ == "<=")
            result.comparison = Operator::at_most;
        else
            fail_expecting("<, <=, > or >=");
        next();
        number(result);
        return result;
    }

    std::string event() {
        if (word_.empty() ||
            std::string_view("()<>=%").find(word_.front()) != std::string_view::npos)
            fail_expecting("the name of an event");
        std::string name = word_;
        next();
        return name;
    }

    void number(Condition::Comparison& result) {
        char* end = nullptr;
        result.value = std::strtold(word_.c_str(), &end);
        const bool begins_well =
            !word_.empty() && word_.find_first_not_of("+-.0123456789") == word_.npos;
        if (!begins_well || *end != '\0' || end == word_.c_str())
            fail_expecting("a number");
        next();
        result.is_percentage = word_ == "%";
        if (result.is_percentage)
            next();
    }

    void expect(std::string_view wanted) {
        if (word_ != wanted)
            fail_expecting(std::string(wanted));
        next();
    }

    void next() {
        begin_ = text_.find_first_not_of(" \t", at_);
        if (begin_ == text_.npos) {
            begin_ = at_ = text_.size();
            word_.clear();
            return;
        }
        at_ = begin_ + 1;
        if (text_[begin_] == '<' || text_[begin_] == '>')
            at_ += at_ < text_.size() && text_[at_] == '=';
        else if (std::string_view("()%=").find(text_[begin_]) == std::string_view::npos)
            at_ = std::min(text_.find_first_of(" \t()<>=%", at_), text_.size());
        word_ = text_.substr(begin_, at_ - begin_);
    }

    [[noreturn]] void fail_expecting(const std::string& expected) const {
        throw UsageError(in_quotes(text_) + ", column " + std::to_string(begin_ + 1) +
                         ": expected " + expected);
    }

    Condition& condition_;
    const std::string& text_;
    std::size_t at_ = 0;    // the end of the word
    std::size_t begin_ = 0; // of the word
    std::string word_;      // empty: the end
};

Condition::Condition(const std::string& text) : text_(text) {
    ConditionParser(*this).parse();
}

bool Condition::concerns(Count change) const {
    const Comparison& comparison = comparisons_.front();
    if (comparison.is_absolute)
        return change != 0;
    const bool asks_for_more =
        comparison.comparison == Operator::more || comparison.comparison == Operator::at_least;
    return asks_for_more ? change > 0 : change < 0;
}

void Condition::check_events(const EventSet& events) const {
    for (const Comparison& comparison : comparisons_)
        if (!events.column(comparison.event))
            throw UsageError(in_quotes(text_) + ": the profiles have no event " +
                             text_for(Destination::message, comparison.event));
}

bool Condition::holds(const EventSet& events, std::span<const Count> difference,
                      std::span<const Count> base) const {
    for (const Comparison& comparison : comparisons_) {
        const std::size_t column = events.column(comparison.event).value();
        long double value = difference[column];
        if (comparison.is_absolute)
            value = std::abs(value);
        long double limit = comparison.value;
        if (comparison.is_percentage) {
            // Compares value / base * 100 with the number, without a division by 0.
            const long double base_count = std::abs(static_cast<long double>(base[column]));
            if (base_count == 0 && value == 0)
                limit = comparison.value; // 0 %
            else {
                value *= 100;
                limit *= base_count;
            }
        }
        const bool holds = comparison.comparison == Operator::more       ? value > limit
                           : comparison.comparison == Operator::at_least ? value >= limit
                           : comparison.comparison == Operator::less     ? value < limit
                                                                         : value <= limit;
        if (!holds)
            return false;
    }
    return true;
}

} // namespace cg
