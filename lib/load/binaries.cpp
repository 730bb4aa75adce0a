// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/binaries.hpp"

#include "binary/demangle.hpp"
#include "binary/instructions.hpp"
#include "error/error.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <utility>

namespace cg {

void check_same_program(const CodeObject& object, const binary::BinaryFile& file) {
    if (object.build_id.empty() && !object.is_any_build && !file.build_id().empty())
        throw Error(object.path,
                    "it is not the one that ran: it has a build ID, and that one had none");
}

std::string any_build_note(const CodeObject& object) {
    return path_for_message(object.path) + ": its profile has addresses without build IDs, so this "
                                           "may be another build than the one "
                                           "that ran";
}

const binary::BinaryFile* Binaries::file_of(const CodeObject& object) {
    const auto [found, is_new] = files_.try_emplace(object);
    if (!is_new)
        return found->second.get();
    const auto note = [&](const std::string& why) {
        note_(path_for_message(object.path) + ": " + why + "; its instructions have no text");
    };
    try {
        auto file = std::make_unique<binary::BinaryFile>(object.path, object.build_id, search_);
        check_same_program(object, *file);
        if (object.is_any_build && !std::exchange(has_said_any_build_, true))
            note_(any_build_note(object));
        if (file->code().empty())
            note("only its debugging information was found");
        else
            found->second = std::move(file);
    } catch (const Error& error) {
        note(error.message());
    }
    return found->second.get();
}

std::vector<Instruction> Binaries::instructions(const CodeObject& object, std::uint64_t begin,
                                                std::uint64_t end) {
    const binary::BinaryFile* const file = file_of(object);
    if (file == nullptr)
        return {};
    return binary::instructions(*file, begin, end);
}

void demangle_variables(DataObjects& data) {
    for (DataObject& object : data.objects) {
        if (object.kind != DataKind::static_data)
            continue;
        // Variables of one name have their addresses: "_ZL5table [0x4060]".
        const std::string name(data.names[object.name]);
        const std::size_t end = std::min(name.find(" [0x"), name.size());
        object.name = data.names.intern(binary::demangled(name.substr(0, end)) + name.substr(end));
    }
}

} // namespace cg
