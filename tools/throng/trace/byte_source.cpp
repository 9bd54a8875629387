#include "byte_source.hpp"

#include "malformed.hpp"
#include "zstd.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <initializer_list>
#include <system_error>
#include <utility>
#include <vector>

namespace throng::tool {

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

class file_source final : public byte_source {
  public:
    explicit file_source(const std::string& path) : name_(path), file_(std::fopen(path.c_str(), "rb")) {
        if (!file_) throw malformed::cannot("open", name_, reason(errno));
    }

    std::size_t read(std::span<char> into, std::uint64_t) override {
        errno = 0;
        const std::size_t n = std::fread(into.data(), 1, into.size(), file_.get());
        if (n == 0 && std::ferror(file_.get())) throw malformed::cannot("read", name_, reason(errno));
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

/// Passes bytes on, and shows the first ones before they are read.
class peeked_source final : public byte_source {
  public:
    explicit peeked_source(std::unique_ptr<byte_source> raw) : raw_(std::move(raw)) { refill(0); }

    std::size_t read(std::span<char> into, std::uint64_t line) override {
        if (begin_ == end_ && !refill(line)) return 0;
        const std::size_t n = std::min(into.size(), end_ - begin_);
        std::copy_n(buffer_.data() + begin_, n, into.data());
        begin_ += n;
        return n;
    }

    [[nodiscard]] bool is_empty() const { return end_ == 0; }

    [[nodiscard]] bool starts_with(std::initializer_list<unsigned char> magic) const {
        return end_ >= magic.size() && std::equal(magic.begin(), magic.end(), buffer_.begin(),
                                                  [](auto m, char c) { return m == static_cast<unsigned char>(c); });
    }

    /// A frame of zstd's that holds no data.
    [[nodiscard]] bool is_skippable() const {
        return end_ > 0 && (static_cast<unsigned char>(buffer_[0]) & 0xf0u) == 0x50u && end_ >= 4 &&
               buffer_[1] == 0x2a && buffer_[2] == 0x4d && buffer_[3] == 0x18;
    }

  private:
    bool refill(std::uint64_t line) {
        begin_ = 0;
        end_ = raw_->read(buffer_, line);
        return end_ > 0;
    }

    std::unique_ptr<byte_source> raw_;
    std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

/// The first bytes decide whether it is plain.
std::unique_ptr<byte_source> unpacked(std::unique_ptr<byte_source> raw, const std::string& name) {
    auto bytes = std::make_unique<peeked_source>(std::move(raw));
    if (bytes->starts_with({0x28, 0xb5, 0x2f, 0xfd}) || bytes->is_skippable())
        return unpack_zstd(std::move(bytes), name);
    if (bytes->starts_with({0x1f, 0x8b})) throw malformed(name, 0, "plain text or zstd", "gzip data");
    if (name.ends_with(".zst"))
        throw malformed(name, 0, "zstd data, as the name says",
                        bytes->is_empty() ? "an empty file" : "bytes that are not a zstd frame");
    return bytes;
}

} // namespace

std::unique_ptr<byte_source> open_file(const std::string& path) {
    return unpacked(std::make_unique<file_source>(path), path);
}

std::unique_ptr<byte_source> open_bytes(std::string_view bytes, const std::string& name) {
    return unpacked(std::make_unique<memory_source>(bytes), name);
}

} // namespace throng::tool
