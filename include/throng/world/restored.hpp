#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/entity.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace throng {

namespace core {

/// Which field is meant, as in "post.x" or "words[3]": written from its end. Of a long one the beginning is cut off.
class field_path {
  public:
    void prepend(std::string_view name) noexcept {
        if (begin_ != sizeof(text_) && text_[begin_] != '[') prepend_plainly(".");
        prepend_plainly(name);
    }
    void prepend(std::uint64_t index) noexcept {
        char digits[20];
        std::size_t begin = sizeof(digits);
        do {
            digits[--begin] = static_cast<char>('0' + index % 10);
            index /= 10;
        } while (index != 0);
        if (begin_ != sizeof(text_) && text_[begin_] != '[') prepend_plainly(".");
        prepend_plainly("]");
        prepend_plainly({digits + begin, sizeof(digits) - begin});
        prepend_plainly("[");
    }
    [[nodiscard]] std::string_view get() const noexcept { return {text_ + begin_, sizeof(text_) - begin_}; }

  private:
    void prepend_plainly(std::string_view text) noexcept {
        if (text.size() > begin_) text.remove_prefix(text.size() - begin_);
        begin_ -= text.size();
        std::memcpy(text_ + begin_, text.data(), text.size());
    }

    char text_[96];
    std::size_t begin_ = sizeof(text_);
};

} // namespace core

/// The result of restoring: true if it succeeded, otherwise the reason and the place.
struct restored {
    /// Null if all is well.
    const char* error = nullptr;
    /// Where in the bytes.
    std::size_t position = 0;
    /// The component, field and entity that the error concerns; empty if it concerns none. The name is valid as long as
    /// the bytes are.
    std::string_view component = {};
    throng::entity entity = {};
    core::field_path path = {};
    /// As "left", "post.x" or "words[3]".
    [[nodiscard]] std::string_view field() const noexcept { return path.get(); }
    [[nodiscard]] explicit operator bool() const noexcept { return error == nullptr; }
};

namespace core {

/// The check sum at the end of what is saved.
inline constexpr std::size_t saved_sum_bytes = sizeof(std::uint64_t);

/// Whether the check sum is that of the bytes before it.
[[nodiscard]] inline restored check_sum_of(std::span<const std::byte> bytes) noexcept {
    if (bytes.size() < saved_sum_bytes) return {"too short", bytes.size()};
    const auto body = bytes.first(bytes.size() - saved_sum_bytes);
    std::uint64_t sum = 0;
    copy_number(&sum, bytes.data() + body.size(), sizeof(sum));
    if (sum != mix(0, body.data(), body.size())) return {"damaged: the check sum is wrong", body.size()};
    return {};
}

} // namespace core
} // namespace throng
