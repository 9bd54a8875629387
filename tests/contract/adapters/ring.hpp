#pragma once

#include "contract/collection.hpp"

#include <throng/ring.hpp>

#include <memory>

namespace contract {

/// A ring that is made as the suite makes collections. (What is dropped, the scripts see to: `drops_beyond`.)
template <class T, class Allocator> struct ring_of_many : throng::ring<T, Allocator> {
    ring_of_many() : ring_of_many(1'000'000) {}
    explicit ring_of_many(std::size_t most) : ring_of_many::ring(most) {}
    explicit ring_of_many(const Allocator& allocator) : ring_of_many::ring(1'000'000, allocator) {}
    using throng::ring<T, Allocator>::operator=;
    friend void swap(ring_of_many& a, ring_of_many& b) noexcept { a.swap(b); }
};

struct ring_adapter : traits {
    static constexpr const char* name = "ring";
    static constexpr bool assigns = true;
    static constexpr std::size_t drops_beyond = 100;
    template <class T, class Allocator = std::allocator<T>> using of = ring_of_many<T, Allocator>;
};

using collection_under_test = ring_adapter;

} // namespace contract
