// SPDX-License-Identifier: GPL-2.0-or-later
// The tree of boxes that a picture draws: paths of the source tree, or paths of calls.
#pragma once

#include "view/profile_view.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cg::render {

class PictureTree {
  public:
    enum class Kind : std::uint8_t { root, directory, file, function };
    static constexpr std::size_t root = 0;

    virtual ~PictureTree() = default;
    // A parent has a smaller number than its children.
    virtual std::size_t size() const = 0;
    virtual std::size_t parent(std::size_t node) const = 0;
    virtual std::vector<std::size_t> children(std::size_t node) const = 0;
    virtual Kind kind(std::size_t node) const = 0;
    // Return the counts of a node with its children, and those without; nothing for the latter
    // means that the children have all counts.
    virtual std::span<const Count> counts(std::size_t node) const = 0;
    virtual std::span<const Count> own(std::size_t node) const = 0;
    virtual std::string name(std::size_t node) const = 0;
    // Returns the text of a tooltip, without the counts.
    virtual std::string description(std::size_t node) const = 0;
    // Returns the meaning of the boxes, for the line below the title.
    virtual std::string note() const = 0;
};

} // namespace cg::render
