// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/write.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

namespace cg {
namespace {

// Collects what is written; one call of the sink for 256 KiB.
class Buffer {
  public:
    explicit Buffer(const std::function<void(std::string_view)>& sink) : sink_(sink) {}

    void text(std::string_view bytes) {
        if (bytes.size() > room()) {
            flush();
            if (bytes.size() > room())
                return sink_(bytes);
        }
        at_ = std::copy(bytes.begin(), bytes.end(), at_);
    }

    // Numbers are written without a look at the room: this makes it beforehand.
    void make_room_for_numbers(std::size_t n) {
        if (room() < n * longest_number)
            flush();
    }
    static constexpr std::size_t most_numbers_at_once = 1000;

    // Both need room.
    template <typename Integer>
    void number(Integer value) {
        if (value >= 0 && value < 10)
            *at_++ = static_cast<char>('0' + value);
        else
            at_ = std::to_chars(at_, end(), value).ptr;
    }
    void letter(char c) { *at_++ = c; }

    void flush() {
        sink_({bytes_.get(), static_cast<std::size_t>(at_ - bytes_.get())});
        at_ = bytes_.get();
    }

  private:
    static constexpr std::size_t capacity = 1 << 18;
    static constexpr std::size_t longest_number = 21; // -9223372036854775808 and a space

    char* end() const { return bytes_.get() + capacity; }
    std::size_t room() const { return static_cast<std::size_t>(end() - at_); }

    const std::function<void(std::string_view)>& sink_;
    std::unique_ptr<char[]> bytes_{new char[capacity]};
    char* at_ = bytes_.get();
};

void write_counts(Buffer& out, std::span<const Count> counts) {
    while (!counts.empty()) {
        const auto some = counts.first(std::min(counts.size(), Buffer::most_numbers_at_once));
        out.make_room_for_numbers(some.size() + 1);
        for (const Count count : some) {
            out.letter(' ');
            out.number(count);
        }
        counts = counts.subspan(some.size());
    }
    out.letter('\n'); // there is room for one more number
}

} // namespace

void write_profile(const Profile& profile, const std::function<void(std::string_view)>& sink,
                   WriteOptions options) {
    Buffer out(sink);
    for (const std::string& desc : profile.header.desc) {
        out.text("desc: ");
        out.text(desc);
        out.text("\n");
    }
    out.text("cmd: ");
    out.text(profile.header.cmd);
    out.text("\nevents:");
    for (const std::string& event : profile.header.events.names()) {
        out.text(" ");
        out.text(event);
    }
    out.text("\n");

    const CostTable& costs = profile.costs;
    const FunctionCosts* previous = nullptr;
    for (const FunctionCosts& function : costs.functions()) {
        if (options.repeat_file || !previous || previous->file != function.file) {
            out.text("fl=");
            out.text(profile.names[function.file]);
            out.text("\n");
        }
        out.text("fn=");
        out.text(function.function == unspecified_function ? "???"
                                                           : profile.names[function.function]);
        out.text("\n");
        for (std::size_t row = function.first_row; row < function.end_row; ++row) {
            out.make_room_for_numbers(1);
            out.number(costs.line(row));
            write_counts(out, costs.counts(row));
        }
        previous = &function;
    }
    out.text("summary:");
    out.make_room_for_numbers(1);
    write_counts(out, profile.summary);
    out.flush();
}

} // namespace cg
