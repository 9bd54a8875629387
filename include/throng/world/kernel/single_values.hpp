#pragma once

#include <throng/core/audit.hpp>
#include <throng/world/component.hpp>
#include <throng/world/kernel/row.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace throng::core {

/// A singleton as the world itself sees it.
struct single_type {
    std::size_t bytes = 0;
    /// Null if there is nothing to be done.
    void (*destroy)(void*) noexcept = nullptr;
    /// Null if its bytes will do, or if it cannot be copied.
    void (*copy)(void* to, const void* from) = nullptr;
    /// Whether its bytes may be copied instead, and there is nothing to be destroyed.
    bool is_bytes = false;

    [[nodiscard]] bool can_be_copied() const noexcept { return copy != nullptr || is_bytes; }
    void copy_value(void* to, const void* from) const {
        if (copy != nullptr) copy(to, from);
        else std::memcpy(to, from, bytes);
    }
};
template <class T> [[nodiscard]] constexpr single_type describe_single() noexcept {
    single_type t{sizeof(T), [](void* x) noexcept { static_cast<T*>(x)->~T(); }};
    if constexpr (std::is_copy_constructible_v<T>)
        t.copy = [](void* to, const void* from) { ::new (to) T(*static_cast<const T*>(from)); };
    t.is_bytes = plain<T> && std::is_trivially_destructible_v<T>;
    return t;
}
struct single_family {
    using description = single_type;
    template <class T> static constexpr description (*describe)() = &describe_single<T>;
};
/// Those of types have even numbers, those of run time odd ones.
template <class T> [[nodiscard]] std::uint32_t single_number() noexcept {
    return type_numbers<single_family>::of<T>() * 2;
}
/// Of a component of run time.
[[nodiscard]] inline single_type describe_single(const component_type& t) noexcept {
    return {t.size, t.destroy, t.copy, t.is_bytes()};
}
[[nodiscard]] constexpr std::uint32_t single_number(std::uint32_t column) noexcept { return column * 2 + 1; }

/// One value of a type for a whole world, for as many types as there are.
template <class Allocator> class single_values {
    using memory = line_memory<Allocator>;

  public:
    /// Null if there is none.
    [[nodiscard]] void* get(std::uint32_t n) const noexcept { return singles_.at(n).object; }
    /// The type of the one of that number; null if there is none.
    [[nodiscard]] single_type* type_of(std::uint32_t n) noexcept {
        return singles_.at(n).object == nullptr ? nullptr : &singles_[n].type;
    }
    /// Calls f(number, address, type) for each that there is.
    template <class F> void each(F f) const {
        for (std::uint32_t n = 0; n < singles_.size(); ++n) {
            if (singles_[n].object != nullptr) f(n, singles_[n].object, singles_[n].type);
        }
    }
    /// Whether the code of one is running that is assigned to: none of them may be exchanged meanwhile.
    [[nodiscard]] bool are_assigned_to() const noexcept { return assignments_ != nullptr; }
    /// One of a type. Assigned to the one there is, if that is possible, else as below.
    template <class T> T& put(const Allocator& allocator, T&& value) {
        const std::uint32_t n = single_number<T>();
        if constexpr (std::is_move_assignable_v<T>) {
            if (T* const there = static_cast<T*>(get(n)); there != nullptr) {
                const assignment here(assignments_, n);
                *there = std::forward<T>(value);
                return *there;
            }
        }
        return *static_cast<T*>(
            set(allocator, n, describe_single<T>(), [&](void* to) { ::new (to) T(std::forward<T>(value)); }));
    }
    /// `make(address)` makes it; it takes the place of the one there is, whose address stays if it consists of bytes.
    /// Throws what the allocator or `make` throws; nothing has changed then.
    template <class Make> void* set(const Allocator& allocator, std::uint32_t n, const single_type& type, Make make) {
        singles_.extend(allocator, n + 1);
        struct guard {
            const Allocator& a;
            void* held;
            std::size_t bytes;
            ~guard() {
                if (held != nullptr) memory::give_back(a, held, bytes);
            }
        } g{allocator, memory::take(allocator, type.bytes), type.bytes};
        make(g.held);
        if (void* const there = get(n); there != nullptr && type.is_bytes && singles_[n].type.is_bytes) {
            std::memcpy(there, g.held, type.bytes);
            return there;
        }
        void* const at = std::exchange(g.held, nullptr);
        const single_value old = std::exchange(singles_[n], single_value{at, type});
        discard(allocator, old);
        return at;
    }
    /// False if there is none, or if it is just being assigned to.
    bool remove(const Allocator& allocator, std::uint32_t n) noexcept {
        if (singles_.at(n).object == nullptr || is_assigned_to(n)) return false;
        const single_value old = std::exchange(singles_[n], single_value{});
        discard(allocator, old);
        return true;
    }
    /// Copies all those of `other` that can be copied. Throws what the allocator or a copy throws.
    void copy(const Allocator& allocator, const single_values& other) {
        for (std::uint32_t n = 0; n < other.singles_.size(); ++n) {
            const single_value from = other.singles_[n];
            if (from.object == nullptr || !from.type.can_be_copied()) continue;
            THRONG_EXPECTS(singles_.at(n).object == nullptr);
            (void)set(allocator, n, from.type, [&](void* to) { from.type.copy_value(to, from.object); });
        }
    }
    /// Room for one of that number.
    void cover(const Allocator& allocator, std::uint32_t n) { singles_.extend(allocator, n + 1); }
    /// Exchanges one, for which both have room.
    void swap(single_values& other, std::uint32_t n) noexcept { std::swap(singles_[n], other.singles_[n]); }
    /// Room for all that `other` has.
    void match(const Allocator& allocator, const single_values& other) {
        singles_.extend(allocator, other.singles_.size());
    }
    /// Exchanges all but those that cannot be copied.
    void swap_copies(single_values& other) noexcept {
        THRONG_EXPECTS(singles_.size() == other.singles_.size());
        for (std::size_t n = 0; n < singles_.size(); ++n) {
            if (is_unique(singles_[n]) || is_unique(other.singles_[n])) continue;
            std::swap(singles_[n], other.singles_[n]);
        }
    }
    void release(const Allocator& allocator) noexcept {
        // (Code that asks for one while another goes finds those that are still there, and may set one.)
        for (std::size_t i = 0; i < singles_.size(); ++i) discard(allocator, std::exchange(singles_[i], {}));
        singles_.release(allocator);
    }

  private:
    struct single_value {
        void* object = nullptr;
        single_type type;
    };
    struct assignment {
        assignment*& innermost;
        assignment* outer;
        std::uint32_t number;
        // (Inlined, g++ 12 takes it for the address of what is gone.)
        THRONG_NOINLINE assignment(assignment*& all, std::uint32_t n) noexcept
            : innermost(all), outer(std::exchange(all, this)), number(n) {}
        assignment(const assignment&) = delete;
        assignment& operator=(const assignment&) = delete;
        ~assignment() { innermost = outer; }
    };
    [[nodiscard]] bool is_assigned_to(std::uint32_t n) const noexcept {
        const assignment* a = assignments_;
        while (a != nullptr && a->number != n) a = a->outer;
        return a != nullptr;
    }
    [[nodiscard]] static bool is_unique(const single_value& v) noexcept {
        return v.object != nullptr && !v.type.can_be_copied();
    }
    static void discard(const Allocator& allocator, const single_value& v) noexcept {
        if (v.object == nullptr) return;
        if (v.type.destroy != nullptr) v.type.destroy(v.object);
        memory::give_back(allocator, v.object, v.type.bytes);
    }

    row<single_value> singles_;
    assignment* assignments_ = nullptr;
};

} // namespace throng::core
