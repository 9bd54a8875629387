#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/type_name.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace throng::core {

/// A type, or several types, with a number of a family in one program or shared library.
template <class Family> struct numbered_type {
    std::uint32_t* number;
    /// As the compiler writes it; empty where it does not.
    std::string_view signature;
    /// Null of what this program or library knows by its name alone: see plugin.hpp.
    typename Family::description (*describe)();
    numbered_type* next = nullptr;
};

/// All those of one program or shared library.
template <class Family> struct type_list {
    std::atomic<std::uint32_t> last{0};
    std::atomic<numbered_type<Family>*> first{nullptr};

    void add(numbered_type<Family>& t) noexcept {
        t.next = first.load(std::memory_order_relaxed);
        while (!first.compare_exchange_weak(t.next, &t, std::memory_order_release, std::memory_order_relaxed)) {
        }
    }
};

/// Types are numbered before main() begins, or when one is asked for earlier, from 1 on. Nothing that can be seen
/// depends on the order. A plain number, so that a loop may keep what it finds by it in registers.
template <class Family> class type_numbers {
  public:
    template <class... Key> [[nodiscard]] static std::uint32_t of() noexcept {
        const std::uint32_t n = entry<Key...>::number;
        return n != 0 ? n : give(entry<Key...>::type);
    }
    /// 0 if it has not been asked for yet, and main() has not begun.
    template <class... Key> [[nodiscard]] static std::uint32_t known() noexcept { return entry<Key...>::number; }

    [[nodiscard]] static type_list<Family>& all() noexcept { return list; }

  private:
    THRONG_NOINLINE static std::uint32_t give(numbered_type<Family>& type) noexcept {
        const std::atomic_ref its(*type.number);
        std::uint32_t none = its.load(std::memory_order_relaxed);
        if (none != 0) return none;
        const std::uint32_t next = list.last.fetch_add(1, std::memory_order_relaxed) + 1;
        if (!its.compare_exchange_strong(none, next, std::memory_order_relaxed)) return none;
        list.add(type);
        return next;
    }

    inline static constinit type_list<Family> list{};
    template <class... Key> struct entry {
        static std::uint32_t number;
        static numbered_type<Family> type;
    };
};
template <class Family> template <class... Key>
constinit numbered_type<Family> type_numbers<Family>::entry<Key...>::type{
    &entry<Key...>::number, signature_of_type<void(Key...)>(), Family::template describe<Key...>};
template <class Family> template <class... Key> std::uint32_t type_numbers<Family>::entry<Key...>::number =
    type_numbers<Family>::give(entry<Key...>::type);

} // namespace throng::core
