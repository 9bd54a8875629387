#include "zstd.hpp"

#include "malformed.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <new>
#include <utility>
#include <vector>

namespace throng::tool {

namespace {

class unpacker final : public byte_source {
  public:
    unpacker(std::unique_ptr<byte_source> frames, const std::string& name)
        : frames_(std::move(frames)), name_(name), stream_(ZSTD_createDStream()) {
        if (!stream_) throw std::bad_alloc();
        // Bounds the memory that a frame's header can claim, whatever it says.
        ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, 27);
    }

    std::size_t read(std::span<char> into, std::uint64_t line) override {
        for (;;) {
            // Unread output may be left inside the decoder, so it is asked before the file is.
            if (begin_ == end_ && drained_) {
                begin_ = 0;
                end_ = frames_->read(buffer_, line);
                if (end_ == 0) {
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

  private:
    struct free_stream {
        void operator()(ZSTD_DStream* s) const noexcept { ZSTD_freeDStream(s); }
    };

    std::unique_ptr<byte_source> frames_;
    std::string name_;
    std::unique_ptr<ZSTD_DStream, free_stream> stream_;
    std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool frame_done_ = false;
    bool drained_ = true;
};

} // namespace

std::unique_ptr<byte_source> unpack_zstd(std::unique_ptr<byte_source> frames, const std::string& name) {
    return std::make_unique<unpacker>(std::move(frames), name);
}

} // namespace throng::tool
