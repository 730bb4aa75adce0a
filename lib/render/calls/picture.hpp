// SPDX-License-Identifier: GPL-2.0-or-later
// A tree of calls as a picture: a flame graph of true stacks. Private to lib/render.
#pragma once

#include "render/picture_tree.hpp"
#include "view/call_paths.hpp"

namespace cg::render {

class PictureOfCalls : public PictureTree {
  public:
    // The profile must have a call tree.
    explicit PictureOfCalls(const ProfileView& view)
        : paths_(*view.profile->calls, view.sorted().event) {}

    std::size_t size() const override { return paths_.tree().size() + 1; }
    std::size_t parent(std::size_t node) const override;
    std::vector<std::size_t> children(std::size_t node) const override;
    Kind kind(std::size_t node) const override {
        return node == root ? Kind::root : Kind::function;
    }
    std::span<const Count> counts(std::size_t node) const override;
    std::span<const Count> own(std::size_t node) const override;
    std::string name(std::size_t node) const override;
    std::string description(std::size_t node) const override;
    std::string note() const override { return "functions, and in their boxes what they call"; }

  private:
    // Box 0 is everything; the nodes of the tree come after it. The root of threads has no box: its
    // own counts, of code in no function, are part of everything.
    static CallPaths::Node node_of(std::size_t box) {
        return static_cast<CallPaths::Node>(box - 1);
    }

    CallPaths paths_;
};

} // namespace cg::render
