#include "byte_source.hpp"

#include "malformed.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

namespace throng::tool {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

class file_source final : public byte_source {
  public:
    explicit file_source(const std::string& path) : name_(path), file_(std::fopen(path.c_str(), "rb")) {
        if (!file_) throw malformed(name_, 0, "a file that can be read", reason(errno));
    }

    std::size_t read(std::span<char> into, std::uint64_t line) override {
        errno = 0;
        const std::size_t n = std::fread(into.data(), 1, into.size(), file_.get());
        if (n == 0 && std::ferror(file_.get())) throw malformed(name_, line, "a file that can be read", reason(errno));
        return n;
    }

  private:
    struct close {
        void operator()(std::FILE* f) const noexcept { std::fclose(f); }
    };

    std::string name_;
    std::unique_ptr<std::FILE, close> file_;
};

class memory_source final : public byte_source {
  public:
    explicit memory_source(std::string_view bytes) : rest_(bytes) {}

    std::size_t read(std::span<char> into, std::uint64_t) override {
        const std::size_t n = std::min(into.size(), rest_.size());
        std::copy_n(rest_.data(), n, into.data());
        rest_.remove_prefix(n);
        return n;
    }

  private:
    std::string_view rest_;
};

/// Passes plain bytes on and unpacks zstd frames; the first bytes decide which.
class unpacker final : public byte_source {
  public:
    unpacker(std::unique_ptr<byte_source> raw, std::string name) : raw_(std::move(raw)), name_(std::move(name)) {
        refill(0);
        if (starts_with({0x28, 0xb5, 0x2f, 0xfd}) || is_skippable()) {
            stream_.reset(ZSTD_createDStream());
            if (!stream_) throw std::bad_alloc();
            // Bounds the memory that a frame's header can claim, whatever it says.
            ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, 27);
        } else if (starts_with({0x1f, 0x8b})) {
            throw malformed(name_, 0, "plain text or zstd", "gzip data");
        } else if (name_.ends_with(".zst")) {
            throw malformed(name_, 0, "zstd data, as the name says",
                            end_ == 0 ? "an empty file" : "bytes that are not a zstd frame");
        }
    }

    std::size_t read(std::span<char> into, std::uint64_t line) override {
        if (!stream_) {
            if (begin_ == end_ && !refill(line)) return 0;
            const std::size_t n = std::min(into.size(), end_ - begin_);
            std::copy_n(buffer_.data() + begin_, n, into.data());
            begin_ += n;
            return n;
        }
        return unpack(into, line);
    }

  private:
    struct free_stream {
        void operator()(ZSTD_DStream* s) const noexcept { ZSTD_freeDStream(s); }
    };

    std::size_t unpack(std::span<char> into, std::uint64_t line) {
        for (;;) {
            // Unread output may be left inside the decoder, so it is asked before the file is.
            if (begin_ == end_ && drained_) {
                if (!refill(line)) {
                    if (!frame_done_)
                        throw malformed(name_, line, "more zstd data", "the end of the file (is it cut off?)");
                    return 0;
                }
            }
            ZSTD_inBuffer in{buffer_.data(), end_, begin_};
            ZSTD_outBuffer out{into.data(), into.size(), 0};
            const std::size_t hint = ZSTD_decompressStream(stream_.get(), &out, &in);
            if (ZSTD_isError(hint))
                throw malformed(name_, line, "valid zstd data", fmt::format("'{}'", ZSTD_getErrorName(hint)));
            begin_ = in.pos;
            frame_done_ = hint == 0;
            drained_ = out.pos < out.size || frame_done_;
            if (out.pos > 0) return out.pos;
        }
    }

    bool refill(std::uint64_t line) {
        begin_ = 0;
        end_ = raw_->read(buffer_, line);
        return end_ > 0;
    }

    bool starts_with(std::initializer_list<unsigned char> magic) const {
        return end_ >= magic.size() && std::equal(magic.begin(), magic.end(), buffer_.begin(),
                                                  [](auto m, char c) { return m == static_cast<unsigned char>(c); });
    }

    bool is_skippable() const {
        return end_ > 0 && (static_cast<unsigned char>(buffer_[0]) & 0xf0u) == 0x50u && end_ >= 4 &&
               buffer_[1] == 0x2a && buffer_[2] == 0x4d && buffer_[3] == 0x18;
    }

    std::unique_ptr<byte_source> raw_;
    std::string name_;
    std::unique_ptr<ZSTD_DStream, free_stream> stream_;
    std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool frame_done_ = false;
    bool drained_ = true;
};

} // namespace

std::unique_ptr<byte_source> open_file(const std::string& path) {
    return std::make_unique<unpacker>(std::make_unique<file_source>(path), path);
}

std::unique_ptr<byte_source> open_bytes(std::string_view bytes, const std::string& name) {
    return std::make_unique<unpacker>(std::make_unique<memory_source>(bytes), name);
}

} // namespace throng::tool
