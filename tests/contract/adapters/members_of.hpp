#pragma once

#include <throng/core/sorting.hpp>
#include <throng/subset.hpp>

#include <cstddef>
#include <utility>

namespace contract {

/// A list or a pool whose elements join a subset when they are added; what is walked is the subset.
template <class Master> class members_of {
    using master_type = Master;
    using T = typename Master::value_type;
    using Allocator = typename Master::allocator_type;

  public:
    using value_type = T;
    using handle_type = throng::handle<T>;

    /// A walk of the subset whose `remove()` removes from the list.
    class walk_type {
        using inner_type = typename throng::subset<master_type>::walk_type;

      public:
        walk_type(members_of& home, inner_type&& inner) : home_(home), inner_(std::move(inner)) {}
        T* next() { return inner_.next(); }
        [[nodiscard]] T* current() const { return inner_.current(); }
        bool remove() { return current() != nullptr && home_.remove(*current()); }
        [[nodiscard]] walk_type fork() const { return walk_type(home_, inner_.fork()); }
        [[nodiscard]] bool is_current_there() const { return inner_.is_current_there(); }
        [[nodiscard]] auto begin() { return inner_.begin(); }
        [[nodiscard]] auto end() { return inner_.end(); }

      private:
        members_of& home_;
        inner_type inner_;
    };

    members_of() = default;
    explicit members_of(const Allocator& allocator) : master_(allocator) {}
    members_of(const members_of&) = delete;
    members_of& operator=(const members_of&) = delete;
    ~members_of() = default;

    template <class... Args> T* emplace_back(Args&&... args) {
        T* const x = master_.emplace_back(std::forward<Args>(args)...);
        return x != nullptr && joined(x) ? x : nullptr;
    }
    template <class... Args> handle_type emplace(Args&&... args) {
        const handle_type h = master_.emplace(std::forward<Args>(args)...);
        if (T* const x = master_.get(h); x != nullptr) joined(x);
        return h;
    }
    handle_type add(const T& x) { return emplace(x); }
    handle_type add(T&& x) { return emplace(std::move(x)); }
    T* push_back(const T& x) { return emplace_back(x); }
    T* push_back(T&& x) { return emplace_back(std::move(x)); }

    [[nodiscard]] Allocator get_allocator() const { return master_.get_allocator(); }

    [[nodiscard]] T* get(handle_type h) { return members_.contains(h) ? master_.get(h) : nullptr; }
    [[nodiscard]] handle_type handle_of(const T& x) {
        return members_.contains(x) ? master_.handle_of(x) : handle_type{};
    }
    [[nodiscard]] bool contains(const T& x) const { return members_.contains(x); }
    [[nodiscard]] bool contains(handle_type h) const { return members_.contains(h); }
    [[nodiscard]] bool validate() const { return members_.validate(); }
    [[nodiscard]] std::size_t size() const { return members_.size(); }
    [[nodiscard]] bool empty() const { return members_.empty(); }

    bool remove(const T& x) { return master_.remove(x); }
    bool remove(handle_type h) { return master_.remove(h); }
    template <class Predicate> std::size_t remove_if(Predicate pred) {
        std::size_t n = 0;
        auto w = members_.walk(throng::residents);
        while (T* const x = w.next()) {
            if (pred(std::as_const(*x)) && master_.remove(*x)) ++n;
        }
        return n;
    }
    void clear() { master_.clear(); }
    template <class Compare = throng::core::less> void sort(Compare compare = {})
        requires requires(Master& m) { m.sort(compare); }
    {
        master_.sort(compare);
    }
    void trim()
        requires requires(Master& m) { m.trim(); }
    {
        master_.trim();
    }
    void max_capacity(std::size_t n)
        requires requires(Master& m) { m.max_capacity(n); }
    {
        master_.max_capacity(n);
    }
    [[nodiscard]] std::size_t max_capacity() const
        requires requires(const Master& m) { m.max_capacity(); }
    {
        return master_.max_capacity();
    }
    [[nodiscard]] std::size_t capacity() const { return master_.capacity(); }
    [[nodiscard]] T* first()
        requires Master::keeps_order
    {
        return master_.first();
    }
    [[nodiscard]] T* last()
        requires Master::keeps_order
    {
        return master_.last();
    }

    [[nodiscard]] auto begin() { return members_.begin(); }
    [[nodiscard]] auto end() { return members_.end(); }
    template <throng::core::walk_policy Policy> [[nodiscard]] walk_type walk(Policy p) {
        return walk_type(*this, members_.walk(p));
    }
    template <class F> void each(F f) { members_.each(f); }
    template <class Policy, class F> void each(Policy p, F f) { members_.each(p, f); }

  private:
    bool joined(T* x) {
        struct guard {
            master_type& master;
            T* x;
            ~guard() {
                if (x != nullptr) master.remove(*x);
            }
        } g{master_, x};
        members_.join(*x);
        g.x = nullptr;
        return true;
    }

    master_type master_;
    throng::subset<master_type> members_{master_};
};

} // namespace contract
