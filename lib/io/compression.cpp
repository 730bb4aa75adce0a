// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/compression.hpp"

#include "text/words.hpp"

#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <exception>
#include <libdeflate.h>
#include <new>

namespace cg {
namespace {

namespace bio = boost::iostreams;

// Boost closes its chains in destructors, which drop exceptions of a sink. So the device stores
// the exception, and check() throws it.
struct SinkDevice {
    using char_type = char;
    using category = bio::sink_tag;

    const Sink* sink;
    std::exception_ptr* failure;

    std::streamsize write(const char* bytes, std::streamsize size) {
        if (!*failure) {
            try {
                (*sink)({bytes, static_cast<std::size_t>(size)});
            } catch (...) {
                *failure = std::current_exception();
            }
        }
        return size;
    }
};

constexpr std::streamsize zstd_buffer_size = 1 << 16;

} // namespace

Compression compression_of_bytes(std::string_view bytes) {
    if (bytes.starts_with("\x1f\x8b"))
        return Compression::gzip;
    if (bytes.starts_with("\x28\xb5\x2f\xfd"))
        return Compression::zstd;
    return Compression::none;
}

Compression compression_of_name(std::string_view path) {
    if (ends_ignoring_case(path, ".gz"))
        return Compression::gzip;
    if (ends_ignoring_case(path, ".zst"))
        return Compression::zstd;
    return Compression::none;
}

struct Compressor::Chain {
    virtual ~Chain() = default;
    virtual void write(std::string_view bytes) = 0;
    virtual void finish() = 0;
};

// Compresses all bytes at once, because libdeflate has no streams. It takes half of zlib's time.
// Writes one member, because some readers (in browsers) read only the first.
struct Compressor::Gzip : Chain {
    explicit Gzip(Sink s) : sink(std::move(s)) {
        constexpr std::size_t address_space = 1 << 26; // no memory yet; growing would copy
        pending.reserve(address_space);
    }
    void write(std::string_view bytes) override { pending += bytes; }
    void finish() override {
        constexpr int fastest = 1; // the next level takes a third more time for 6 % less
        const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> gzip(
            libdeflate_alloc_compressor(fastest), libdeflate_free_compressor);
        if (gzip == nullptr)
            throw std::bad_alloc();
        const std::size_t room = libdeflate_gzip_compress_bound(gzip.get(), pending.size());
        // Not a string, which would clear pages that nothing is written to.
        const auto out = std::make_unique_for_overwrite<char[]>(room);
        const std::size_t size =
            libdeflate_gzip_compress(gzip.get(), pending.data(), pending.size(), out.get(), room);
        pending.clear();
        sink({out.get(), size});
    }

    Sink sink;
    std::string pending;
};

struct Compressor::Zstd : Chain {
    explicit Zstd(Sink s) : sink(std::move(s)) {
        buffer.push(bio::zstd_compressor(), zstd_buffer_size);
        buffer.push(SinkDevice{&sink, &failure}, zstd_buffer_size);
    }
    void write(std::string_view bytes) override {
        buffer.sputn(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        check();
    }
    void finish() override {
        buffer.reset();
        check();
    }
    void check() const {
        if (failure)
            std::rethrow_exception(failure);
    }

    Sink sink;
    std::exception_ptr failure;
    bio::filtering_streambuf<bio::output> buffer;
};

Compressor::Compressor(Compression compression, Sink sink) {
    if (compression == Compression::gzip)
        chain_ = std::make_unique<Gzip>(std::move(sink));
    else
        chain_ = std::make_unique<Zstd>(std::move(sink));
}

Compressor::~Compressor() = default;

void Compressor::write(std::string_view bytes) {
    chain_->write(bytes);
}

void Compressor::finish() {
    chain_->finish();
}

} // namespace cg
