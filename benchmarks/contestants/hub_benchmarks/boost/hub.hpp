#pragma once

#include <boost/container/hub.hpp>

#include <functional>
#include <memory>

/// The benchmark was written before the hub came to Boost.Container, where a free function is what was its `visit_all`.
namespace boost {

template <class T, class Allocator = std::allocator<T>> struct hub : container::hub<T, Allocator> {
    template <class F> void visit_all(F f) const { container::for_each(this->begin(), this->end(), std::ref(f)); }
};

} // namespace boost
