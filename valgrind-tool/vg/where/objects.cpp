// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/where/objects.hpp"

#include "reading/build_id.hpp"
#include "reading/elf_sections.hpp"
#include "vg/core/arena.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

using reading::ElfNotes;
using reading::FilePart;

// A part of a file that is read into a buffer. Notes are some hundred bytes.
class FileReader {
  public:
    explicit FileReader(const HChar* path) : file_(VG_(open)(path, VKI_O_RDONLY, 0)) {}
    ~FileReader() {
        if (!sr_isError(file_))
            VG_(close)(static_cast<Int>(sr_Res(file_)));
    }
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    FilePart read(ULong offset, ULong size) {
        if (sr_isError(file_) || size == 0 || size > sizeof buffer_)
            return {nullptr, 0};
        const Int file = static_cast<Int>(sr_Res(file_));
        if (VG_(lseek)(file, static_cast<OffT>(offset), VKI_SEEK_SET) < 0)
            return {nullptr, 0};
        const Int bytes = VG_(read)(file, buffer_, static_cast<Int>(size));
        return {buffer_, bytes < 0 ? 0 : static_cast<SizeT>(bytes)};
    }

  private:
    SysRes file_;
    UChar buffer_[4096];
};

const HChar* in_hexadecimal(FilePart bytes) {
    constexpr SizeT max_size = 64;
    HChar text[2 * max_size + 1] = "";
    for (SizeT i = 0; i < bytes.size && i < max_size; ++i)
        VG_(sprintf)(text + 2 * i, "%02x", bytes.begin[i]);
    return intern(Text(text));
}

const HChar* build_id_of(const HChar* path) {
    FileReader file(path);
    const ElfNotes notes(file.read(0, reading::ElfLayout::header_size));
    const HChar* id = nullptr;
    FileReader second(path); // has a buffer of its own, because the segments are read meanwhile
    notes.for_each_segment(file.read(notes.segments_offset(), notes.segments_size()),
                           [&](ULong offset, ULong size) {
                               const FilePart found = ElfNotes::build_id(second.read(offset, size));
                               if (found.begin == nullptr)
                                   return false;
                               id = in_hexadecimal(found);
                               return true;
                           });
    return id != nullptr ? id : intern(Text(""));
}

constinit CodeObject* objects = nullptr;

// The object of the last address, and its code. Each instruction that is translated asks for it.
struct LastObject {
    DiEpoch epoch = {0};
    Addr begin = 0, end = 0;
    CodeObject* object = nullptr;
};
constinit LastObject last;

CodeObject* find_or_add(const HChar* path, Addr bias) {
    for (CodeObject* o = objects; o != nullptr; o = o->next) {
        if (o->bias == bias && VG_(strcmp)(o->path, path) == 0)
            return o;
    }
    auto* const added = allocate<CodeObject>();
    *added = {intern(Text(path)), build_id_of(path), bias, objects, 0, false, false};
    objects = added;
    return added;
}

// Returns true for functions that the linker adds, whose lines are in no object: of some libraries
// no other is executed.
bool is_of_linker(const HChar* function) {
    const HChar* const names[] = {"???",
                                  "_start",
                                  "_init",
                                  "_fini",
                                  "frame_dummy",
                                  "register_tm_clones",
                                  "__do_global_dtors_aux",
                                  "deregister_tm_clones"};
    for (const HChar* const name : names) {
        if (VG_(strcmp)(function, name) == 0)
            return true;
    }
    return false;
}

// Returns true if the file has debugging information of lines. One with very many sections is
// taken for one without.
bool has_debugging_information(const HChar* path) {
    FileReader file(path), second(path);
    const reading::ElfSections sections(file.read(0, reading::ElfLayout::header_size));
    const FilePart headers = file.read(sections.headers_offset(), sections.headers_size());
    if (headers.size == 0 || headers.size != sections.headers_size())
        return false;
    const ULong names_size = sections.names_size(headers);
    const FilePart names = second.read(sections.names_offset(headers), names_size);
    return names.size == names_size && sections.has(headers, names, ".debug_line");
}

} // namespace

CodeObject* code_object_at(Addr address) {
    const DiEpoch now = VG_(current_DiEpoch)();
    if (now.n == last.epoch.n && address >= last.begin && address < last.end)
        return last.object;
    const DebugInfo* const loaded = VG_(find_DebugInfo)(now, address);
    if (loaded == nullptr)
        return nullptr;
    CodeObject* const object = find_or_add(VG_(DebugInfo_get_filename)(loaded),
                                           static_cast<Addr>(VG_(DebugInfo_get_text_bias)(loaded)));
    const Addr begin = VG_(DebugInfo_get_text_avma)(loaded);
    last = {now, begin, begin + VG_(DebugInfo_get_text_size)(loaded), object};
    return object;
}

void note_line(Addr address, const HChar* function, bool is_known) {
    CodeObject* const object = code_object_at(address);
    if (object == nullptr)
        return;
    if (is_known)
        object->has_lines = true;
    else if (!object->has_other_code)
        object->has_other_code = !is_of_linker(function);
}

void report_objects_without_lines() {
    for (const CodeObject* o = objects; o != nullptr; o = o->next) {
        if (o->has_lines || !o->has_other_code || !has_debugging_information(o->path))
            continue;
        VG_(umsg)("note: this Valgrind reads no lines of '%s'.\n", o->path);
        VG_(umsg)("      Compile it with -gdwarf-4, or without -gsplit-dwarf.\n");
    }
}

const CodeObject* all_code_objects() {
    return objects;
}

} // namespace cg::vg
