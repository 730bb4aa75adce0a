// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/path_tree.hpp"

#include "model/count.hpp"
#include "model/profile.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <functional>
#include <ranges>
#include <unordered_map>

namespace cg {

std::vector<std::string_view> path_components(std::string_view path) {
    std::vector<std::string_view> components;
    if (path.starts_with('/'))
        components.push_back(path.substr(0, 1));
    for (const auto part : path | std::views::split('/')) {
        const std::string_view component(part.begin(), part.end());
        if (component.empty() || component == ".")
            continue;
        if (component != ".." || components.empty() || components.back() == "..")
            components.push_back(component);
        else if (components.back() != "/") // the parent of the root is the root
            components.pop_back();
    }
    if (components.empty())
        components.push_back("."); // the path "." or an empty one
    return components;
}

std::string display_path(std::string_view path) {
    std::string result;
    if (path.empty())
        return result;
    for (const std::string_view component : path_components(path)) {
        if (!result.empty() && !result.ends_with('/'))
            result += '/';
        result += component;
    }
    return result;
}

std::string_view directory_of(std::string_view path) {
    if (path == unknown_file)
        return path;
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return ".";
    return slash == 0 ? path.substr(0, 1) : path.substr(0, slash);
}

bool is_end_of_path(std::string_view path, std::string_view end) {
    return path == end || (path.ends_with(end) && path[path.size() - end.size() - 1] == '/');
}

PathTree::PathTree(const Profile& profile, std::size_t sort_event)
    : profile_(&profile), counts_(profile.header.events.size()) {
    add_nodes(profile);
    const std::vector<Node> became = fold_single_directories();
    roll_up(profile);
    rank_children(sort_event, [&](Node node) { return became[node] == node; });
}

PathTree::PathTree(const Calls& calls, std::size_t sort_event)
    : calls_(&calls),
      labels_{"(no function)", "(signal handlers)", "(callers not known)"}, // by PathStart
      counts_(calls.tree()->inclusive()) {
    const CallTree& tree = *calls.tree();
    nodes_.reserve(tree.size());
    for (Node node = 0; node < tree.size(); ++node)
        if (!tree.is_root(node))
            nodes_.push_back({tree.parent(node), tree.function(node), Kind::function});
        else
            nodes_.push_back({root, static_cast<std::uint32_t>(tree.start(node)),
                              node == root ? Kind::root : Kind::start});
    for (Node node = 1; node < size(); ++node)
        if (kind(node) == Kind::start)
            add_to(counts_[root], counts(node));
    rank_children(sort_event, [this](Node node) {
        return kind(node) != Kind::start || !is_zero(counts(node));
    });
}

PathTree PathTree::of(const ProfileView& view) {
    const std::optional<Calls>& calls = view.profile->calls;
    return calls && calls->tree() ? PathTree(*calls, view.sorted().event)
                                  : PathTree(*view.profile, view.sorted().event);
}

void PathTree::add_nodes(const Profile& profile) {
    const auto functions = profile.costs.functions();
    nodes_.reserve(functions.size() + functions.size() / 8);
    add(root, "", Kind::root);
    // Several names may be the same path: ./a/../x.h and ./b/../x.h.
    std::unordered_map<std::uint64_t, std::vector<Node>> places; // by a hash
    const auto place = [&](Node parent_of, std::string_view name_of, Kind kind_of) {
        std::vector<Node>& same_hash = places[std::hash<std::string_view>()(name_of) + parent_of];
        for (const Node node : same_hash)
            if (parent(node) == parent_of && kind(node) == kind_of && name(node) == name_of)
                return node;
        same_hash.push_back(add(parent_of, name_of, kind_of));
        return same_hash.back();
    };
    std::uint32_t number = 0;
    for (const auto of_file : by_file(functions)) {
        const auto components = path_components(profile.names[of_file.front().file]);
        Node directory = root;
        for (const std::string_view component :
             components | std::views::take(components.size() - 1))
            directory = place(directory, component, Kind::directory);
        const Node file = place(directory, components.back(), Kind::file);
        for (std::size_t i = 0; i < of_file.size(); ++i)
            nodes_.push_back({file, number++, Kind::function});
    }
}

PathTree::Node PathTree::add(Node parent, std::string_view name, Kind kind) {
    nodes_.push_back({parent, static_cast<std::uint32_t>(labels_.size()), kind});
    labels_.push_back(name);
    return static_cast<Node>(nodes_.size() - 1);
}

// Joins a directory with the only directory in it: "a" with "b" becomes "a/b".
std::vector<PathTree::Node> PathTree::fold_single_directories() {
    std::vector<std::uint32_t> child_count(size());
    for (Node node = 1; node < size(); ++node)
        ++child_count[parent(node)];
    std::vector<Node> became(size());
    for (Node node = 1; node < size(); ++node) {
        became[node] = node;
        const bool is_only_child = child_count[parent(node)] == 1;
        const Node above = became[parent(node)];
        nodes_[node].parent = above;
        if (kind(node) != Kind::directory || kind(above) != Kind::directory || !is_only_child)
            continue;
        became[node] = above;
        std::string& folded = folded_names_.try_emplace(above, name(above)).first->second;
        folded += folded.ends_with('/') ? "" : "/";
        folded += name(node);
    }
    for (const auto& [node, folded] : folded_names_)
        labels_[nodes_[node].number] = folded;
    return became;
}

void PathTree::roll_up(const Profile& profile) {
    counts_.resize(size());
    for (Node node = 0; node < size(); ++node)
        if (kind(node) == Kind::function)
            for (const std::size_t row : profile.costs.functions()[function(node)].rows())
                add_to(counts_[node], profile.costs.counts(row));
    for (auto node = static_cast<Node>(size() - 1); node > root; --node)
        add_to(counts_[parent(node)], counts(node));
}

template <typename IsChild>
void PathTree::rank_children(std::size_t sort_event, IsChild is_child) {
    children_ = Grouped<Node>(size(), [&](auto add) {
        for (Node node = 1; node < size(); ++node)
            if (is_child(node))
                add(parent(node), node);
    });
    for (Node node = 0; node < size(); ++node)
        std::ranges::stable_sort(children_[node], std::greater(),
                                 [&](Node child) { return magnitude(counts(child)[sort_event]); });
}

std::string_view PathTree::name(Node node) const {
    const auto [parent, number, kind] = nodes_[node];
    if (kind != Kind::function)
        return labels_[number];
    return calls_ ? calls_->functions.name(number)
                  : display_name(profile_->names, profile_->costs.functions()[number].function);
}

std::span<const Count> PathTree::own(Node node) const {
    if (calls_)
        return calls_->tree()->counts(node);
    return kind(node) == Kind::function ? counts(node) : std::span<const Count>();
}

Count PathTree::calls(Node node) const {
    return calls_ ? calls_->tree()->calls(node) : 0;
}

std::string_view PathTree::file(Node node) const {
    return calls_->functions.file(function(node));
}

std::vector<PathTree::Node> PathTree::preorder() const {
    const auto top = children(root);
    std::vector<Node> order, pending(top.rbegin(), top.rend());
    while (!pending.empty()) {
        const Node node = pending.back();
        pending.pop_back();
        order.push_back(node);
        const auto below = children(node);
        pending.insert(pending.end(), below.rbegin(), below.rend());
    }
    return order;
}

std::string PathTree::path(Node node) const {
    if (parent(node) == root)
        return std::string(name(node));
    std::string above = path(parent(node));
    if (!above.ends_with('/'))
        above += '/';
    return above.append(name(node));
}

} // namespace cg
