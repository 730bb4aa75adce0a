// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/web/page_calls.hpp"

#include "calls/inclusive.hpp"
#include "render/web/page_counts.hpp"
#include "text/json_text.hpp"

#include <map>
#include <unordered_map>

namespace cg::web {
PageCalls::PageCalls(const ProfileView& view, const PageTables& tables)
    : calls_(view.profile->calls ? &*view.profile->calls : nullptr) {
    if (calls_)
        number_functions(tables);
}

void PageCalls::number_functions(const PageTables& tables) {
    listed_ = tables.function_count();
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < listed_; ++i)
        places.try_emplace(tables.function_text(i), i);
    by_number_.resize(listed_);
    for (CalledNumber f = 0; f < calls_->functions.size(); ++f) {
        const auto [place, is_new] =
            places.try_emplace(calls_->functions.name(f), by_number_.size());
        if (is_new)
            by_number_.push_back(f);
        else
            by_number_[place->second] = f;
        numbers_.push_back(place->second);
    }
}

void PageCalls::write_functions(Writer& out) const {
    if (!calls_) {
        out << "null";
        return;
    }
    out << "{\"tree\":" << (calls_->tree() ? "true" : "false") << ",\n\"names\":[";
    for (std::size_t i = listed_; i < by_number_.size(); ++i) {
        out << (i > listed_ ? ",\n" : "");
        write_json_string(out, calls_->functions.name(*by_number_[i]));
    }
    out << "],\n\"inclusive\":[";
    const std::vector<Count> costs = inclusive_costs(*calls_);
    const std::vector<Count> nothing(calls_->event_count());
    for (std::size_t i = 0; i < by_number_.size(); ++i) {
        const std::optional<CalledNumber> f = by_number_[i];
        const std::span<const Count> counts =
            f ? std::span(costs).subspan(*f * calls_->event_count(), calls_->event_count())
              : std::span(nothing);
        std::string_view before = i ? ",[" : "[";
        for (const Count count : counts) {
            out << before;
            write_count(out, count);
            before = ",";
        }
        out << ']';
    }
    out << "],\n\"calls\":[";
    const std::vector<Count> numbers = numbers_of_calls(*calls_);
    for (std::size_t i = 0; i < by_number_.size(); ++i) {
        out << (i ? "," : "");
        write_count(out, by_number_[i] ? numbers[*by_number_[i]] : 0);
    }
    out << "]}";
}

void PageCalls::write_graph(Writer& out) const {
    if (!calls_) {
        out << "null";
        return;
    }
    out << "{\"arcs\":[";
    write_arcs(out);
    out << "],\n\"tree\":";
    if (calls_->tree())
        write_tree(out, *calls_->tree());
    else
        out << "null";
    out << '}';
}

void PageCalls::write_arcs(Writer& out) const {
    // Sums the arcs of all lines of a caller. The first number is that of calls.
    std::map<std::pair<CalledNumber, CalledNumber>, std::vector<Count>> sums;
    const CallArcs arcs = calls_->arcs();
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (is_root_number(arcs[i].caller))
            continue;
        auto& sum = sums[{arcs[i].caller, arcs[i].callee}];
        sum.resize(1 + calls_->event_count());
        sum[0] = checked_add(sum[0], arcs.calls(i));
        add_to(std::span(sum).subspan(1), arcs.counts(i));
    }
    std::string_view separator;
    for (const auto& [arc, counts] : sums) {
        out << separator << numbers_[arc.first] << ',' << numbers_[arc.second];
        write_counts(out, counts);
        separator = ",\n";
    }
}

void PageCalls::write_tree(Writer& out, const CallTree& tree) const {
    // The root of threads is everything; the other roots are its children, if they are not 0.
    std::vector<CallTree::Node> nodes;
    std::vector<std::size_t> depth(tree.size());
    const std::vector<Count> below = tree.inclusive();
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        const auto counts = std::span(below).subspan(node * tree.event_count(), tree.event_count());
        if (!tree.is_root(node))
            depth[node] = depth[tree.parent(node)] + 1;
        else if (tree.start(node) != PathStart::thread)
            depth[node] = 1;
        if (!tree.is_root(node) || tree.start(node) == PathStart::thread ||
            std::ranges::any_of(counts, [](Count count) { return count != 0; }))
            nodes.push_back(node);
    }
    const auto write_list = [&](std::string_view before, auto&& write) {
        out << before;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            out << (i ? "," : "[");
            write(nodes[i]);
        }
        out << ']';
    };
    write_list("{\"depth\":", [&](CallTree::Node node) { out << depth[node]; });
    write_list(",\n\"function\":", [&](CallTree::Node node) {
        if (tree.is_root(node))
            out << -1 - static_cast<int>(tree.start(node));
        else
            out << numbers_[tree.function(node)];
    });
    write_list(",\n\"calls\":", [&](CallTree::Node node) { write_count(out, tree.calls(node)); });
    out << ",\n\"own\":[";
    for (std::size_t event = 0; event < tree.event_count(); ++event)
        write_list(event ? ",\n" : "",
                   [&](CallTree::Node node) { write_count(out, tree.counts(node)[event]); });
    out << "]}";
}

} // namespace cg::web
