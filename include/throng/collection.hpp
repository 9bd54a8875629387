#pragma once

#include <throng/core/compiler.hpp>

#include <concepts>
#include <cstddef>
#include <span> // the cheapest header that brings std::input_iterator and std::default_sentinel_t

namespace throng {

/// The common interface of all collections, including the world: for your functions that take any collection. Each
/// class with this interface keeps the contract, docs/contract.md.
///
///     void report(throng::collection auto& all) {
///         for (const auto& x : all) std::puts(x.name);
///     }
///
/// How an element comes in or goes differs, and is not part of it: a list is given elements, a grid objects that are
/// elsewhere, a subset is joined and left, a world creates and destroys.
template <class C>
concept collection = requires(C& all, const C& seen, const typename C::value_type& x) {
    // A walk, for a range-for.
    requires std::input_iterator<decltype(all.begin())>;
    { all.end() } -> std::same_as<std::default_sentinel_t>;
    all.each([](decltype(*all.begin())) {});
    { seen.size() } -> std::same_as<typename C::size_type>;
    { seen.empty() } -> std::same_as<bool>;
    { seen.contains(x) } -> std::same_as<bool>;
    all.clear();
};

} // namespace throng
