// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/write.hpp"

#include "callgrind/write.hpp"

namespace cg {

void write_profile(const Profile& profile, const Sink& sink, WriteOptions options) {
    if (profile.calls)
        return write_callgrind(profile, sink);
    constexpr std::size_t enough = 1 << 18; // bytes, for one call of the sink
    ProfileText text;
    const auto flush = [&] {
        sink(text.bytes());
        text.clear();
    };
    text.add_header(profile.header);
    const CostTable& costs = profile.costs;
    const FunctionCosts* previous = nullptr;
    for (const FunctionCosts& function : costs.functions()) {
        const bool is_known = previous && previous->file == function.file;
        text.add_place(profile.names, function.file, function.function,
                       is_known && !options.repeat_file, options.unnamed);
        for (std::size_t row = function.first_row; row < function.end_row; ++row) {
            text.add_row(costs.line(row), costs.counts(row));
            if (text.bytes().size() >= enough)
                flush();
        }
        previous = &function;
    }
    text.add_summary(profile.summary);
    flush();
}

} // namespace cg
