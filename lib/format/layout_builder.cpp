// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/layout_builder.hpp"

#include "text/escaping.hpp"

namespace cg {
namespace {

void drop_cr(std::string& line) {
    if (line.ends_with('\r'))
        line.pop_back();
}

} // namespace

void LayoutBuilder::add_event(std::string_view name) {
    std::string event(name);
    if (!known_events_.insert(event).second)
        throw ParseError{name.data(),
                         "the event " + text_for(Destination::message, event) + " is named twice"};
    events_.push_back(std::move(event));
}

void LayoutBuilder::note_cr_lf() {
    lines_end_in_cr_lf_ = true;
    for (std::string& desc : layout_.header.desc)
        drop_cr(desc);
    drop_cr(layout_.header.cmd);
}

void LayoutBuilder::finish_header() {
    layout_.header.events = EventSet(std::move(events_));
    layout_.has_header = true;
}

void LayoutBuilder::start_file(std::string_view name) {
    change_file(name);
    function_ = {};
    is_uncounted_ = true;
}

void LayoutBuilder::change_file(std::string_view name) {
    note_uncounted();
    file_ = layout_.names.intern(name);
}

void LayoutBuilder::change_function(std::string_view name) {
    if (!file_)
        throw ParseError{name.data(), "fn= before the first fl="};
    if (function_.data()) // fl= followed by fn= starts no function without a name
        note_uncounted();
    function_ = name;
    is_uncounted_ = true;
}

void LayoutBuilder::note_uncounted() {
    if (is_uncounted_ && with_uncounted_)
        add_block({layout_.bytes.data(), layout_.bytes.data(), 0});
    is_uncounted_ = false;
}

void LayoutBuilder::add_block(const CountBlock& block) {
    if (!file_)
        throw ParseError{block.begin, "counts before the first fl="};
    is_uncounted_ = false;
    constexpr std::size_t enough = 512;
    if (pending_functions_.size() == enough)
        intern_pending_functions();
    pending_functions_.push_back(function_);
    layout_.blocks.push_back({*file_, unspecified_function, block});
}

void LayoutBuilder::intern_pending_functions() {
    std::vector<std::string_view> named;
    for (const std::string_view name : pending_functions_)
        if (name.data())
            named.push_back(name);
    std::vector<NameId> ids(named.size());
    layout_.names.intern(named, ids);
    auto id = ids.begin();
    auto block = layout_.blocks.end() - pending_functions_.size();
    for (const std::string_view name : pending_functions_) {
        if (name.data())
            block->function = *id++;
        ++block;
    }
    pending_functions_.clear();
}

void LayoutBuilder::finish() {
    note_uncounted();
    intern_pending_functions();
}

} // namespace cg
