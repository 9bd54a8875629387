#pragma once

#include <throng/world/row.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// One value of a type for a whole world, for as many types as there are.
template <class Allocator> class single_values {
    using memory = line_memory<Allocator>;

  public:
    /// Null if there is none.
    [[nodiscard]] void* get(std::uint32_t n) const noexcept { return singles_.at(n).object; }
    /// `make(address)` makes it; it takes the place of the one there is. Throws what the allocator or `make` throws;
    /// nothing has changed then.
    template <class Make>
    void* set(const Allocator& allocator, std::uint32_t n, std::size_t bytes, void (*end)(void*) noexcept, Make make) {
        singles_.extend(allocator, n + 1);
        struct guard {
            const Allocator& a;
            void* held;
            std::size_t bytes;
            ~guard() {
                if (held != nullptr) memory::give_back(a, held, bytes);
            }
        } g{allocator, memory::take(allocator, bytes), bytes};
        make(g.held);
        void* const at = std::exchange(g.held, nullptr);
        const single_value old = std::exchange(singles_[n], single_value{at, bytes, end});
        discard(allocator, old);
        return at;
    }
    bool remove(const Allocator& allocator, std::uint32_t n) noexcept {
        if (singles_.at(n).object == nullptr) return false;
        const single_value old = std::exchange(singles_[n], single_value{});
        discard(allocator, old);
        return true;
    }
    void release(const Allocator& allocator) noexcept {
        // (Whoever asks for one while another goes finds those that are still there, and may set one.)
        for (std::size_t i = 0; i < singles_.size(); ++i) discard(allocator, std::exchange(singles_[i], {}));
        singles_.release(allocator);
    }

  private:
    struct single_value {
        void* object = nullptr;
        std::size_t bytes = 0;
        void (*destroy)(void*) noexcept = nullptr;
    };
    static void discard(const Allocator& allocator, const single_value& v) noexcept {
        if (v.object == nullptr) return;
        v.destroy(v.object);
        memory::give_back(allocator, v.object, v.bytes);
    }

    row<single_value> singles_;
};

} // namespace throng::core
