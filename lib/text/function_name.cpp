// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/function_name.hpp"

#include "text/scan.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <ranges>

namespace cg {
namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_in_identifier(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) || byte == '_' || byte == '$' ||
           static_cast<unsigned char>(byte) >= 0x80;
}

// Returns the length of the operator with a bracket in its name, or of the arrow, that begins here.
std::size_t operator_at(std::string_view name, std::size_t at) {
    static constexpr std::string_view word = "operator", arrow = "->";
    static constexpr std::array<std::string_view, 13> operators = {
        "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">", "()", "[]"};
    const std::string_view rest = name.substr(at);
    if (rest.starts_with(arrow))
        return arrow.size();
    if (!rest.starts_with(word) || (at > 0 && is_in_identifier(name[at - 1])))
        return 0;
    for (const std::string_view known : operators)
        if (rest.substr(word.size()).starts_with(known))
            return word.size() + known.size();
    return 0;
}

// Returns, for the index of each opening bracket, the index of its closing one, or 0. Takes linear
// time, because a name may be long and consist of brackets only. A < or > does not match one
// outside of the other brackets around it: f<(a > b)>.
std::vector<std::size_t> pairs(std::string_view name) {
    constexpr std::string_view opening = "<([{", ends = ">)]}";
    std::vector<std::size_t> closing(name.size()), open;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (const std::size_t length = operator_at(name, at)) {
            at += length - 1;
        } else if (opening.find(name[at]) != npos) {
            open.push_back(at);
        } else if (const std::size_t kind = ends.find(name[at]); kind != npos) {
            while (kind > 0 && !open.empty() && name[open.back()] == '<')
                open.pop_back();
            if (open.empty() || name[open.back()] != opening[kind])
                continue;
            closing[open.back()] = at;
            open.pop_back();
        }
    }
    return closing;
}

// Returns true for a < that does not begin template arguments: in Rust's <T as Trait>::f, which has
// no name before it, and in GCC's <lambda(int)>.
bool is_part_of_name(std::string_view name, std::size_t at) {
    constexpr std::string_view before = " (,<&*";
    return at == 0 || before.find(name[at - 1]) != npos || name.substr(at).starts_with("<lambda");
}

// Returns the length of the ending of a copy that a compiler made of a function, or of a version of
// a symbol, at the end of the name: ".constprop.0", "'2", "@plt".
std::size_t length_of_ending(std::string_view name) {
    static constexpr std::array words = {"constprop", "isra", "part", "cold",     "llvm",
                                         "lto_priv",  "warm", "hot",  "resolver", "localalias"};
    const std::size_t digits_from = name.find_last_not_of("0123456789") + 1;
    if (digits_from < name.size() && digits_from > 1 &&
        (name[digits_from - 1] == '\'' || name[digits_from - 1] == '.'))
        return name.size() - digits_from + 1;
    const std::size_t dot = name.rfind('.');
    if (dot != npos && dot > 0 && std::ranges::find(words, name.substr(dot + 1)) != words.end())
        return name.size() - dot;
    const std::size_t at = name.find('@');
    if (at != npos && at > 0 && is_in_identifier(name[at - 1]))
        return name.size() - at;
    static constexpr std::array qualifiers = {" const", " volatile", " noexcept", " &&", " &"};
    for (const std::string_view qualifier : qualifiers)
        if (name.ends_with(qualifier))
            return qualifier.size();
    return 0;
}

// Returns true for Rust's "::h" and 16 hexadecimal digits.
bool ends_with_hash(std::string_view name) {
    constexpr std::size_t length = 19;
    return name.size() > length && name.substr(name.size() - length).starts_with("::h") &&
           name.substr(name.size() - 16).find_first_not_of("0123456789abcdef") == npos;
}

// The parts of a name.
class Parts {
  public:
    explicit Parts(std::string_view name) : name_(name), closing_(pairs(name)) {
        end_ = name.size();
        if (ends_with_hash(name))
            hash_ = end_ = name.size() - 19;
        scan();
        find_phrase();
        find_end();
        find_component();
    }

    NameCuts cuts() const {
        NameCuts result;
        auto& cuts = result.cuts;
        if (hash_)
            cuts.push_back({*hash_, name_.size(), false});
        add_arguments(cuts);
        result.of_arguments = cuts.size();
        std::size_t scopes_from = path_;
        if (path_ > 0)
            cuts.push_back({0, path_, false});
        if (const auto trait = trait_of_first_scope()) {
            cuts.push_back({path_, path_ + 1, false});
            cuts.push_back({*trait, closing_[path_] + 1, false});
            scopes_from = path_ + 1;
        }
        if (after_ < name_.size())
            cuts.push_back({after_, name_.size(), false});
        std::vector<std::size_t> ends = ends_before_own(scopes_from);
        if (ends.size() > most)
            ends.erase(ends.begin(), ends.end() - most);
        for (const std::size_t end : ends)
            cuts.push_back({path_, end, true});
        if (own_end_ < after_)
            cuts.push_back({own_end_, name_.size(), false});
        if (own_ > 0)
            cuts.push_back({0, own_, false});
        return result;
    }

  private:
    // Of each kind of cut; no name that a person reads has more.
    static constexpr std::size_t most = 50;

    // Finds what is outside of brackets.
    void scan() {
        for (std::size_t at = 0; at < end_;) {
            if (const std::size_t length = operator_at(name_, at)) {
                if (name_[at] == 'o')
                    operators_.push_back({at, at + length});
                at += length;
            } else if (is_word_operator(at)) {
                std::size_t end = at + 8;
                while (end < end_ && std::string_view("+-*/%^&|~!=,\"").find(name_[end]) != npos)
                    ++end;
                operators_.push_back({at, end});
                at = end;
            } else if (closing_[at] > 0) {
                groups_.push_back(at);
                at = closing_[at] + 1;
            } else {
                if (name_[at] == ' ')
                    blanks_.push_back(at);
                ++at;
            }
        }
    }
    bool is_word_operator(std::size_t at) const {
        return name_.substr(at).starts_with("operator") &&
               (at == 0 || !is_in_identifier(name_[at - 1])) &&
               (at + 8 >= name_.size() || !is_in_identifier(name_[at + 8]));
    }
    // Returns the text from a blank outside of brackets on.
    bool is_at(std::size_t blank, std::string_view text) const {
        return blank < end_ && name_.substr(blank, end_ - blank).starts_with(text);
    }

    // Skips what is said of a function before its name: "closure #1 () -> Int in Main.f",
    // "non-virtual thunk to A::f", "vtable for A". Leaves out what Swift says after it.
    void find_phrase() {
        for (const std::size_t blank : blanks_)
            if (is_at(blank, " in conformance "))
                end_ = blank;
        for (const std::size_t blank : blanks_)
            for (const std::string_view word : {" in ", " of ", " for ", " to "})
                if (is_at(blank, word))
                    path_ = blank + word.size();
        for (const std::size_t blank : blanks_)
            if (blank > path_ && (is_at(blank, " -> ") || is_at(blank, " : ")))
                end_ = blank;
        // JIT code has the path of its script: "JS:*add /tmp/sum.js:1:13", "py::add:/tmp/sum.py".
        for (const std::size_t blank : blanks_)
            if (blank > path_ && (is_at(blank, " /") || is_at(blank, " file:")))
                end_ = blank;
        const std::size_t colon = name_.find(":/");
        if (colon != npos && colon > path_ && colon < end_)
            end_ = colon;
    }

    // Returns the last bracket outside of others that ends at `end`, if it begins after path_.
    std::optional<std::size_t> group_before(std::size_t end) const {
        const auto after = std::ranges::lower_bound(groups_, end);
        if (after == groups_.begin() || closing_[*(after - 1)] + 1 != end || *(after - 1) <= path_)
            return std::nullopt;
        return *(after - 1);
    }

    // Leaves out what follows the name: endings, " (inlined)", " [clone .cold]".
    void find_end() {
        for (;;) {
            const auto group = group_before(end_);
            if (group && name_[*group] != '<' && name_[*group - 1] == ' ')
                end_ = *group - 1;
            else if (const std::size_t length = length_of_ending(name_.substr(path_, end_ - path_)))
                end_ -= length;
            else
                break;
        }
    }

    bool ends_operator(std::size_t at) const {
        return std::ranges::any_of(operators_, [&](const auto& it) { return it.second == at; });
    }
    // Returns true for a ( that begins arguments. D's !( begins those of a template.
    bool begins_arguments(std::size_t at) const {
        return at > 0 && name_[at] == '(' &&
               (is_in_identifier(name_[at - 1]) ||
                std::string_view(">)]}").find(name_[at - 1]) != npos || ends_operator(at));
    }
    bool begins_template(std::size_t at) const {
        if (at == 0)
            return false;
        if (name_[at] == '(')
            return name_[at - 1] == '!';
        if (name_[at] == '[')
            return closing_[at] > at + 1 && // not operator delete[]
                   (is_in_identifier(name_[at - 1]) || name_[at - 1] == ']');
        return name_[at] == '<' && (!is_part_of_name(name_, at) || ends_operator(at) ||
                                    (name_[at - 1] == ' ' && ends_operator(at - 1)));
    }

    void find_component() {
        after_ = end_;
        bool has_arguments = false;
        if (const auto group = group_before(end_); group && begins_arguments(*group)) {
            after_ = *group;
            has_arguments = true;
        }
        own_end_ = after_;
        while (const auto group = group_before(own_end_)) {
            if (!begins_template(*group))
                break;
            own_end_ = *group;
            if (name_[own_end_ - 1] == '!' || name_[own_end_ - 1] == ' ')
                --own_end_;
            else if (name_.substr(0, own_end_).ends_with("::"))
                own_end_ -= 2; // Rust's f::<u8>
        }
        const auto op = std::ranges::find_if(operators_.rbegin(), operators_.rend(), [&](auto& it) {
            return it.first >= path_ && it.first < own_end_;
        });
        const bool is_operator =
            op != operators_.rend() &&
            (is_conversion(*op) ||
             name_.substr(op->second, own_end_ - op->second).find("::") == npos);
        own_ = is_operator ? op->first : path_;
        if (has_arguments || is_operator)
            for (const std::size_t blank : blanks_)
                if (blank >= path_ && blank < (is_operator ? own_ : own_end_))
                    path_ = blank + 1;
        if (!is_operator) {
            const std::vector<std::size_t> ends = ends_of_scopes(path_, own_end_);
            own_ = ends.empty() ? path_ : ends.back();
        }
    }
    // Returns true for operator std::vector<int>.
    bool is_conversion(const std::pair<std::size_t, std::size_t>& op) const {
        return op.second - op.first == 8 && op.second < name_.size() && name_[op.second] == ' ';
    }

    // Returns the ends of namespaces, types and modules from `from` on, after their separators.
    std::vector<std::size_t> ends_of_scopes(std::size_t from, std::size_t to) const {
        std::vector<std::size_t> colons, dots;
        for (std::size_t at = from; at + 1 < to;) {
            if (name_.substr(at, 2) == "::" && at + 2 < to) {
                colons.push_back(at += 2);
            } else if (const std::size_t length = operator_at(name_, at)) {
                at += length;
            } else if (closing_[at] > 0) {
                at = closing_[at] + 1;
            } else {
                if (name_[at] == '.' && at > from && name_[at - 1] != '.' && name_[at + 1] != '.' &&
                    !is_digit(name_[at + 1]))
                    dots.push_back(at + 1);
                ++at;
            }
        }
        if (!colons.empty())
            return colons;
        const std::string_view path = name_.substr(from, to - from);
        if (!dots.empty() && !path.starts_with("caml"))
            return dots;
        return ends_of_words(from, to);
    }
    // Those of OCaml, Ada, and of C's prefixes: camlStdlib__List.map_12, ada__text_io__put_line__2.
    // Nim has the module at the end, so nothing goes before its names: add__system_u12.
    std::vector<std::size_t> ends_of_words(std::size_t from, std::size_t to) const {
        std::vector<std::size_t> ends;
        const std::string_view path = name_.substr(from, to - from);
        if (!std::ranges::all_of(
                path, [](char c) { return is_in_identifier(c) || c == '.' || c == '('; }))
            return ends;
        const bool is_caml = path.starts_with("caml");
        for (std::size_t at = from + 1; at + 2 < to; ++at) {
            const bool is_dot = is_caml && name_[at] == '.';
            const bool is_word = name_[at] == '_' && name_[at + 1] == '_' && name_[at - 1] != '_' &&
                                 std::isalpha(static_cast<unsigned char>(name_[at + 2]));
            if (is_dot || is_word)
                ends.push_back(at + (is_dot ? 1 : 2));
        }
        if (!is_caml && ends.size() == 1) {
            const std::string_view module = name_.substr(ends[0], to - ends[0]);
            const std::size_t number = module.rfind('_');
            if (number != npos && module.size() > number + 1 &&
                module.find_first_not_of("0123456789",
                                         number + (module[number + 1] == 'u' ? 2 : 1)) == npos)
                ends.clear();
        }
        return ends;
    }
    // Returns those before the last component. Those of the type in <T as Trait> are, too.
    std::vector<std::size_t> ends_before_own(std::size_t from) const {
        std::vector<std::size_t> ends;
        if (from > path_)
            ends = ends_of_scopes(from, closing_[path_]);
        for (const std::size_t end : ends_of_scopes(path_, own_end_))
            if (end <= own_)
                ends.push_back(end);
        return ends;
    }

    // Returns where " as Trait" begins in Rust's <T as Trait>::f.
    std::optional<std::size_t> trait_of_first_scope() const {
        if (path_ >= own_ || name_[path_] != '<' || closing_[path_] == 0)
            return std::nullopt;
        for (std::size_t at = path_ + 1;
             at<closing_[path_]; at = closing_[at]> 0 ? closing_[at] + 1 : at + 1)
            if (name_.substr(at).starts_with(" as "))
                return at;
        return std::nullopt;
    }

    // Adds tags, arguments, and arguments of templates; but none inside the last component.
    void add_arguments(std::vector<NameCut>& cuts) const {
        std::vector<NameCut> tags, arguments, of_templates;
        for (std::size_t at = 0; at < name_.size();) {
            if (at == own_ && own_ < own_end_) {
                at = own_end_;
                continue;
            }
            const std::size_t operator_length = operator_at(name_, at);
            const std::size_t close = operator_length > 0 ? 0 : closing_[at];
            const bool is_long = close > at + 2;
            if (close > 0 && name_.substr(at).starts_with("[abi:"))
                tags.push_back({at, close + 1, false});
            else if (close > 0 && begins_arguments(at) && is_long)
                arguments.push_back({at + 1, close, true});
            else if (close > 0 && begins_template(at) && is_long)
                of_templates.push_back({at + 1, close, true});
            else {
                at += std::max<std::size_t>(1, operator_length); // or inside other brackets
                continue;
            }
            at = close + 1;
        }
        for (const auto* list : {&tags, &arguments, &of_templates})
            std::ranges::copy(*list | std::views::take(most), std::back_inserter(cuts));
    }

    std::string_view name_;
    std::vector<std::size_t> closing_; // of pairs()
    std::vector<std::size_t> groups_;  // opening brackets outside of others
    std::vector<std::size_t> blanks_;  // outside of brackets
    std::vector<std::pair<std::size_t, std::size_t>> operators_;
    std::optional<std::size_t> hash_;
    std::size_t path_ = 0; // where namespaces begin, or the last component
    std::size_t own_ = 0;  // where the last component begins,
    std::size_t own_end_;  // ends,
    std::size_t after_;    // and ends with its template's arguments
    std::size_t end_;      // of the function with its arguments
};

} // namespace

NameCuts cuts_of(std::string_view name) {
    return Parts(name).cuts();
}

std::string with_cuts(std::string_view name, const NameCuts& cuts, std::size_t count) {
    constexpr std::size_t kept = npos;
    std::vector<std::size_t> last(name.size(), kept); // cut of each byte
    for (std::size_t i = 0; i < count; ++i)
        std::fill(last.begin() + static_cast<std::ptrdiff_t>(cuts.cuts[i].begin),
                  last.begin() + static_cast<std::ptrdiff_t>(cuts.cuts[i].end), i);
    std::string text;
    for (std::size_t at = 0; at < name.size();) {
        if (last[at] == kept) {
            text += name[at++];
            continue;
        }
        std::size_t decides = 0; // of cuts that touch, the last one
        for (; at < name.size() && last[at] != kept; ++at)
            decides = std::max(decides, last[at]);
        if (cuts.cuts[decides].is_marked)
            text += "…";
    }
    return text;
}

std::string fit_name(std::string_view name, std::size_t columns) {
    if (width_of(name) <= columns)
        return std::string(name);
    const NameCuts cuts = cuts_of(name);
    const auto counts = std::views::iota(std::size_t{1}, cuts.cuts.size() + 1);
    const auto fits = std::ranges::partition_point(counts, [&](std::size_t count) {
        return width_of(with_cuts(name, cuts, count)) > columns;
    });
    const std::size_t count = fits == counts.end() ? cuts.cuts.size() : *fits;
    return fit(with_cuts(name, cuts, count), columns, Cut::end);
}

std::string function_for_message(std::string_view name) {
    constexpr std::size_t longest = 100;
    return fit_name(escape_unprintable(name), longest);
}

std::string without_template_arguments(std::string_view name) {
    const std::vector<std::size_t> closing = pairs(name);
    std::string shorter;
    bool is_after_operator = false; // or a blank after one, as in operator< <int>
    for (std::size_t at = 0; at < name.size();) {
        if (const std::size_t length = operator_at(name, at)) {
            shorter += name.substr(at, length);
            at += length;
            is_after_operator = true;
            continue;
        }
        const bool folds =
            name[at] == '<' && closing[at] > 0 && (is_after_operator || !is_part_of_name(name, at));
        is_after_operator &= name[at] == ' ';
        if (folds) {
            shorter += "<…>";
            at = closing[at] + 1;
        } else {
            shorter += name[at++];
        }
    }
    return shorter;
}

} // namespace cg
