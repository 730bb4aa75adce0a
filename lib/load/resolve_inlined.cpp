// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/resolve_inlined.hpp"

#include "binary/demangle.hpp"
#include "binary/inline_chains.hpp"
#include "binary/instructions.hpp"
#include "error/error.hpp"
#include "load/binaries.hpp"
#include "load/load.hpp"
#include "load/parallel.hpp"
#include "model/containers.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {
namespace {

using binary::BinaryFile;
using binary::InlineChains;

// Ranges of one object, by address, for one thread.
using RangeNumbers = std::span<const std::size_t>;

// The frames and lines of some ranges.
struct Resolved {
    InlineChains chains;
    // Those of a range are all of it. Frames are those of the chains.
    std::vector<InlinedRanges::Piece> pieces;
    std::optional<std::string> failure;
};

Resolved resolve(const CodeRanges& ranges, RangeNumbers numbers, BinaryFile& file) {
    // Code of one line may come from several functions.
    binary::InstructionAddresses decoder(file);
    std::vector<std::uint64_t> addresses;
    std::vector<std::size_t> ends; // in addresses, by range
    for (const std::size_t number : numbers) {
        const CodeRange& range = ranges.ranges[number];
        if (range.instructions == 1)
            addresses.push_back(range.address);
        else
            decoder.append(range.address, range.address + range.bytes, addresses);
        ends.push_back(addresses.size());
    }
    // Ranges may overlap.
    std::vector<std::uint64_t> ascending = addresses;
    std::ranges::sort(ascending);
    ascending.erase(std::ranges::unique(ascending).begin(), ascending.end());

    Resolved result{binary::inline_chains(file, ascending), {}, {}};
    std::size_t i = 0;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
        const CodeRange& range = ranges.ranges[numbers[n]];
        // Where the code itself is not there, its first instruction stands for all.
        const bool is_whole = ends[n] - i != range.instructions;
        const std::size_t first = result.pieces.size();
        for (const std::size_t begin = i; i < ends[n]; ++i) {
            if (is_whole && i > begin)
                continue;
            const auto place = std::ranges::lower_bound(ascending, addresses[i]);
            const std::uint32_t frame =
                result.chains.innermost[static_cast<std::size_t>(place - ascending.begin())];
            if (result.pieces.size() == first || result.pieces.back().frame != frame)
                result.pieces.push_back({numbers[n], frame, 0, addresses[i], 0});
            const std::uint64_t next =
                i + 1 < ends[n] && !is_whole ? addresses[i + 1] : range.address + range.bytes;
            InlinedRanges::Piece& piece = result.pieces.back();
            piece.instructions += is_whole ? range.instructions : 1;
            piece.bytes = static_cast<std::uint32_t>(next - piece.address);
        }
    }
    return result;
}

Resolved resolve(const CodeRanges& ranges, RangeNumbers numbers, const binary::SearchPath& search) {
    const CodeObject& object = ranges.objects[ranges.ranges[numbers.front()].object];
    try {
        BinaryFile file(object.path, object.build_id, search);
        check_same_program(object, file);
        return resolve(ranges, numbers, file);
    } catch (const Error& error) {
        return {{}, {}, path_for_message(object.path) + ": " + error.message()};
    }
}

// Puts what threads found together.
class Collector {
  public:
    explicit Collector(const CodeRanges& ranges) : ranges_(ranges) {}

    void add(const Resolved& found) {
        std::vector<std::optional<std::uint32_t>> frames(found.chains.frames.size());
        demangled_.assign(found.chains.names.size(), std::nullopt);
        std::vector<InlinedRanges::Piece> pieces; // of a range
        for (InlinedRanges::Piece piece : found.pieces) {
            if (!pieces.empty() && pieces.back().range != piece.range)
                add_range(pieces);
            piece.frame = piece.frame == binary::no_frame
                              ? InlinedRanges::no_frame
                              : frame_of(found.chains, piece.frame, frames);
            if (piece.frame != InlinedRanges::no_frame && has_name_of(piece))
                piece.frame = InlinedRanges::no_frame;
            // Of one function there may be several frames, which differ in lines.
            if (!pieces.empty() && pieces.back().frame == piece.frame) {
                pieces.back().instructions += piece.instructions;
                pieces.back().bytes += piece.bytes;
            } else {
                pieces.push_back(piece);
            }
        }
        add_range(pieces);
    }

    InlinedRanges finish() && {
        std::ranges::stable_sort(result_.pieces, {}, &InlinedRanges::Piece::range);
        return std::move(result_);
    }

  private:
    struct Key {
        NameId function{};
        std::uint32_t outer = 0;
        bool operator==(const Key&) const = default;
        friend std::size_t hash_of(const Key& key) {
            return hash_of_pair(static_cast<std::uint32_t>(key.function), key.outer);
        }
    };

    // Returns true if the range has the name of the frame's function already, since names were
    // looked up before.
    bool has_name_of(const InlinedRanges::Piece& piece) const {
        const std::string_view function = result_.names[result_.frames[piece.frame].function];
        std::string_view name = ranges_.names[ranges_.ranges[piece.range].function];
        if (!name.starts_with(function))
            return false;
        name.remove_prefix(function.size());
        return name.empty() || name.starts_with(" (in ") || name.starts_with(" (also in ") ||
               name.starts_with(" < ");
    }

    // Adds the pieces of a range, unless all of it is of its own function, and clears them.
    void add_range(std::vector<InlinedRanges::Piece>& pieces) {
        for (const InlinedRanges::Piece& piece : pieces) {
            if (pieces.size() == 1 && piece.frame == InlinedRanges::no_frame)
                break;
            result_.pieces.push_back(piece);
            // Other readers of debugging information name files in other ways.
            if (piece.frame != InlinedRanges::no_frame)
                result_.frames[piece.frame].file =
                    result_.names.intern(ranges_.names[ranges_.ranges[piece.range].file]);
        }
        pieces.clear();
    }

    // Returns the number of the frame in the result. The outermost frame is the range's function.
    std::uint32_t frame_of(const InlineChains& chains, std::uint32_t frame,
                           std::vector<std::optional<std::uint32_t>>& known) {
        if (known[frame])
            return *known[frame];
        const binary::InlineFrame& found = chains.frames[frame];
        std::uint32_t number = InlinedRanges::no_frame;
        if (found.outer != binary::no_frame) {
            const std::uint32_t outer = frame_of(chains, found.outer, known);
            const NameId function = name_of(chains.names, found);
            const auto [at, is_new] = index_.insert({function, outer}, result_.frames.size());
            if (is_new)
                result_.frames.push_back(
                    {function, result_.names.intern(chains.names[found.file]), outer});
            number = at;
        }
        known[frame] = number;
        return number;
    }

    NameId name_of(const Names& names, const binary::InlineFrame& frame) {
        if (const std::string_view name = names[frame.source_name]; !name.empty())
            return result_.names.intern(name);
        std::optional<NameId>& name = demangled_[index_of(frame.function)];
        if (!name)
            name = result_.names.intern(binary::demangled(std::string(names[frame.function])));
        return *name;
    }

    const CodeRanges& ranges_;
    InlinedRanges result_;
    FlatIndex<Key> index_;                         // of frames
    std::vector<std::optional<NameId>> demangled_; // of the current chains
};

// Returns true for a library of the system, and what Valgrind loads into each program: few have
// debugging information, and nobody looks for their functions first.
bool is_of_system(std::string_view path) {
    constexpr std::string_view directories[] = {"/lib/",     "/lib32/",     "/lib64/",
                                                "/usr/lib/", "/usr/lib32/", "/usr/lib64/"};
    const std::string_view name = last_part(path);
    return name.starts_with("vgpreload_") ||
           std::ranges::any_of(directories, [&](std::string_view directory) {
               return path.starts_with(directory);
           });
}

// Programs and libraries that lack debugging information, or parts of it.
class Lacking {
  public:
    void add(const std::string& path, const InlineChains& chains) {
        if (chains.missing_units > 0)
            add(without_units_, path);
        else if (!chains.has_debug_information && !is_of_system(path))
            add(without_all_, path);
    }
    // A note was given of one that can't be read.
    void add_failed() { has_failed_ = true; }
    // Says so in a line for each kind, with the remedy. Returns false if nothing was said.
    bool say(const Note& note) const {
        if (!without_all_.empty())
            note(words(without_all_) + ": no debugging information, so inlined functions are not "
                                       "known; compile with -g, or "
                                       "say with --debug-directory or --debuginfod where it is");
        if (!without_units_.empty())
            note(
                words(without_units_) +
                ": debugging information is in .dwo files that are not there, so inlined functions "
                "are not known; keep them, or make a package of them (dwp -e " +
                path_for_message(without_units_.front()) + ")");
        return has_failed_ || !without_all_.empty() || !without_units_.empty();
    }

  private:
    static void add(std::vector<std::string>& paths, const std::string& path) {
        if (paths.empty() || paths.back() != path) // each thread looks for itself
            paths.push_back(path);
    }
    static std::string words(const std::vector<std::string>& paths) {
        return path_for_message(paths.front()) +
               (paths.size() > 1 ? fmt::format(" and {} more", paths.size() - 1) : "");
    }

    bool has_failed_ = false;
    std::vector<std::string> without_all_, without_units_;
};

InlinedRanges resolve(const CodeRanges& ranges, const binary::SearchPath& search, unsigned jobs,
                      const Note& note, Lacking& lacking) {
    std::vector<std::size_t> numbers = numbers_below(ranges.ranges.size());
    std::ranges::stable_sort(numbers, {}, [&](std::size_t n) {
        return std::pair(ranges.ranges[n].object, ranges.ranges[n].address);
    });
    // Each thread opens a file for itself: few ranges are not worth that.
    constexpr std::size_t enough = 4096;
    std::vector<RangeNumbers> shares;
    const auto object_of = [&](std::size_t n) { return ranges.ranges[n].object; };
    for (auto begin = numbers.begin(); begin != numbers.end();) {
        const auto end = std::ranges::find_if(
            begin, numbers.end(), [&](std::size_t n) { return object_of(n) != object_of(*begin); });
        const auto size = static_cast<std::size_t>(end - begin);
        const std::size_t parts = std::clamp<std::size_t>(size / enough, 1, jobs);
        for (std::size_t i = 0; i < parts; ++i)
            shares.emplace_back(begin + static_cast<std::ptrdiff_t>(size * i / parts),
                                begin + static_cast<std::ptrdiff_t>(size * (i + 1) / parts));
        begin = end;
    }
    std::vector<Resolved> found(shares.size());
    Collector collector(ranges);
    std::optional<std::uint32_t> failed; // the last object of which a note was given
    bool has_said_any_build = false;
    in_parallel(jobs)(
        shares.size(), [&](std::size_t i) { found[i] = resolve(ranges, shares[i], search); },
        [&](std::size_t i) {
            const Resolved share = std::exchange(found[i], Resolved());
            const std::uint32_t object = object_of(shares[i].front());
            if (share.failure && failed != object)
                note(*share.failure);
            if (share.failure) {
                failed = object;
                lacking.add_failed();
            } else {
                if (ranges.objects[object].is_any_build && !std::exchange(has_said_any_build, true))
                    note(any_build_note(ranges.objects[object]));
                lacking.add(ranges.objects[object].path, share.chains);
            }
            collector.add(share);
        });
    return std::move(collector).finish();
}

} // namespace

InlinedRanges resolve_inlined(const Profile& profile, const std::string& source,
                              const binary::SearchPath& search, unsigned jobs, const Note& note) {
    if (!profile.addresses)
        throw_lacking(source, "costs by address", "--inlines needs", "--addresses=yes");
    Lacking lacking;
    InlinedRanges inlined = resolve(*profile.addresses, search, jobs, note, lacking);
    if (!lacking.say(note) && inlined.frames.empty())
        note(source + ": its programs have no debugging information that tells of inlined code");
    return inlined;
}

Profile with_inlines(const Profile& profile, const std::string& source, InlinedNames names,
                     const binary::SearchPath& search, unsigned jobs, const Note& note) {
    return with_inlined_functions(profile, resolve_inlined(profile, source, search, jobs, note),
                                  names);
}

} // namespace cg
