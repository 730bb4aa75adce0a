// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/branch_writer.hpp"

#include "text/colours.hpp"
#include "text/number.hpp"

#include <algorithm>

namespace cg::render {
namespace {

constexpr std::size_t percent_width = 2 + 7;

} // namespace

BranchWriter::BranchWriter(const ProfileView& view, const Options& options, Writer& out)
    : view_(view),
      options_(options),
      out_(out),
      count_width_(width_of(view.sorted().name)),
      percent_width_(view.has_percentages(view.sorted()) ? percent_width : 0) {
}

std::string BranchWriter::count_text(Count count) const {
    return (view_.difference && count > 0 ? "+" : "") + std::string(Number(count).text());
}

void BranchWriter::widen(Count count) {
    count_width_ = std::max(count_width_, count_text(count).size());
}

void BranchWriter::write(Count count, const std::string& branch, const std::string& name, Cut cut) {
    const std::string text = count_text(count);
    const std::string percent(
        percent_width_ == 0 ? "" : Percentage(count, view_.sorted().percent_base).text());
    const Colours colours = !options_.color    ? Colours::none
                            : view_.difference ? Colours::diff
                                               : Colours::heat;
    const std::string_view colour = colour_of(colours, count, view_.sorted().percent_base);
    const std::size_t used = count_width_ + percent_width_ + 2 + width_of(branch);
    const std::size_t left = options_.width > used ? options_.width - used : 1;
    const std::string_view end = colour.empty() ? "" : colour_end;
    out_ << std::string(count_width_ - text.size(), ' ') << colour << text << end
         << std::string(percent_width_ - std::min(percent_width_, percent.size()), ' ') << colour
         << percent << end << "  " << branch << (options_.width == 0 ? name : fit(name, left, cut))
         << '\n';
}

void BranchWriter::write(const std::string& branch, const std::string& text) {
    out_ << std::string(count_width_ + percent_width_ + 2, ' ') << branch << text << '\n';
}

} // namespace cg::render
