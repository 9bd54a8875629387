#pragma once

#include "contract/collection.hpp"

#include <throng/entity/layers.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace contract {

/// Layers that are filled one after the other, so that they keep the order of adding: the first elements of all go to
/// the first layer, the next ones to the second, all others to the last.
template <class T, class Allocator> class elements_in_layers {
    using layers_type = throng::layers<unsigned, T, 3, Allocator>;
    using layer_type = typename layers_type::layer_type;
    static constexpr unsigned in_each = 3;

  public:
    using value_type = T;
    using walk_type = typename layers_type::walk_type;

    elements_in_layers() = default;
    explicit elements_in_layers(const Allocator& allocator) : layers_(allocator) {}
    elements_in_layers(const elements_in_layers&) = delete;
    elements_in_layers& operator=(const elements_in_layers&) = delete;
    ~elements_in_layers() = default;

    template <class... Args> T* emplace_back(Args&&... args) {
        return layers_.emplace_back(next_layer(), std::forward<Args>(args)...);
    }
    T* push_back(const T& x) { return emplace_back(x); }
    T* push_back(T&& x) { return emplace_back(std::move(x)); }

    auto add(const T& x) { return layers_.add(next_layer(), x); }
    auto add(T&& x) { return layers_.add(next_layer(), std::move(x)); }
    template <class R> std::size_t add_range(R&& elements) {
        std::size_t n = 0;
        for (auto&& x : elements) n += emplace_back(std::forward<decltype(x)>(x)) != nullptr ? 1U : 0U;
        return n;
    }

    [[nodiscard]] Allocator get_allocator() const { return layers_.get_allocator(); }
    [[nodiscard]] std::size_t size() const { return layers_.size(); }
    [[nodiscard]] bool empty() const { return layers_.empty(); }
    // (A layer must not be asked for what is another's: the audit build would say so.)
    [[nodiscard]] bool contains(const T& x) const {
        return layers_[0U].holds(x) || layers_[1U].holds(x) || layers_[2U].holds(x);
    }
    bool remove(const T& x) { return contains(x) && layer_of(x).remove(x); }
    template <class Predicate> std::size_t remove_if(Predicate pred) { return layers_.remove_if(pred); }
    void clear() { layers_.clear(); }

    [[nodiscard]] auto begin() { return layers_.begin(); }
    [[nodiscard]] auto begin() const { return layers_.begin(); }
    [[nodiscard]] auto end() const { return layers_.end(); }
    template <class Policy>
        requires requires(layers_type& l, Policy p) { l.walk(p); }
    [[nodiscard]] auto walk(Policy p) {
        return layers_.walk(p);
    }
    template <class Policy>
        requires requires(const layers_type& l, Policy p) { l.walk(p); }
    [[nodiscard]] auto walk(Policy p) const {
        return layers_.walk(p);
    }
    template <class Policy, class F> void each(Policy p, F f) { layers_.each(p, f); }
    template <class F> void on_add(F f) {
        layers_.each_layer([&](layer_type& l) { l.on_add(f); });
    }
    template <class F> void on_remove(F f) {
        layers_.each_layer([&](layer_type& l) { l.on_remove(f); });
    }

  private:
    [[nodiscard]] unsigned next_layer() {
        const unsigned l = added_ / in_each < 2 ? added_ / in_each : 2;
        ++added_;
        return l;
    }
    [[nodiscard]] layer_type& layer_of(const T& x) {
        using page = throng::core::page<T>;
        for (unsigned l = 0; l < 2; ++l) {
            for (const page* p = layers_[l].storage().pages().head; p != nullptr; p = p->next)
                if (p == page::of(&x)) return layers_[l];
        }
        return layers_[2U];
    }

    layers_type layers_;
    unsigned added_ = 0;
};

struct layers_adapter : traits {
    static constexpr const char* name = "layers";
    template <class T, class Allocator = std::allocator<T>> using of = elements_in_layers<T, Allocator>;
};

using collection_under_test = layers_adapter;

} // namespace contract
