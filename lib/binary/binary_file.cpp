// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/binary_file.hpp"

#include "binary/split_package.hpp"
#include "error/error.hpp"

#include <algorithm>
#include <cstdlib>
#include <elfutils/libdwfl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gelf.h>
#include <optional>
#include <ranges>
#include <system_error>
#include <tuple>

namespace cg::binary {
namespace {

struct EndSession {
    void operator()(Dwfl* session) const { dwfl_end(session); }
};

std::string in_hexadecimal(std::span<const unsigned char> bytes) {
    return fmt::format("{:02x}", fmt::join(bytes, ""));
}

// Returns the bytes of a build ID, or nothing if it is not one.
std::optional<std::vector<unsigned char>> bytes_of(const std::string& build_id) {
    if (build_id.empty() || build_id.size() % 2 != 0 ||
        build_id.find_first_not_of("0123456789abcdef") != std::string::npos)
        return std::nullopt;
    std::vector<unsigned char> bytes(build_id.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<unsigned char>(std::stoi(build_id.substr(2 * i, 2), nullptr, 16));
    return bytes;
}

std::string build_id_of(Dwfl_Module* module) {
    const unsigned char* bytes = nullptr;
    GElf_Addr address = 0;
    const int size = dwfl_module_build_id(module, &bytes, &address);
    return size > 0 ? in_hexadecimal({bytes, static_cast<std::size_t>(size)}) : "";
}

// The symbols of code, by address. libdw's own search reads all of them for each address.
class Symbols {
  public:
    explicit Symbols(Dwfl_Module* module) {
        GElf_Addr bias = 0;
        dwfl_module_getelf(module, &bias);
        const int count = dwfl_module_getsymtab(module);
        for (int i = 1; i < count; ++i) {
            GElf_Sym symbol;
            GElf_Addr address = 0;
            const char* const name =
                dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
            const int type = GELF_ST_TYPE(symbol.st_info);
            const bool is_code = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
            if (name != nullptr && *name != '\0' && is_code && symbol.st_shndx != SHN_UNDEF)
                symbols_.push_back({address - bias, symbol.st_size, 0,
                                    GELF_ST_BIND(symbol.st_info) != STB_LOCAL, name});
        }
        // Of several at one address the last one is found first: a global one with a size.
        std::ranges::stable_sort(symbols_, {}, [](const Symbol& symbol) {
            return std::tuple(symbol.address, symbol.size > 0, symbol.is_global);
        });
        std::uint64_t end = 0;
        for (Symbol& symbol : symbols_)
            symbol.last_end = end = std::max(end, symbol.address + symbol.size);
    }

    // Returns the name of the last symbol that the address is in; if there is none, of the last
    // one before it unless that has an end. Null: there is none.
    const char* at(std::uint64_t address) const {
        const auto after = std::ranges::upper_bound(symbols_, address, {}, &Symbol::address);
        for (auto i = after; i != symbols_.begin() && std::prev(i)->last_end > address; --i)
            if (std::prev(i)->address + std::prev(i)->size > address)
                return std::prev(i)->name;
        if (after == symbols_.begin() || std::prev(after)->size > 0)
            return nullptr;
        return std::prev(after)->name;
    }

  private:
    struct Symbol {
        std::uint64_t address, size;
        std::uint64_t last_end; // of this one and all before it
        bool is_global;
        const char* name;
    };
    std::vector<Symbol> symbols_;
};

} // namespace

struct BinaryFile::Session {
    explicit Session(const SearchPath& search)
        // "-" keeps libdw from checking the CRC of a debug file, which reads all of it: a build ID
        // says more. The empty path is the directory of the object.
        // libdw passes over directories that are relative.
        : debug_path(fmt::format("-:.debug:{}:{}",
                                 std::filesystem::absolute(search.debug_directory).string(),
                                 SearchPath().debug_directory)),
          debug_path_pointer(debug_path.data()) {
        // libdw asks the servers whenever the variable is set.
        if (!search.debuginfod)
            unsetenv("DEBUGINFOD_URLS");
        dwfl.reset(dwfl_begin(&callbacks));
        if (dwfl == nullptr)
            throw Error(std::string(dwfl_errmsg(-1)));
    }

    // Opens the file at a path. Returns false if there is none that can be read.
    bool open_file(const std::string& file) {
        // A pipe's writer would be waited for.
        std::error_code ignored;
        is_other = std::filesystem::exists(file, ignored) &&
                   !std::filesystem::is_regular_file(file, ignored);
        if (is_other)
            return false;
        dwfl_report_begin(dwfl.get());
        module = dwfl_report_offline(dwfl.get(), path.c_str(), file.c_str(), -1);
        return open_module();
    }

    // Opens the file with this build ID, wherever libdw finds it.
    bool open_build_id(std::span<const unsigned char> id) {
        constexpr GElf_Addr begin = 0x1000, end = 0x2000; // anything: it is not mapped
        dwfl_report_begin(dwfl.get());
        module = dwfl_report_module(dwfl.get(), path.c_str(), begin, end);
        if (module != nullptr)
            dwfl_module_report_build_id(module, id.data(), id.size(), begin);
        return open_module();
    }

    // Opens the file with the debugging information of the program with this build ID, in a debug
    // directory: by its build ID, or where debuggers look for that of the path. libdw looks for it
    // only after it has found the program.
    bool open_debug_file(const std::string& id, const SearchPath& search) {
        namespace fs = std::filesystem;
        const fs::path of_program(path);
        for (const std::string& given : {search.debug_directory, SearchPath().debug_directory}) {
            const fs::path directory = fs::absolute(given);
            for (const fs::path& file :
                 {directory / ".build-id" / id.substr(0, 2) / (id.substr(2) + ".debug"),
                  directory / of_program.relative_path().concat(".debug"),
                  directory / of_program.filename().concat(".debug")})
                if (open_file(file.string()) && build_id == id)
                    return true;
        }
        return false;
    }

    // Returns the paths at which a package of split units may be, the likeliest first.
    std::vector<std::string> package_paths() const {
        constexpr const char* suffix = ".dwp";
        const char *main_file = nullptr, *debug_file = nullptr;
        dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, &main_file,
                         &debug_file);
        std::vector<std::string> paths{path + suffix};
        for (const char* file : {main_file, debug_file})
            if (file != nullptr)
                paths.push_back(file + std::string(suffix));
        const std::filesystem::path of_program(path);
        for (const std::filesystem::path& name :
             {of_program.relative_path(), of_program.filename()})
            paths.push_back((debug_directory / name).string() + suffix);
        return paths;
    }

    bool open_module() {
        dwfl_report_end(dwfl.get(), nullptr, nullptr);
        GElf_Addr bias = 0;
        elf = module == nullptr ? nullptr : dwfl_module_getelf(module, &bias);
        if (elf == nullptr)
            return false;
        build_id = build_id_of(module);
        return true;
    }

    std::string path, build_id, debug_path;
    std::filesystem::path debug_directory;
    std::optional<SplitPackage> package; // opened when it is needed
    bool is_other = false;               // than a file: a directory, a pipe, a device
    char* debug_path_pointer;
    Dwfl_Callbacks callbacks{.find_elf = dwfl_build_id_find_elf,
                             .find_debuginfo = dwfl_standard_find_debuginfo,
                             .section_address = dwfl_offline_section_address,
                             .debuginfo_path = &debug_path_pointer};
    std::unique_ptr<Dwfl, EndSession> dwfl;
    Dwfl_Module* module = nullptr;
    ::Elf* elf = nullptr;
    std::optional<Symbols> symbols; // read when they are needed
};

BinaryFile::BinaryFile(const std::string& path, const std::string& build_id,
                       const SearchPath& search)
    : session_(std::make_unique<Session>(search)) {
    session_->path = path;
    session_->debug_directory = std::filesystem::absolute(search.debug_directory);
    const bool is_there = session_->open_file(path);
    if (is_there && (build_id.empty() || session_->build_id == build_id))
        return;
    const std::string reason =
        is_there ? "it is not the one that ran: its build ID is " +
                       (session_->build_id.empty() ? "unknown" : session_->build_id) + ", not " +
                       build_id
        : session_->is_other ? "it is not a regular file"
                             : dwfl_errmsg(-1);
    if (const auto id = bytes_of(build_id);
        !id || ((!session_->open_build_id(*id) || session_->build_id != build_id) &&
                !session_->open_debug_file(build_id, search)))
        throw Error(path, reason);
}

BinaryFile::~BinaryFile() = default;

const std::string& BinaryFile::path() const {
    return session_->path;
}

const std::string& BinaryFile::build_id() const {
    return session_->build_id;
}

::Elf* BinaryFile::elf() const {
    return session_->elf;
}

::Dwarf* BinaryFile::debug_information() {
    Dwarf_Addr bias = 0;
    return dwfl_module_getdwarf(session_->module, &bias);
}

SplitPackage& BinaryFile::package() {
    if (!session_->package)
        session_->package.emplace(session_->package_paths());
    return *session_->package;
}

const char* BinaryFile::symbol_at(std::uint64_t address) const {
    if (!session_->symbols)
        session_->symbols.emplace(session_->module);
    return session_->symbols->at(address);
}

std::vector<Code> BinaryFile::code() const {
    std::vector<Code> result;
    Elf_Scn* section = nullptr;
    while ((section = elf_nextscn(session_->elf, section)) != nullptr) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == nullptr || (header.sh_flags & SHF_EXECINSTR) == 0 ||
            header.sh_type != SHT_PROGBITS)
            continue;
        const Elf_Data* const data = elf_rawdata(section, nullptr);
        if (data != nullptr && data->d_buf != nullptr)
            result.push_back(
                {header.sh_addr, {static_cast<const std::uint8_t*>(data->d_buf), data->d_size}});
    }
    std::ranges::sort(result, {}, &Code::address);
    return result;
}

} // namespace cg::binary
