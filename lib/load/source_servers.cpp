// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/source_servers.hpp"

#include "load/source_files.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>
#include <utility>

namespace cg {

BuildIds build_ids_of_sources(const Renamed& renamed) {
    BuildIds result;
    if (!renamed.profile.addresses)
        return result;
    const CodeRanges& code = *renamed.profile.addresses;
    std::set<std::pair<NameId, std::uint32_t>> known; // files and objects
    for (const CodeRange& range : code.ranges)
        if (known.emplace(range.file, range.object).second &&
            !code.objects[range.object].build_id.empty())
            for (const std::string& name : renamed.originals(code.names[range.file]))
                result[name].insert(code.objects[range.object].build_id);
    return result;
}

// The library is loaded when a server is to be asked, as libdw does: it brings a client of HTTP
// with some thirty libraries, which no other run has to wait for. Its interface is that of
// elfutils' debuginfod.h.
struct SourceServers::Library {
    explicit Library(void* handle)
        : begin(reinterpret_cast<Begin*>(::dlsym(handle, "debuginfod_begin"))),
          find_source(reinterpret_cast<FindSource*>(::dlsym(handle, "debuginfod_find_source"))),
          end(reinterpret_cast<End*>(::dlsym(handle, "debuginfod_end"))) {}

    using Begin = debuginfod_client*();
    // Returns a descriptor or a negative number. A length of 0: the build ID is in hexadecimal. The
    // path is the caller's to free.
    using FindSource = int(debuginfod_client*, const unsigned char* build_id, int length,
                           const char* name, char** path);
    using End = void(debuginfod_client*);
    Begin* begin;
    FindSource* find_source;
    End* end;
};

SourceServers::SourceServers(BuildIds build_ids, bool are_allowed)
    : build_ids_(std::move(build_ids)), are_allowed_(are_allowed) {
    if (!are_allowed || !know_programs())
        return;
    void* const handle = ::dlopen("libdebuginfod.so.1", RTLD_LAZY);
    if (handle == nullptr)
        return;
    library_ = std::make_unique<Library>(handle);
    if (library_->begin && library_->find_source && library_->end)
        client_ = library_->begin();
}

SourceServers::~SourceServers() {
    if (client_)
        library_->end(client_);
}

std::shared_ptr<const SourceText> SourceServers::find(const std::string& name) {
    const auto found = build_ids_.find(name);
    // Servers know complete paths only.
    if (!client_ || found == build_ids_.end() || !name.starts_with('/'))
        return nullptr;
    for (const std::string& build_id : found->second) {
        char* path = nullptr;
        const int descriptor =
            library_->find_source(client_, reinterpret_cast<const unsigned char*>(build_id.c_str()),
                                  0, name.c_str(), &path);
        if (descriptor < 0)
            continue;
        ::close(descriptor);
        const std::unique_ptr<char, decltype(&std::free)> owned(path, std::free);
        const auto copy = open_source(path);
        if (!copy)
            continue;
        struct Source {
            std::shared_ptr<const SourceText> copy; // has the bytes
            SourceText text;
        };
        const auto source = std::make_shared<Source>(Source{copy, *copy});
        source->text.modified = {}; // it is the program's own, whenever it was copied
        return {source, &source->text};
    }
    return nullptr;
}

} // namespace cg
