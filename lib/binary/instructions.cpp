// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/instructions.hpp"

#include <algorithm>
#include <capstone/capstone.h>
#include <gelf.h>
#include <memory>
#include <span>

namespace cg::binary {
namespace {

struct Processor {
    cs_arch arch;
    cs_mode mode;
};

std::optional<Processor> processor_of(Elf* elf) {
    GElf_Ehdr header;
    if (gelf_getehdr(elf, &header) == nullptr)
        return std::nullopt;
    const cs_mode order =
        header.e_ident[EI_DATA] == ELFDATA2MSB ? CS_MODE_BIG_ENDIAN : CS_MODE_LITTLE_ENDIAN;
    const auto with_order = [&](int mode) { return static_cast<cs_mode>(mode | order); };
    switch (header.e_machine) {
    case EM_X86_64:
        return Processor{CS_ARCH_X86, CS_MODE_64};
    case EM_386:
        return Processor{CS_ARCH_X86, CS_MODE_32};
    case EM_AARCH64:
        return Processor{CS_ARCH_ARM64, order};
    case EM_ARM:
        return Processor{CS_ARCH_ARM, order};
    case EM_PPC64:
        return Processor{CS_ARCH_PPC, with_order(CS_MODE_64)};
    case EM_S390:
        return Processor{CS_ARCH_SYSZ, CS_MODE_BIG_ENDIAN};
    case EM_MIPS:
        return Processor{
            CS_ARCH_MIPS,
            with_order(header.e_ident[EI_CLASS] == ELFCLASS64 ? CS_MODE_MIPS64 : CS_MODE_MIPS32)};
    default:
        return std::nullopt;
    }
}

class Decoder {
  public:
    // With `is_detailed`, the groups of instructions are known, too.
    explicit Decoder(const Processor& processor, bool is_detailed) {
        if (cs_open(processor.arch, processor.mode, &handle_) != CS_ERR_OK)
            return;
        is_open_ = true;
        if (is_detailed)
            cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
        if (processor.arch == CS_ARCH_X86)
            cs_option(handle_, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
        instruction_.reset(cs_malloc(handle_));
    }
    ~Decoder() {
        instruction_.reset();
        if (is_open_)
            cs_close(&handle_);
    }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    explicit operator bool() const { return is_open_; }

    // Returns the number of bytes of the first instruction; 1 if it is none.
    std::size_t size(std::span<const std::uint8_t> bytes, std::uint64_t address) {
        const std::uint8_t* at = bytes.data();
        std::size_t left = bytes.size();
        return cs_disasm_iter(handle_, &at, &left, &address, instruction_.get())
                   ? instruction_->size
                   : 1;
    }

    // Decodes the first instruction of the bytes, in detail.
    Instruction next(std::span<const std::uint8_t> bytes, std::uint64_t address) {
        const std::uint8_t* at = bytes.data();
        std::size_t left = bytes.size();
        std::uint64_t next_address = address;
        if (!cs_disasm_iter(handle_, &at, &left, &next_address, instruction_.get()))
            return {address, 1, false, std::nullopt, "(bad)", ""};
        const cs_insn& found = *instruction_;
        Instruction result{address,
                           static_cast<std::uint8_t>(found.size),
                           has_group(CS_GRP_CALL),
                           std::nullopt,
                           found.mnemonic,
                           found.op_str};
        if (result.is_call || has_group(CS_GRP_JUMP))
            result.target = target_in(result.operands);
        return result;
    }

  private:
    struct Free {
        void operator()(cs_insn* instruction) const { cs_free(instruction, 1); }
    };

    bool has_group(unsigned group) const {
        return cs_insn_group(handle_, instruction_.get(), group);
    }

    // Direct targets are the last operand, and a number; those of other processors than x86 may
    // have a # before it.
    static std::optional<std::uint64_t> target_in(const std::string& operands) {
        const std::size_t space = operands.rfind(' ');
        std::string_view last(operands);
        last.remove_prefix(space == std::string::npos ? 0 : space + 1);
        if (last.starts_with('#'))
            last.remove_prefix(1);
        if (!last.starts_with("0x") || last.find_first_not_of("0123456789abcdef", 2) != last.npos)
            return std::nullopt;
        return std::stoull(std::string(last), nullptr, 16);
    }

    csh handle_ = 0;
    bool is_open_ = false;
    std::unique_ptr<cs_insn, Free> instruction_;
};

} // namespace

std::vector<Instruction> instructions(const BinaryFile& file, std::uint64_t begin,
                                      std::uint64_t end) {
    std::vector<Instruction> result;
    const auto processor = processor_of(file.elf());
    if (!processor)
        return result;
    Decoder decoder(*processor, true);
    if (!decoder)
        return result;
    for (const Code& code : file.code()) {
        const std::uint64_t code_end = code.address + code.bytes.size();
        std::uint64_t at = std::max(begin, code.address);
        while (at < std::min(end, code_end)) {
            result.push_back(decoder.next(code.bytes.subspan(at - code.address), at));
            at += result.back().size;
        }
    }
    return result;
}

struct InstructionAddresses::Decoder {
    std::vector<Code> code;
    std::optional<binary::Decoder> decoder;
};

InstructionAddresses::InstructionAddresses(const BinaryFile& file)
    : decoder_(std::make_unique<Decoder>()) {
    const auto processor = processor_of(file.elf());
    if (!processor)
        return;
    decoder_->code = file.code();
    decoder_->decoder.emplace(*processor, false);
}

InstructionAddresses::~InstructionAddresses() = default;

void InstructionAddresses::append(std::uint64_t begin, std::uint64_t end,
                                  std::vector<std::uint64_t>& addresses) {
    addresses.push_back(begin);
    for (const Code& code : decoder_->code) {
        const std::uint64_t code_end = code.address + code.bytes.size();
        if (!*decoder_->decoder || begin < code.address || begin >= code_end)
            continue;
        for (std::uint64_t at = begin;;) {
            at += decoder_->decoder->size(code.bytes.subspan(at - code.address), at);
            if (at >= std::min(end, code_end))
                return;
            addresses.push_back(at);
        }
    }
}

} // namespace cg::binary
