// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/find_struct.hpp"

#include "binary/struct_layouts.hpp"
#include "error/error.hpp"
#include "load/binaries.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <vector>

namespace cg {
namespace {

namespace fs = std::filesystem;

// Returns the program of a command line; "" if it has none. A name without directories is looked
// for as a shell does.
std::string program_of(const std::string& command) {
    std::string program = command.substr(0, command.find(' '));
    const char* const path = std::getenv("PATH");
    if (program.empty() || program.find('/') != program.npos || path == nullptr)
        return program;
    std::error_code ignored;
    std::string_view rest = path;
    for (;;) {
        const std::size_t end = rest.find(':');
        const fs::path there = fs::path(rest.substr(0, end)) / program;
        if (fs::is_regular_file(there, ignored))
            return there.string();
        if (end == rest.npos)
            return program;
        rest.remove_prefix(end + 1);
    }
}

// Returns the programs and libraries that are known, the command's first. Build IDs are known of
// those with costs by address only.
std::vector<CodeObject> programs_of(const Profile& profile) {
    std::vector<CodeObject> result;
    std::error_code ignored;
    const auto add = [&](const CodeObject& object) {
        const bool is_known = std::ranges::any_of(result, [&](const CodeObject& other) {
            return other.path == object.path || fs::equivalent(other.path, object.path, ignored);
        });
        if (!object.path.empty() && !is_known)
            result.push_back(object);
    };
    const std::string program = program_of(profile.header.cmd);
    const auto is_program = [&](const CodeObject& object) {
        return fs::equivalent(object.path, program, ignored);
    };
    if (profile.addresses) // with its build ID
        for (const CodeObject& object : profile.addresses->objects)
            if (is_program(object))
                add(object);
    add({"", program});
    if (profile.addresses)
        for (const CodeObject& object : profile.addresses->objects)
            add(object);
    if (profile.data)
        for (const DataObject& object : profile.data->objects)
            add({"", std::string(profile.data->names[object.program])});
    return result;
}

bool fits_an_object(const StructLayout& layout, const DataObjects& data) {
    return std::ranges::any_of(
        data.objects, [&](const DataObject& object) { return layout.fits(object.period); });
}

// Returns the number of bytes before the struct in NAME+BYTES, which it removes from the name.
std::optional<std::uint64_t> take_offset(std::string& name) {
    const std::size_t plus = name.rfind('+');
    if (plus == name.npos || plus + 1 == name.size() || name.size() - plus > 10 ||
        name.find_first_not_of("0123456789", plus + 1) != name.npos)
        return std::nullopt;
    const std::uint64_t bytes = std::stoull(name.substr(plus + 1));
    name.resize(plus);
    return bytes;
}

StructLayout moved(StructLayout layout, std::optional<std::uint64_t> bytes) {
    layout.is_part = bytes.has_value();
    if (bytes.value_or(0) == 0)
        return layout;
    for (StructMember& member : layout.members)
        member.offset += *bytes;
    layout.size += *bytes;
    layout.members.insert(layout.members.begin(), {0, *bytes, "(before " + layout.name + ")", ""});
    return layout;
}

std::string text_of(const StructLayout& layout) {
    return fmt::format(
        "{} of {} bytes{}", text_for(EscapingContext::message, layout.name), layout.size,
        layout.declared.empty() ? ""
                                : " (" + text_for(EscapingContext::message, layout.declared) + ")");
}

} // namespace

StructLayout find_struct(const Profile& profile, const std::string& source, std::string name,
                         const binary::SearchPath& search, const Note& note) {
    const std::optional<std::uint64_t> before = take_offset(name);
    std::string searched, without;
    std::size_t failed = 0;
    std::vector<std::string> similar;
    const auto append = [](std::string& list, const std::string& text) {
        list += (list.empty() ? "" : ", ") + text;
    };
    for (const CodeObject& program : programs_of(profile)) {
        binary::StructLayouts layouts;
        try {
            binary::BinaryFile file(program.path, program.build_id, search);
            layouts = binary::struct_layouts(file, name);
        } catch (const Error& error) {
            constexpr std::size_t most = 3;
            if (++failed <= most)
                append(without, path_for_message(program.path) + ": " + error.message());
            continue;
        }
        append(searched, path_for_message(program.path));
        similar.insert(similar.end(), layouts.similar.begin(), layouts.similar.end());
        if (layouts.found.empty())
            continue;
        if (layouts.found.size() == 1) {
            const StructLayout& layout = layouts.found.front();
            StructLayout result = moved(layout, before);
            if (profile.data && !fits_an_object(result, *profile.data))
                note(fmt::format("{}: {} fits no object: {}", path_for_message(program.path),
                                 text_of(layout),
                                 before ? "it ends after the period of each"
                                        : "its size divides the period of none"));
            return result;
        }
        std::string all;
        for (const StructLayout& layout : layouts.found)
            append(all, text_of(layout));
        if (profile.data)
            std::erase_if(layouts.found, [&](const StructLayout& layout) {
                return !fits_an_object(moved(layout, before), *profile.data);
            });
        if (layouts.found.size() != 1)
            throw Error(source, fmt::format("--struct: {} has several: {}",
                                            path_for_message(program.path), all));
        note(fmt::format("{}: of {}, the one that fits is taken: {}",
                         path_for_message(program.path), all, text_of(layouts.found.front())));
        return moved(std::move(layouts.found.front()), before);
    }
    if (searched.empty())
        throw Error(source, "--struct: no program has debugging information" +
                                (without.empty() ? "" : " (" + without + ")"));
    std::string hint;
    for (const std::string& other : similar)
        append(hint, text_for(EscapingContext::message, other));
    throw Error(source, fmt::format("--struct: no struct has the name {} in {}{}", in_quotes(name),
                                    searched, hint.empty() ? "" : "; there are " + hint));
}

} // namespace cg
