#pragma once

#include <throng/core/allocator.hpp> // std::addressof

#include <type_traits>

namespace throng::core {

/// A parameter by which an element is named: a reference to the element itself, made of it without a word. A temporary
/// is refused by the compiler, since its address cannot be an element's. (A deleted overload would refuse it, too, but
/// cannot say what to write instead.)
template <class T> class element_ref {
  public:
    template <class U>
        requires(!std::is_same_v<std::remove_cvref_t<U>, element_ref> && std::is_convertible_v<U &&, const T&>)
    element_ref(U&& element) noexcept : element_(address_of(static_cast<U&&>(element))) {}

    [[nodiscard]] T& operator*() const noexcept { return *element_; }
    [[nodiscard]] T* get() const noexcept { return element_; }

  private:
    template <class U> [[nodiscard]] static T* address_of(U&& element) noexcept {
        constexpr bool is_element =
            std::is_lvalue_reference_v<U> && std::is_convertible_v<std::remove_reference_t<U>*, const T*>;
        // (A std::reference_wrapper, say.)
        constexpr bool refers_to_one = std::is_convertible_v<U&&, T&>;
        static_assert(is_element || refers_to_one,
                      "throng: elements are found by their address, and a temporary is none of them: pass the element "
                      "itself, as for (auto& x : all) names it, or its handle; by value there is remove_if");
        if constexpr (is_element || refers_to_one)
            return const_cast<T*>(std::addressof(static_cast<const T&>(element)));
        else return nullptr;
    }

    T* element_;
};

} // namespace throng::core
