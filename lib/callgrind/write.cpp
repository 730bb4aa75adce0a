// SPDX-License-Identifier: GPL-2.0-or-later
// A function's block has its own lines, those of other files that were inlined into it, and its
// calls. The rows are those of the cost table, which does not say into which function they were
// inlined: so counts of a name and file that no function has are written with the first function of
// that name.
#include "callgrind/write.hpp"

#include "callgrind/text.hpp"
#include "model/wide_count.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>

namespace cg {
namespace {

class CallgrindWriter {
  public:
    CallgrindWriter(const Profile& profile, const Sink& sink)
        : profile_(profile),
          calls_(*profile.calls),
          functions_(calls_.functions),
          arcs_(calls_.arcs()),
          text_(sink) {}

    void write();

  private:
    std::string_view name(const FunctionCosts& f) const {
        return f.function == unspecified_function ? unspecified_mark : profile_.names[f.function];
    }
    std::string_view file(const FunctionCosts& f) const { return profile_.names[f.file]; }
    void add_header();
    void add_blocks();
    void add_block(CalledNumber called, bool is_first_of_name, bool is_first_of_file);
    void add_rows(const FunctionCosts& f, std::vector<WideCount>& sum);
    void add_calls(CalledNumber caller);
    void add_call(std::size_t arc, std::string_view file);
    void add_own_elsewhere(CalledNumber caller, const std::vector<WideCount>& here);
    void add_tree();
    void add_object(std::string_view object) {
        if (object != object_)
            text_.add_name("ob=", text_.objects, object);
        object_ = object;
    }

    const Profile& profile_;
    const Calls& calls_;
    const CalledFunctions& functions_;
    const CallArcs arcs_;
    CallgrindText text_;
    std::optional<std::string_view> object_; // the latest ob=, which may be ""; nullopt: none yet
    std::vector<FunctionCosts> rows_;        // by function, then file
    std::size_t rows_begin_ = 0;             // those of the current name
    std::size_t rows_end_ = 0;
    CalledNumber named_begin_ = 0; // the functions of the current name
    CalledNumber named_end_ = 0;
    std::size_t next_arc_ = 0;
};

void CallgrindWriter::add_header() {
    text_.add("# callgrind format\nversion: 1\ncreator: cgtools " CGTOOLS_VERSION "\n");
    const auto add_line = [&](std::string_view key, std::string_view line) {
        text_.add(key);
        text_.add(text_for(Destination::line, line));
        text_.add("\n");
    };
    for (const std::string& desc : profile_.header.desc)
        add_line("desc: ", desc);
    add_line("cmd: ", profile_.header.cmd);
    text_.add("part: 1\npositions: line\nevents:");
    for (const std::string& event : profile_.header.events.names()) {
        text_.add(" ");
        text_.add(event);
    }
    text_.add("\nsummary:");
    text_.add_counts(profile_.summary);
}

void CallgrindWriter::add_rows(const FunctionCosts& f, std::vector<WideCount>& sum) {
    for (std::size_t row = f.first_row; row < f.end_row; ++row) {
        text_.add(std::uint64_t{profile_.costs.line(row)});
        text_.add_counts(profile_.costs.counts(row));
        std::ranges::transform(sum, profile_.costs.counts(row), sum.begin(), std::plus<>());
    }
}

// Writes the difference between the function's own cost and the sum of its rows, `here`. It is
// written as 0 calls of a function without a name, so that a reader of the file can add it to the
// rows to get the own cost.
void CallgrindWriter::add_own_elsewhere(CalledNumber caller, const std::vector<WideCount>& here) {
    std::vector<Count> rest;
    for (std::size_t i = 0; i < here.size(); ++i) {
        Count difference = narrowed(arcs_.own(caller)[i] - here[i]);
        if (calls_.tree() && difference < 0) {
            // The tree has the own cost, so the difference is not needed. But without it, the sum
            // of the rows must fit by itself.
            narrowed(here[i]);
            difference = 0;
        }
        rest.push_back(difference);
    }
    if (std::ranges::all_of(rest, [](Count count) { return count == 0; }))
        return;
    text_.add_name("cob=", text_.objects, unknown_name);
    text_.add_name("cfi=", text_.files, unknown_name);
    text_.add_name("cfn=", text_.functions, unknown_name);
    text_.add("calls=0 0\n0");
    text_.add_counts(rest);
}

void CallgrindWriter::add_call(std::size_t i, std::string_view file) {
    const CallArc& arc = arcs_[i];
    if (functions_.object(arc.callee) != object_)
        text_.add_name("cob=", text_.objects, functions_.object(arc.callee));
    if (functions_.file(arc.callee) != file || file != functions_.file(arc.caller))
        text_.add_name("cfi=", text_.files, functions_.file(arc.callee));
    text_.add_name("cfn=", text_.functions, functions_.name(arc.callee));
    text_.add("calls=");
    text_.add(arcs_.calls(i));
    text_.add(" ");
    text_.add(std::uint64_t{functions_[arc.callee].line});
    text_.add("\n");
    text_.add(std::uint64_t{arc.line});
    text_.add_counts(arcs_.counts(i));
}

// Writes the arcs of a caller, which are sorted by file. Arcs from inlined code come last.
void CallgrindWriter::add_calls(CalledNumber caller) {
    const std::size_t begin = next_arc_;
    while (next_arc_ < arcs_.size() && arcs_[next_arc_].caller == caller)
        ++next_arc_;
    const NameId home = functions_[caller].file;
    for (std::size_t i = begin; i < next_arc_; ++i)
        if (arcs_[i].file == home)
            add_call(i, functions_.file(caller));
    NameId current = home;
    for (std::size_t i = begin; i < next_arc_; ++i) {
        if (arcs_[i].file == home)
            continue;
        const std::string_view file = functions_.names()[arcs_[i].file];
        if (arcs_[i].file != current)
            text_.add_name("fi=", text_.files, file);
        current = arcs_[i].file;
        add_call(i, file);
    }
    if (current != home)
        text_.add_name("fe=", text_.files, functions_.file(caller));
}

void CallgrindWriter::add_block(CalledNumber called, bool is_first_of_name, bool is_first_of_file) {
    text_.add("\n");
    add_object(functions_.object(called));
    const std::string_view home = functions_.file(called);
    text_.add_name("fl=", text_.files, home);
    text_.add_name("fn=", text_.functions, functions_.name(called));
    std::vector<WideCount> here(profile_.header.events.size());
    const auto named = std::span(rows_).subspan(rows_begin_, rows_end_ - rows_begin_);
    const auto file_of = [&](const FunctionCosts& f) { return file(f); };
    if (is_first_of_file) {
        // Not equal_range, whose result Clang 14 cannot compile.
        const auto first = std::ranges::lower_bound(named, home, {}, file_of);
        const auto last = std::ranges::upper_bound(named, home, {}, file_of);
        for (const FunctionCosts& f : std::span(first, last))
            add_rows(f, here);
    }
    bool is_elsewhere = false;
    if (is_first_of_name) {
        CalledNumber other = named_begin_; // the files of both are in ascending order
        for (const FunctionCosts& f : named) {
            while (other < named_end_ && functions_.file(other) < file(f))
                ++other;
            if (other < named_end_ && functions_.file(other) == file(f))
                continue;
            text_.add_name("fi=", text_.files, file(f));
            add_rows(f, here);
            is_elsewhere = true;
        }
    }
    if (is_elsewhere)
        text_.add_name("fe=", text_.files, home);
    add_own_elsewhere(called, here);
    add_calls(called);
}

// Writes a block for each function with calls or rows. Both are sorted by name.
void CallgrindWriter::add_blocks() {
    const auto functions = profile_.costs.functions();
    rows_.assign(functions.begin(), functions.end());
    std::ranges::stable_sort(rows_, {},
                             [&](const FunctionCosts& f) { return std::pair(name(f), file(f)); });
    while (named_end_ < functions_.size() || rows_end_ < rows_.size()) {
        named_begin_ = named_end_;
        rows_begin_ = rows_end_;
        const bool is_called = named_begin_ < functions_.size() &&
                               (rows_begin_ == rows_.size() ||
                                functions_.name(named_begin_) <= name(rows_[rows_begin_]));
        const std::string_view current =
            is_called ? functions_.name(named_begin_) : name(rows_[rows_begin_]);
        while (named_end_ < functions_.size() && functions_.name(named_end_) == current)
            ++named_end_;
        while (rows_end_ < rows_.size() && name(rows_[rows_end_]) == current)
            ++rows_end_;
        for (CalledNumber called = named_begin_; called < named_end_; ++called)
            add_block(called, called == named_begin_,
                      called == named_begin_ ||
                          functions_.file(called) != functions_.file(called - 1));
        for (std::size_t i = rows_begin_; !is_called && i < rows_end_; ++i) {
            text_.add("\n");
            add_object(unknown_name);
            text_.add_name("fl=", text_.files, file(rows_[i]));
            text_.add_name("fn=", text_.functions, current);
            std::vector<WideCount> sum(profile_.header.events.size());
            add_rows(rows_[i], sum);
        }
    }
}

void CallgrindWriter::add_tree() {
    constexpr std::string_view roots[path_starts] = {"thread", "signal", "missing"};
    const CallTree& tree = *calls_.tree();
    const auto add_pair = [&](std::string_view word, std::uint64_t number) {
        text_.add(word);
        text_.add(number);
    };
    add_pair("\n#tree 1 nodes ", tree.size() - path_starts);
    add_pair(" functions ", functions_.size());
    add_pair(" recursion ", calls_.recursion);
    add_pair(" folded ", calls_.folded);
    text_.add("\n");
    for (CalledNumber f = 0; f < functions_.size(); ++f) {
        add_pair("#fn ", text_.objects.at(functions_.object(f)));
        add_pair(" ", text_.files.at(functions_.file(f)));
        add_pair(" ", text_.functions.at(functions_.name(f)));
        add_pair(" ", functions_[f].line);
        text_.add("\n");
    }
    std::vector<CallTree::Node> path; // to the last node
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        if (tree.is_root(node)) {
            text_.add("#root ");
            text_.add(roots[static_cast<std::size_t>(tree.start(node))]);
            path.clear();
        } else {
            std::uint64_t up = 0;
            for (; path.back() != tree.parent(node); ++up)
                path.pop_back();
            add_pair("#", up);
            add_pair(" ", std::uint64_t{tree.function(node)} + 1);
            text_.add(" ");
            text_.add(tree.calls(node));
        }
        text_.add_counts_without_trailing_zeros(tree.counts(node));
        path.push_back(node);
    }
}

void CallgrindWriter::write() {
    add_header();
    add_blocks();
    if (calls_.tree())
        add_tree();
    text_.add("\ntotals:");
    text_.add_counts(profile_.summary);
    text_.flush();
}

} // namespace

void write_callgrind(const Profile& profile, const Sink& sink) {
    CallgrindWriter(profile, sink).write();
}

} // namespace cg
