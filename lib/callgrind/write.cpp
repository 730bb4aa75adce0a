// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/write.hpp"

#include "callgrind/names.hpp"
#include "calls/arc_costs.hpp"
#include "lines/sections.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <optional>
#include <ranges>
#include <tuple>

namespace cg {

void CallgrindText::add_name(std::string_view key, Numbers& numbers, std::string_view name) {
    const auto [known, is_new] = numbers.try_emplace(name, numbers.size() + 1);
    *this << key << '(' << known->second << ')';
    if (is_new) {
        *this << ' ';
        add_line(name);
    } else {
        *this << '\n';
    }
}

// Follows the rules of decision 0014, as the tool does: each function has a number, a name and a
// block of its own, with the rows that it ran and its calls. Lines that are comments to other
// readers have data that only our reader needs: the program's names of functions and rows, and the
// tree.

namespace {

using Block = FunctionLines::Block;

class CallgrindWriter {
  public:
    CallgrindWriter(const Profile& profile, const Sink& sink)
        : profile_(profile),
          calls_(*profile.calls),
          functions_(calls_.functions),
          arcs_(calls_.arcs()),
          names_(written_names(functions_)),
          numbers_(functions_.size() + path_starts),
          sink_(sink),
          text_(sink) {}

    void write() {
        add_root_of_recursion();
        add_header();
        add_blocks();
        add_pairs("#alike", functions_.alike());
        add_pairs("#matched", functions_.matched());
        if (profile_.addresses) {
            text_.flush();
            write_code_ranges(*profile_.addresses, sink_);
        }
        if (profile_.data) {
            text_.flush();
            write_data_objects(*profile_.data, sink_);
        }
        if (calls_.tree())
            add_tree();
        text_ << "\ntotals:";
        text_.add_counts(profile_.summary);
        text_.flush();
    }

  private:
    void add_header() {
        const auto in_line = [](std::string_view text) {
            return text_for(EscapingContext::line, text);
        };
        text_ << "# callgrind format\nversion: 1\ncreator: cgtools " CGTOOLS_VERSION "\n";
        for (const std::string& desc : profile_.header.desc)
            text_ << "desc: " << in_line(desc) << '\n';
        text_ << "cmd: " << in_line(profile_.header.cmd) << "\npart: 1\npositions: line\nevents:";
        for (const std::string& event : profile_.header.events.names())
            text_ << ' ' << event;
        text_ << "\nsummary:";
        text_.add_counts(profile_.summary);
        if (arcs_.is_bounded())
            text_ << "#bounded\n";
        if (functions_.is_by_file())
            text_ << "#by-file\n";
    }

    // Sorts the blocks with rows by function, its own file and name first.
    void sort_blocks() {
        const Names& names = functions_.names();
        for (const Block& block : calls_.lines.blocks())
            if (block.first_row != block.end_row)
                blocks_.push_back(&block);
        const auto is_before = [&](const Block* a, const Block* b) {
            if (a->function != b->function)
                return a->function < b->function; // roots follow the functions
            const auto key = [&](const Block* block) {
                return std::tuple(
                    names[block->file] != file_of(block->function), names[block->file],
                    names[block->name] != own_name(block->function), names[block->name]);
            };
            return key(a) < key(b);
        };
        std::ranges::sort(blocks_, is_before);
    }

    // A function that no other called, but itself, has a caller in the file: others count the
    // calls.
    void add_root_of_recursion() {
        if (calls_.tree())
            return;
        std::vector<bool> calls_itself(functions_.size());
        for (const CallArc& arc : arcs_)
            if (arc.caller == arc.callee)
                calls_itself[arc.callee] = true;
        CallArcs all = arcs_;
        add_uncalled(all, functions_);
        for (const auto& [arc, calls, counts] : all.rows() | std::views::drop(arcs_.size()))
            if (calls_itself[arc.callee])
                arcs_.add(arc, calls, counts);
    }

    // Writes a block for each function, and for each root that has rows or arcs.
    void add_blocks() {
        sort_blocks();
        std::size_t block = 0;
        std::size_t arc = 0;
        for (std::size_t i = 0; i < functions_.size() + path_starts; ++i) {
            const FunctionId function =
                i < functions_.size() ? static_cast<FunctionId>(i)
                                      : root_number(static_cast<PathStart>(i - functions_.size()));
            const std::size_t first_block = block;
            while (block < blocks_.size() && blocks_[block]->function == function)
                ++block;
            const std::size_t first_arc = arc;
            while (arc < arcs_.size() && arcs_[arc].caller == function)
                ++arc;
            if (!is_root_number(function) || block > first_block || arc > first_arc)
                add_block(function, std::span(blocks_).subspan(first_block, block - first_block),
                          IndexRange(first_arc, arc));
        }
    }

    void add_block(FunctionId function, std::span<const Block* const> blocks, IndexRange arcs) {
        text_ << '\n';
        announce(function);
        const std::string_view object = object_of(function);
        if (object != object_)
            text_.add_name("ob=", text_.objects, object);
        object_ = object;
        text_.add_name("fl=", text_.files, file_of(function));
        add_function("fn=", function);
        add_rows(function, blocks);
        add_calls(function, arcs);
    }

    void add_rows(FunctionId function, std::span<const Block* const> blocks) {
        const std::string_view home = file_of(function);
        std::string_view file = home;
        std::string_view name = own_name(function);
        for (const Block* const block : blocks) {
            const std::string_view next_file = functions_.names()[block->file];
            const std::string_view next_name = functions_.names()[block->name];
            if (next_file != file)
                text_.add_name("fi=", text_.files, next_file);
            file = next_file;
            if (next_name != name || (is_root_number(function) && block == blocks.front())) {
                text_ << "#lines";
                add_name_or_end(next_name,
                                next_name == own_name(function) && !is_root_number(function));
            }
            name = next_name;
            for (const std::size_t row : block->rows()) {
                text_ << calls_.lines.line(row);
                text_.add_counts(calls_.lines.counts(row));
            }
        }
        if (file != home)
            text_.add_name("fe=", text_.files, home);
    }

    // Writes the arcs of a caller, which are sorted by file. Arcs from inlined code come last.
    void add_calls(FunctionId caller, IndexRange arcs) {
        const std::string_view object = object_of(caller);
        const std::string_view home = file_of(caller);
        const auto is_at_home = [&](std::size_t i) {
            return is_root_number(caller) || arcs_[i].file == functions_[caller].file;
        };
        for (const std::size_t i : arcs)
            if (is_at_home(i))
                add_call(i, object, home, false);
        std::string_view current = home;
        for (const std::size_t i : arcs) {
            if (is_at_home(i))
                continue;
            const std::string_view file = functions_.names()[arcs_[i].file];
            if (file != current)
                text_.add_name("fi=", text_.files, file);
            current = file;
            add_call(i, object, file, true);
        }
        if (current != home)
            text_.add_name("fe=", text_.files, home);
    }

    void add_call(std::size_t i, std::string_view object, std::string_view file, bool is_inlined) {
        const CallArc& arc = arcs_[i];
        announce(arc.callee);
        if (functions_.object(arc.callee) != object)
            text_.add_name("cob=", text_.objects, functions_.object(arc.callee));
        // Some readers do not know fi=.
        if (functions_.file(arc.callee) != file || is_inlined)
            text_.add_name("cfl=", text_.files, functions_.file(arc.callee));
        add_function("cfn=", arc.callee);
        // Other readers take the cost of no calls for own cost. Our reader takes the calls of a
        // tree if the lines of calls are not known.
        const Count calls = std::max<Count>(arcs_.calls(i), 1);
        if (calls != arcs_.calls(i) && (!calls_.tree() || calls_.lines_of_calls))
            text_ << "#calls " << arcs_.calls(i) << '\n';
        text_ << "calls=" << calls << ' ' << functions_[arc.callee].line << '\n' << arc.line;
        text_.add_counts(arcs_.counts(i));
    }

    // Writes what joins functions for whoever asks about functions.
    void add_pairs(std::string_view key,
                   const std::vector<std::pair<FunctionId, FunctionId>>& pairs) {
        for (const auto& [first, second] : pairs)
            text_ << key << ' ' << numbers_[first] << ' ' << numbers_[second] << '\n';
    }

    void add_tree() {
        const CallTree& tree = *calls_.tree();
        text_ << "\n#tree 1 nodes " << tree.size() - path_starts << " functions "
              << functions_.size() << " recursion " << calls_.recursion << " folded "
              << calls_.folded << '\n';
        for (FunctionId f = 0; f < functions_.size(); ++f)
            text_ << "#fn " << text_.objects.at(functions_.object(f)) << ' '
                  << text_.files.at(functions_.file(f)) << ' ' << numbers_[f] << ' '
                  << functions_[f].line << '\n';
        NodePath path(tree);
        for (CallTree::Node node = 0; node < tree.size(); ++node) {
            std::uint64_t up = 0; // levels that the path loses
            path.enter(node, [&](CallTree::Node) { ++up; });
            if (tree.is_root(node))
                text_ << "#root " << root_words[static_cast<std::size_t>(tree.start(node))];
            else
                text_ << '#' << up << ' ' << std::uint64_t{tree.function(node)} + 1 << ' '
                      << tree.calls(node);
            text_.add_counts_without_trailing_zeros(tree.counts(node));
        }
    }

    // Roots follow the functions.
    std::size_t index_of_function(FunctionId function) const {
        return is_root_number(function)
                   ? functions_.size() + function - root_number(PathStart::thread)
                   : function;
    }
    std::string_view object_of(FunctionId function) const {
        return is_root_number(function) ? unknown_name : functions_.object(function);
    }
    std::string_view file_of(FunctionId function) const {
        return is_root_number(function) ? unknown_name : functions_.file(function);
    }
    std::string_view written_name(FunctionId function) const {
        return is_root_number(function) ? root_names[function - root_number(PathStart::thread)]
                                        : std::string_view(names_[function]);
    }
    std::string_view own_name(FunctionId function) const {
        return is_root_number(function) ? std::string_view() : functions_.name(function);
    }
    // Returns whether the next add_function() of this function defines its number.
    bool is_new(FunctionId function) const { return numbers_[index_of_function(function)] == 0; }
    // Adds a name, unless it is known already, and the end of the line.
    void add_name_or_end(std::string_view name, bool is_known) {
        text_ << (is_known ? "\n" : " ");
        if (!is_known)
            text_.add_line(name);
    }
    // Adds the line with the function's own name, if its number is new and its written name
    // another.
    void announce(FunctionId function) {
        if (!is_new(function) || written_name(function) == own_name(function))
            return;
        text_ << "#name (" << last_number_ + 1 << ')';
        add_name_or_end(own_name(function), is_root_number(function));
    }

    void add_function(std::string_view key, FunctionId function) {
        const bool defines = is_new(function);
        std::uint64_t& number = numbers_[index_of_function(function)];
        if (defines)
            number = ++last_number_;
        text_ << key << '(' << number << ')';
        add_name_or_end(written_name(function), !defines);
    }

    const Profile& profile_;
    const Calls& calls_;
    const CalledFunctions& functions_;
    CallArcs arcs_;
    const std::vector<std::string> names_;
    std::vector<std::uint64_t> numbers_; // by index; 0: none yet
    std::uint64_t last_number_ = 0;
    const Sink& sink_;
    CallgrindText text_;
    std::optional<std::string_view> object_; // the latest ob=; nothing: none yet
    std::vector<const Block*> blocks_;       // by function
};

} // namespace

void write_callgrind(const Profile& profile, const Sink& sink) {
    CallgrindWriter(profile, sink).write();
}

} // namespace cg
