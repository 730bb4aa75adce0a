// SPDX-License-Identifier: GPL-2.0-or-later
// dwp puts the sections of .dwo files one after the other, and joins their strings; an index tells
// which part of each section is a unit's. Here that is undone for one unit: its parts, and the
// strings that it uses, are an ELF file in memory, which libdw reads as a .dwo file. It has the
// skeleton's addresses, too, from the unit's first on: units refer to them by number.
#include "binary/split_package.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <dwarf.h>
#include <fcntl.h>
#include <gelf.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace cg::binary {
namespace {

using Bytes = std::span<const std::uint8_t>;

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0)
            close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }

  private:
    int number_;
};

struct EndElf {
    void operator()(Elf* elf) const { elf_end(elf); }
};
struct EndDwarf {
    void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};
using OwnedElf = std::unique_ptr<Elf, EndElf>;
using OwnedDwarf = std::unique_ptr<Dwarf, EndDwarf>;

// Reads numbers from a section. After its end, all are 0 and ok() is false.
class Reader {
  public:
    Reader(Bytes bytes, bool is_big) : bytes_(bytes), is_big_(is_big) {}

    bool ok() const { return ok_; }
    bool at_end() const { return at_ >= bytes_.size(); }
    void skip(std::uint64_t n) {
        ok_ = ok_ && n <= bytes_.size() - at_;
        at_ = ok_ ? at_ + n : bytes_.size();
    }
    std::uint64_t number(std::size_t size) {
        const std::size_t from = at_;
        skip(size);
        std::uint64_t value = 0;
        for (std::size_t i = 0; ok_ && i < size; ++i)
            value = value << 8 | bytes_[from + (is_big_ ? i : size - 1 - i)];
        return value;
    }
    std::uint64_t leb128() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; ok_ && shift < 64; shift += 7) {
            const std::uint64_t byte = number(1);
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80)
                break;
        }
        return value;
    }

  private:
    Bytes bytes_;
    std::size_t at_ = 0;
    bool is_big_;
    bool ok_ = true;
};

// Returns a part of the bytes; nothing if it is not inside.
Bytes part_of(Bytes bytes, std::uint64_t offset, std::uint64_t size) {
    if (offset > bytes.size() || size > bytes.size() - offset)
        return {};
    return bytes.subspan(offset, size);
}
Bytes rest_of(Bytes bytes, std::uint64_t offset) {
    return offset > bytes.size() ? Bytes() : bytes.subspan(offset);
}

bool is_big_endian(Elf* elf) {
    return elf_getident(elf, nullptr)[EI_DATA] == ELFDATA2MSB;
}

// Returns the section of this name; empty if there is none.
Bytes section_of(Elf* elf, std::string_view name) {
    std::size_t names = 0;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return {};
    for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
         section = elf_nextscn(elf, section)) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) == nullptr)
            continue;
        const char* const found = elf_strptr(elf, names, header.sh_name);
        if (found == nullptr || found != name)
            continue;
        if ((header.sh_flags & SHF_COMPRESSED) != 0 && elf_compress(section, 0, 0) < 0)
            return {};
        const Elf_Data* const data = elf_rawdata(section, nullptr);
        if (data == nullptr || data->d_buf == nullptr)
            return {};
        return {static_cast<const std::uint8_t*>(data->d_buf), data->d_size};
    }
    return {};
}

// The sections of which units have parts.
enum Section : std::size_t { info, abbrev, line, str_offsets, ranges, sections };
constexpr std::array<std::string_view, sections> names_of_sections{
    ".debug_info.dwo", ".debug_abbrev.dwo", ".debug_line.dwo", ".debug_str_offsets.dwo",
    ".debug_rnglists.dwo"};

// Returns the section of a number (DW_SECT_...) in an index; `sections` for others, which are not
// needed here. The numbers are those of both versions.
Section section_of_number(std::uint64_t number, std::uint64_t version) {
    switch (number) {
    case 1:
        return info;
    case 3:
        return abbrev;
    case 4:
        return line;
    case 6:
        return str_offsets;
    case 8:
        return version == 5 ? ranges : sections; // of version 2: macros
    default:
        return sections;
    }
}

struct Contribution {
    std::uint64_t offset = 0, size = 0;
};
using Contributions = std::array<Contribution, sections>;

// Reads .debug_cu_index. The parts of each unit, by its ID.
std::map<std::uint64_t, Contributions> read_index(Bytes index, bool is_big) {
    Reader header(index, is_big);
    std::uint64_t version = header.number(4);
    if (version != 2) { // of DWARF 5: two bytes, and two that are 0
        version = Reader(index, is_big).number(2);
        if (version != 5)
            return {};
    }
    const std::uint64_t columns = header.number(4), units = header.number(4),
                        slots = header.number(4);
    if (!header.ok() || columns == 0 || columns > 64 || units > slots || slots > index.size())
        return {};
    const std::uint64_t ids_at = 16, rows_at = ids_at + 8 * slots, numbers_at = rows_at + 4 * slots,
                        offsets_at = numbers_at + 4 * columns,
                        sizes_at = offsets_at + 4 * columns * units,
                        end = sizes_at + 4 * columns * units;
    if (end > index.size())
        return {};
    const auto at = [&](std::uint64_t offset, std::size_t size) {
        return Reader(index.subspan(offset, size), is_big).number(size);
    };
    std::map<std::uint64_t, Contributions> result;
    for (std::uint64_t slot = 0; slot < slots; ++slot) {
        const std::uint64_t row = at(rows_at + 4 * slot, 4); // from 1; 0: nothing is there
        if (row == 0 || row > units)
            continue;
        Contributions& parts = result[at(ids_at + 8 * slot, 8)];
        for (std::uint64_t column = 0; column < columns; ++column) {
            const Section section = section_of_number(at(numbers_at + 4 * column, 4), version);
            const std::uint64_t cell = 4 * (columns * (row - 1) + column);
            if (section != sections)
                parts[section] = {at(offsets_at + cell, 4), at(sizes_at + cell, 4)};
        }
    }
    return result;
}

// Strings that units refer to by number: the offsets of those, and the strings.
struct Strings {
    std::vector<std::uint8_t> offsets;
    std::vector<std::uint8_t> texts;
};

// Returns the strings of one unit, out of those of all. `offsets` is its part of
// .debug_str_offsets.dwo: of DWARF 5 with a header of 8 bytes.
Strings strings_of_unit(Bytes offsets, Bytes texts, bool has_header, bool is_big) {
    constexpr std::size_t size = 4; // of an offset, in the format of 32 bits
    const std::size_t first = has_header ? 8 : 0;
    Strings result;
    result.offsets.assign(offsets.begin(), offsets.end());
    for (std::size_t at = first; at + size <= offsets.size(); at += size) {
        const std::uint64_t offset = Reader(offsets.subspan(at), is_big).number(size);
        const Bytes rest = rest_of(texts, offset);
        const auto end = std::ranges::find(rest, std::uint8_t{0});
        const std::uint64_t here = result.texts.size();
        result.texts.insert(result.texts.end(), rest.begin(), end);
        result.texts.push_back(0);
        for (std::size_t i = 0; i < size; ++i)
            result.offsets[at + i] =
                static_cast<std::uint8_t>(here >> 8 * (is_big ? size - 1 - i : i));
    }
    return result;
}

struct NewSection {
    std::string name;
    Bytes bytes;
};

// Returns an ELF file with these sections, of the kind of another one; empty if it can't be made.
std::vector<char> made_elf(Elf* like, const std::vector<NewSection>& made) {
    const Descriptor memory(memfd_create("dwo", MFD_CLOEXEC));
    if (memory.number() < 0)
        return {};
    const OwnedElf elf(elf_begin(memory.number(), ELF_C_WRITE, nullptr));
    GElf_Ehdr old;
    if (!elf || gelf_getehdr(like, &old) == nullptr ||
        gelf_newehdr(elf.get(), gelf_getclass(like)) == nullptr)
        return {};
    GElf_Ehdr header;
    gelf_getehdr(elf.get(), &header);
    header.e_ident[EI_DATA] = old.e_ident[EI_DATA];
    header.e_machine = old.e_machine;
    header.e_type = ET_REL;
    header.e_version = EV_CURRENT;
    std::string names(1, '\0');
    const auto add = [&](const std::string& name, GElf_Word type, const void* bytes,
                         std::size_t size) {
        Elf_Scn* const section = elf_newscn(elf.get());
        Elf_Data* const data = section == nullptr ? nullptr : elf_newdata(section);
        GElf_Shdr of_section;
        if (data == nullptr || gelf_getshdr(section, &of_section) == nullptr)
            return std::size_t{0};
        data->d_buf = const_cast<void*>(bytes);
        data->d_size = size;
        data->d_type = ELF_T_BYTE;
        data->d_align = 1;
        of_section.sh_name = static_cast<GElf_Word>(names.find('\0' + name + '\0') + 1);
        of_section.sh_type = type;
        gelf_update_shdr(section, &of_section);
        return elf_ndxscn(section);
    };
    constexpr const char* of_names = ".shstrtab";
    for (const NewSection& section : made)
        names += section.name + '\0';
    names += std::string(of_names) + '\0';
    for (const NewSection& section : made)
        add(section.name, SHT_PROGBITS, section.bytes.data(), section.bytes.size());
    header.e_shstrndx =
        static_cast<GElf_Half>(add(of_names, SHT_STRTAB, names.data(), names.size()));
    if (header.e_shstrndx == 0 || gelf_update_ehdr(elf.get(), &header) == 0)
        return {};
    const off_t size = elf_update(elf.get(), ELF_C_WRITE);
    if (size <= 0)
        return {};
    std::vector<char> image(static_cast<std::size_t>(size));
    std::size_t done = 0;
    while (done < image.size()) {
        const ssize_t n = pread(memory.number(), image.data() + done, image.size() - done,
                                static_cast<off_t>(done));
        if (n <= 0)
            return {};
        done += static_cast<std::size_t>(n);
    }
    return image;
}

// Returns an attribute that is an offset into a section, or 0.
std::uint64_t offset_of(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr(&die, name, &attribute), &value) != 0)
        return 0;
    return value;
}

// Returns the part of a section of the program that begins here: up to the next skeleton's.
Bytes skeleton_part(const std::vector<std::uint64_t>& beginnings, std::uint64_t begin,
                    Bytes section) {
    const auto next = std::ranges::upper_bound(beginnings, begin);
    const Bytes rest = rest_of(section, begin);
    return next == beginnings.end() ? rest : part_of(rest, 0, std::min(*next - begin, rest.size()));
}

} // namespace

struct PackagedUnit::Parts {
    std::vector<char> image;
    OwnedElf elf;
    OwnedDwarf dwarf;
    Dwarf_Die die{};
    bool is_big = false;
    unsigned version = 0;
    std::size_t address_size = 8;
    std::uint64_t base = 0; // of ranges: the first address of the skeleton, or 0
    Bytes ranges;           // the unit's part of .debug_rnglists.dwo, or the skeleton's ranges
    Bytes addresses;        // of the skeleton, from its first on

    // Returns where the DIE's list begins in `ranges`.
    std::uint64_t offset_of_ranges(Dwarf_Die& of) const {
        Dwarf_Attribute attribute;
        if (dwarf_attr(&of, DW_AT_ranges, &attribute) == nullptr ||
            dwarf_whatform(&attribute) != DW_FORM_rnglistx)
            return offset_of(of, DW_AT_ranges);
        // A number of a list, for which libdw has no function: offsets of lists follow the header.
        const auto* const image_begin = reinterpret_cast<const std::uint8_t*>(image.data());
        const auto* const image_end = image_begin + image.size();
        if (attribute.valp < image_begin || attribute.valp >= image_end)
            return ranges.size();
        const std::uint64_t number = Reader({attribute.valp, image_end}, is_big).leb128();
        constexpr std::size_t header = 12, size = 4;
        if (number >= ranges.size() / size)
            return ranges.size();
        return header + Reader(rest_of(ranges, header + size * number), is_big).number(size);
    }
};

PackagedUnit::PackagedUnit(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {
}
PackagedUnit::~PackagedUnit() = default;

Dwarf_Die PackagedUnit::die() const {
    return parts_->die;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> PackagedUnit::ranges(Dwarf_Die& die) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
    if (dwarf_hasattr(&die, DW_AT_ranges) == 0) {
        Dwarf_Addr begin = 0, end = 0;
        if (dwarf_lowpc(&die, &begin) == 0 && dwarf_highpc(&die, &end) == 0)
            result.emplace_back(begin, end);
        return result;
    }
    const std::size_t size = parts_->address_size;
    Reader list(rest_of(parts_->ranges, parts_->offset_of_ranges(die)), parts_->is_big);
    std::uint64_t base = parts_->base;
    if (parts_->version < 5) {
        const std::uint64_t highest = size == 4 ? 0xffffffff : ~std::uint64_t{0};
        while (list.ok()) {
            const std::uint64_t begin = list.number(size), end = list.number(size);
            if (!list.ok() || (begin == 0 && end == 0))
                break;
            if (begin == highest)
                base = end;
            else
                result.emplace_back(base + begin, base + end);
        }
        return result;
    }
    const auto address = [&] {
        const std::uint64_t index = list.leb128();
        if (index > parts_->addresses.size() / size)
            return std::uint64_t{0};
        return Reader(rest_of(parts_->addresses, index * size), parts_->is_big).number(size);
    };
    while (list.ok()) {
        std::uint64_t begin = 0;
        switch (list.number(1)) {
        case DW_RLE_base_addressx:
            base = address();
            break;
        case DW_RLE_startx_endx:
            begin = address();
            result.emplace_back(begin, address());
            break;
        case DW_RLE_startx_length:
            begin = address();
            result.emplace_back(begin, begin + list.leb128());
            break;
        case DW_RLE_offset_pair:
            begin = list.leb128();
            result.emplace_back(base + begin, base + list.leb128());
            break;
        case DW_RLE_base_address:
            base = list.number(size);
            break;
        case DW_RLE_start_end:
            begin = list.number(size);
            result.emplace_back(begin, list.number(size));
            break;
        case DW_RLE_start_length:
            begin = list.number(size);
            result.emplace_back(begin, begin + list.leb128());
            break;
        default: // the end, or broken
            return result;
        }
    }
    return result;
}

struct SplitPackage::File {
    explicit File(int descriptor) : file(descriptor) {}

    // Returns the unit with this ID, of this skeleton, or null.
    std::unique_ptr<PackagedUnit> unit(std::uint64_t id, Dwarf_Die& skeleton) const;

    void find_skeletons(Dwarf* program) {
        Dwarf_CU* unit = nullptr;
        Dwarf_Die die{};
        while (dwarf_get_units(program, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
            for (const unsigned name : {unsigned{DW_AT_addr_base}, unsigned{DW_AT_GNU_addr_base}})
                addresses.push_back(offset_of(die, name));
            skeleton_ranges.push_back(offset_of(die, DW_AT_GNU_ranges_base));
        }
        std::ranges::sort(addresses);
        std::ranges::sort(skeleton_ranges);
    }

    Descriptor file;
    OwnedElf elf;
    std::map<std::uint64_t, Contributions> index;
    std::array<Bytes, sections> of_all; // units
    Bytes texts;
    // Where the parts of skeletons begin in .debug_addr and .debug_ranges, which no index tells.
    std::vector<std::uint64_t> addresses, skeleton_ranges;
};

SplitPackage::SplitPackage(std::vector<std::string> paths) : paths_(std::move(paths)) {
}
SplitPackage::~SplitPackage() = default;

std::unique_ptr<PackagedUnit> SplitPackage::File::unit(std::uint64_t id,
                                                       Dwarf_Die& skeleton) const {
    const auto found = index.find(id);
    if (found == index.end())
        return nullptr;
    std::array<Bytes, sections> own;
    for (std::size_t i = 0; i < sections; ++i)
        own[i] = part_of(of_all[i], found->second[i].offset, found->second[i].size);

    auto parts = std::make_unique<PackagedUnit::Parts>();
    parts->is_big = is_big_endian(elf.get());
    Dwarf_Half version = 0;
    std::uint8_t address_size = 8;
    dwarf_cu_info(skeleton.cu, &version, nullptr, nullptr, nullptr, nullptr, &address_size,
                  nullptr);
    parts->version = version;
    parts->address_size = address_size;
    Dwarf_Addr base = 0;
    if (dwarf_lowpc(&skeleton, &base) == 0)
        parts->base = base;
    Elf* const program = dwarf_getelf(dwarf_cu_getdwarf(skeleton.cu));
    const bool is_5 = version >= 5;
    parts->addresses = skeleton_part(
        addresses,
        offset_of(skeleton, is_5 ? unsigned{DW_AT_addr_base} : unsigned{DW_AT_GNU_addr_base}),
        section_of(program, ".debug_addr"));
    parts->ranges = is_5
                        ? own[ranges]
                        : skeleton_part(skeleton_ranges, offset_of(skeleton, DW_AT_GNU_ranges_base),
                                        section_of(program, ".debug_ranges"));

    const Strings strings = strings_of_unit(own[str_offsets], texts, is_5, parts->is_big);
    std::vector<NewSection> made{{".debug_str.dwo", strings.texts},
                                 {".debug_addr.dwo", parts->addresses}};
    for (std::size_t i = 0; i < sections; ++i)
        if (const Bytes bytes = i == str_offsets ? Bytes(strings.offsets) : own[i]; !bytes.empty())
            made.push_back({std::string(names_of_sections[i]), bytes});
    if (!is_5 && !parts->ranges.empty())
        made.push_back({".debug_ranges.dwo", parts->ranges});
    parts->image = made_elf(elf.get(), made);
    if (parts->image.empty())
        return nullptr;
    parts->elf.reset(elf_memory(parts->image.data(), parts->image.size()));
    parts->dwarf.reset(dwarf_begin_elf(parts->elf.get(), DWARF_C_READ, nullptr));
    Dwarf_CU* unit = nullptr;
    while (parts->dwarf && dwarf_get_units(parts->dwarf.get(), unit, &unit, nullptr, nullptr,
                                           &parts->die, nullptr) == 0) {
        std::uint64_t found_id = 0;
        if (dwarf_cu_info(unit, nullptr, nullptr, nullptr, nullptr, &found_id, nullptr, nullptr) ==
                0 &&
            found_id == id)
            return std::make_unique<PackagedUnit>(std::move(parts));
    }
    return nullptr;
}

const PackagedUnit* SplitPackage::find(Dwarf_Die& skeleton) {
    if (!is_opened_) {
        is_opened_ = true;
        for (const std::string& path : paths_) {
            auto file =
                std::make_unique<File>(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
            if (file->file.number() < 0)
                continue;
            file->elf.reset(elf_begin(file->file.number(), ELF_C_READ_MMAP, nullptr));
            if (!file->elf || elf_kind(file->elf.get()) != ELF_K_ELF)
                continue;
            file->index = read_index(section_of(file->elf.get(), ".debug_cu_index"),
                                     is_big_endian(file->elf.get()));
            for (std::size_t i = 0; i < sections; ++i)
                file->of_all[i] = section_of(file->elf.get(), names_of_sections[i]);
            file->texts = section_of(file->elf.get(), ".debug_str.dwo");
            file->find_skeletons(dwarf_cu_getdwarf(skeleton.cu));
            file_ = std::move(file);
            break;
        }
    }
    std::uint64_t id = 0;
    if (!file_ ||
        dwarf_cu_info(skeleton.cu, nullptr, nullptr, nullptr, nullptr, &id, nullptr, nullptr) != 0)
        return nullptr;
    const auto [unit, is_new] = units_.try_emplace(id);
    if (is_new)
        unit->second = file_->unit(id, skeleton);
    return unit->second.get();
}

} // namespace cg::binary
