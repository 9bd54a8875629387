#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/byte_stream.hpp>
#include <throng/world/description.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace throng::core {

/// The bytes of an element of a type with `component<T>::save`.
struct json_raw_bytes {
    std::vector<std::byte> bytes;
};
inline constexpr custom_access access_to_raw_bytes{
    [](const void* at, byte_writer<>& to) {
        const auto& bytes = static_cast<const json_raw_bytes*>(at)->bytes;
        to.write(bytes.data(), bytes.size());
    },
    [](byte_reader& from, void* at) {
        const auto bytes = from.get_bytes(from.rest());
        static_cast<json_raw_bytes*>(at)->bytes.assign(bytes.begin(), bytes.end());
    }};

/// Memory for one element at a time.
class json_element {
  public:
    explicit json_element(const description& type) noexcept : type_(type) {}
    json_element(const json_element&) = delete;
    json_element& operator=(const json_element&) = delete;
    virtual ~json_element() = default;
    [[nodiscard]] const description& type() const noexcept { return type_; }
    /// Another one, which is empty, in the place of the one before.
    virtual void* make() = 0;

  private:
    const description& type_;
};
template <class T> class json_element_of final : public json_element {
  public:
    explicit json_element_of(const description& type) noexcept : json_element(type) {}
    void* make() override {
        held_.reset();
        return std::addressof(held_.emplace());
    }

  private:
    std::optional<T> held_;
};
/// Calls f(element) with memory for elements of a collection.
template <class T, class F> auto with_json_element(F f) {
    if constexpr (std::default_initializable<T>) {
        if (description_of<T>().kind != value_kind::custom) {
            json_element_of<T> element(description_of<T>());
            return f(element);
        }
    }
    static constexpr description raw{
        .kind = value_kind::custom, .size = sizeof(json_raw_bytes), .custom = &access_to_raw_bytes};
    json_element_of<json_raw_bytes> element(raw);
    return f(element);
}

} // namespace throng::core
