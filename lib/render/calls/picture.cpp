// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/calls/picture.hpp"

#include "text/destination.hpp"
#include "text/number.hpp"
#include "view/paths.hpp"

#include <fmt/format.h>

namespace cg::render {

std::size_t PictureOfCalls::parent(std::size_t node) const {
    if (node == root || paths_.tree().is_root(node_of(node)))
        return root;
    const CallTree::Node parent = paths_.tree().parent(node_of(node));
    const bool is_top =
        paths_.tree().is_root(parent) && paths_.tree().start(parent) == PathStart::thread;
    return is_top ? root : parent + 1;
}

std::vector<std::size_t> PictureOfCalls::children(std::size_t node) const {
    std::vector<std::size_t> children;
    for (const CallPaths::Node child : node == root ? paths_.top() : paths_.children(node_of(node)))
        children.push_back(child + 1);
    return children;
}

std::span<const Count> PictureOfCalls::counts(std::size_t node) const {
    return node == root ? paths_.total() : paths_.inclusive(node_of(node));
}

std::span<const Count> PictureOfCalls::own(std::size_t node) const {
    return node == root ? std::span<const Count>() : paths_.tree().counts(node_of(node));
}

std::string PictureOfCalls::name(std::size_t node) const {
    return node == root ? "everything" : text_for(Destination::page, paths_.name(node_of(node)));
}

std::string PictureOfCalls::description(std::size_t node) const {
    if (node == root)
        return "everything";
    std::string text = name(node);
    if (paths_.tree().is_root(node_of(node)))
        return text;
    text += " (" + display_path(paths_.file(node_of(node))) + ")";
    if (const Count calls = paths_.tree().calls(node_of(node)); calls != 0)
        text += fmt::format(", {}x", Number(calls).text());
    return text;
}

} // namespace cg::render
