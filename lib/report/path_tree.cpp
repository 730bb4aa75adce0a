// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/path_tree.hpp"

#include "report/magnitude.hpp"
#include "report/ranking.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace cg {

std::vector<std::string_view> path_components(std::string_view path) {
    std::vector<std::string_view> components;
    if (path.starts_with('/'))
        components.push_back(path.substr(0, 1));
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        const std::string_view component = path.substr(0, slash);
        if (!component.empty() && component != ".")
            components.push_back(component);
        path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    }
    if (components.empty())
        components.push_back("."); // a file called "." or nothing at all
    return components;
}

PathTree::PathTree(const Profile& profile, std::size_t sort_event)
    : events_(profile.header.events.size()) {
    nodes_.push_back({"", Kind::root, root, {}, {}});
    counts_.resize(events_);
    std::map<std::pair<std::size_t, std::string>, std::size_t> folders;
    std::unordered_map<NameId, std::size_t> files;
    for (const FunctionCosts& function : profile.costs.functions()) {
        const auto [file, is_new] = files.try_emplace(function.file, 0);
        if (is_new) {
            const auto components = path_components(profile.names[function.file]);
            std::size_t parent = root;
            for (std::size_t i = 0; i + 1 < components.size(); ++i) {
                const auto [folder, is_new_folder] =
                    folders.try_emplace({parent, std::string(components[i])}, nodes_.size());
                if (is_new_folder)
                    add(parent, std::string(components[i]), Kind::folder);
                parent = folder->second;
            }
            file->second = add(parent, std::string(components.back()), Kind::file);
        }
        const std::size_t leaf =
            add(file->second, std::string(shown_name(profile.names, function.function)),
                Kind::function);
        nodes_[leaf].function = function.function;
        for (std::size_t row = function.first_row; row < function.end_row; ++row)
            for (std::size_t event = 0; event < events_; ++event) {
                Count& sum = counts_[leaf * events_ + event];
                sum = checked_add(sum, profile.costs.counts(row)[event]);
            }
    }
    roll_up();
    fold_single_folders();
    for (Node& node : nodes_)
        std::stable_sort(
            node.children.begin(), node.children.end(), [&](std::size_t a, std::size_t b) {
                return magnitude(counts(a)[sort_event]) > magnitude(counts(b)[sort_event]);
            });
}

std::size_t PathTree::add(std::size_t parent, std::string name, Kind kind) {
    nodes_.push_back({std::move(name), kind, parent, {}, {}});
    counts_.resize(counts_.size() + events_);
    nodes_[parent].children.push_back(nodes_.size() - 1);
    return nodes_.size() - 1;
}

void PathTree::roll_up() {
    for (std::size_t node = nodes_.size() - 1; node > root; --node)
        for (std::size_t event = 0; event < events_; ++event) {
            Count& sum = counts_[nodes_[node].parent * events_ + event];
            sum = checked_add(sum, counts_[node * events_ + event]);
        }
}

// a with nothing but b in it becomes a/b: a path of ten folders says no more than its end.
void PathTree::fold_single_folders() {
    for (std::size_t node = 1; node < nodes_.size(); ++node) {
        if (nodes_[node].kind != Kind::folder)
            continue;
        while (nodes_[node].children.size() == 1 &&
               nodes_[nodes_[node].children[0]].kind == Kind::folder) {
            const std::size_t only = nodes_[node].children[0];
            if (!nodes_[node].name.ends_with('/'))
                nodes_[node].name += '/';
            nodes_[node].name += nodes_[only].name;
            nodes_[node].children = std::move(nodes_[only].children);
            nodes_[only].children.clear();
            for (const std::size_t child : nodes_[node].children)
                nodes_[child].parent = node;
        }
    }
}

std::vector<std::size_t> PathTree::preorder() const {
    std::vector<std::size_t> order,
        pending(nodes_[root].children.rbegin(), nodes_[root].children.rend());
    while (!pending.empty()) {
        const std::size_t node = pending.back();
        pending.pop_back();
        order.push_back(node);
        pending.insert(pending.end(), nodes_[node].children.rbegin(), nodes_[node].children.rend());
    }
    return order;
}

std::string PathTree::path(std::size_t node) const {
    if (nodes_[node].parent == root)
        return nodes_[node].name;
    std::string above = path(nodes_[node].parent);
    if (!above.ends_with('/'))
        above += '/';
    return above + nodes_[node].name;
}

} // namespace cg
