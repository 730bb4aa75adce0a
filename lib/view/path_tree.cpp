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
    : counts_(profile.header.events.size()) {
    add_nodes(profile);
    const std::vector<std::uint32_t> became = fold_single_directories();
    roll_up(profile);
    rank_children(became, sort_event);
}

void PathTree::add_nodes(const Profile& profile) {
    const auto functions = profile.costs.functions();
    nodes_.reserve(functions.size() + functions.size() / 8);
    add(root, "", Kind::root);
    // Several names may be the same path: ./a/../x.h and ./b/../x.h.
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places; // by a hash
    const auto place = [&](std::size_t parent, std::string_view name, Kind kind) {
        std::vector<std::uint32_t>& same_hash =
            places[std::hash<std::string_view>()(name) + parent];
        for (const std::uint32_t node : same_hash)
            if (nodes_[node].parent == parent && nodes_[node].name == name &&
                nodes_[node].kind == kind)
                return node;
        same_hash.push_back(add(parent, name, kind));
        return same_hash.back();
    };
    for (const auto of_file : by_file(functions)) {
        const auto components = path_components(profile.names[of_file.front().file]);
        std::size_t parent = root;
        for (const std::string_view component :
             components | std::views::take(components.size() - 1))
            parent = place(parent, component, Kind::directory);
        const std::size_t file = place(parent, components.back(), Kind::file);
        for (const FunctionCosts& f : of_file) {
            const auto leaf = add(file, display_name(profile.names, f.function), Kind::function);
            nodes_[leaf].function = f.function;
        }
    }
}

std::uint32_t PathTree::add(std::size_t parent, std::string_view name, Kind kind) {
    nodes_.push_back({name, static_cast<std::uint32_t>(parent), {}, kind});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// Joins a directory with the only directory in it: "a" with "b" becomes "a/b".
std::vector<std::uint32_t> PathTree::fold_single_directories() {
    std::vector<std::uint32_t> child_count(size());
    for (std::size_t node = 1; node < size(); ++node)
        ++child_count[nodes_[node].parent];
    std::vector<std::uint32_t> became(size());
    for (std::uint32_t node = 1; node < size(); ++node) {
        became[node] = node;
        const bool is_only_child = child_count[nodes_[node].parent] == 1;
        nodes_[node].parent = became[nodes_[node].parent];
        Node& above = nodes_[nodes_[node].parent];
        if (nodes_[node].kind != Kind::directory || above.kind != Kind::directory || !is_only_child)
            continue;
        became[node] = nodes_[node].parent;
        std::string& name = folded_names_.try_emplace(became[node], above.name).first->second;
        name += name.ends_with('/') ? "" : "/";
        name += nodes_[node].name;
    }
    for (const auto& [node, name] : folded_names_)
        nodes_[node].name = name;
    return became;
}

void PathTree::roll_up(const Profile& profile) {
    counts_ = CountRows(counts_.events(), size());
    auto function = profile.costs.functions().begin();
    for (std::size_t node = 0; node < size(); ++node) {
        if (nodes_[node].kind != Kind::function)
            continue;
        const std::span sum = counts_[node];
        for (const std::size_t row : function->rows())
            add_to(sum, profile.costs.counts(row));
        ++function;
    }
    for (std::size_t node = size() - 1; node > root; --node)
        add_to(counts_[nodes_[node].parent], counts(node));
}

void PathTree::rank_children(std::span<const std::uint32_t> became, std::size_t sort_event) {
    children_ = Grouped<std::uint32_t>(size(), [&](auto add) {
        for (std::uint32_t node = 1; node < size(); ++node)
            if (became[node] == node)
                add(nodes_[node].parent, node);
    });
    for (std::size_t node = 0; node < size(); ++node)
        std::ranges::stable_sort(children_[node], std::greater(), [&](std::uint32_t child) {
            return magnitude(counts(child)[sort_event]);
        });
}

std::vector<std::size_t> PathTree::preorder() const {
    const auto top = children(root);
    std::vector<std::size_t> order, pending(top.rbegin(), top.rend());
    while (!pending.empty()) {
        const std::size_t node = pending.back();
        pending.pop_back();
        order.push_back(node);
        const auto below = children(node);
        pending.insert(pending.end(), below.rbegin(), below.rend());
    }
    return order;
}

std::string PathTree::path(std::size_t node) const {
    if (nodes_[node].parent == root)
        return std::string(nodes_[node].name);
    std::string above = path(nodes_[node].parent);
    if (!above.ends_with('/'))
        above += '/';
    return above.append(nodes_[node].name);
}

} // namespace cg
