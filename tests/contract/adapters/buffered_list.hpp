#pragma once

#include "contract/collection.hpp"

#include <throng/buffered_list.hpp>

#include <memory>

namespace contract {

template <class T, class Allocator> class patient_list : public throng::buffered_list<T, Allocator> {
    using base = throng::buffered_list<T, Allocator>;

  public:
    using base::base;
    /// Handles are asked for afterwards: the suite expects those that `emplace` gives to be good at once.
    template <class... Args> void emplace(Args&&...) = delete;
    friend void swap(patient_list& a, patient_list& b) noexcept { a.swap(b); }
};

struct buffered_list_adapter : traits {
    static constexpr const char* name = "buffered_list";
    static constexpr bool assigns = true;
    static constexpr bool buffers = true;
    static constexpr bool loops_are_live = false;
    template <class T, class Allocator = std::allocator<T>> using of = patient_list<T, Allocator>;
};

using collection_under_test = buffered_list_adapter;

} // namespace contract
