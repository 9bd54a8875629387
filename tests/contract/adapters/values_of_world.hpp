#pragma once

#include <throng/core/walk.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace contract {

/// A world each of whose entities has a T: its values, walked as the query for T.
template <class T, class Allocator> class values_of_world {
  protected:
    using bytes = typename std::allocator_traits<Allocator>::template rebind_alloc<std::byte>;
    using world_type = throng::basic_world<bytes>;
    using query_type = decltype(std::declval<world_type&>().template query<T>());

  public:
    using value_type = T;
    using handle_type = throng::entity;

    /// A walk that gives the values.
    class walk_type {
      public:
        using element_type = T;

        template <class Policy> walk_type(values_of_world& home, Policy p) : home_(home), inner_(home.all().walk(p)) {}
        T* next() {
            (void)inner_.next();
            return current();
        }
        [[nodiscard]] T* current() const { return inner_.handle() ? &throng::get<1>(inner_.row()) : nullptr; }
        bool remove() { return home_.world_.destroy(inner_.handle()); }
        [[nodiscard]] bool is_at_end() const { return !inner_.handle(); }
        [[nodiscard]] auto begin() {
            if (is_at_end()) next();
            return throng::core::walk_steps<walk_type>(*this);
        }
        [[nodiscard]] std::default_sentinel_t end() const { return {}; }
        walk_type(walk_type&&) noexcept = default;
        walk_type& operator=(walk_type&&) = delete;

      private:
        values_of_world& home_;
        typename query_type::walk_type inner_;
    };
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;

        explicit iterator(typename query_type::iterator inner) : inner_(std::move(inner)) {}
        explicit iterator(const query_type& q) : inner_(q.begin()) {}
        [[nodiscard]] T& operator*() const { return throng::get<1>(*inner_); }
        [[nodiscard]] T* operator->() const { return &**this; }
        iterator& operator++() {
            ++inner_;
            return *this;
        }
        void operator++(int) { ++inner_; }
        friend bool operator==(const iterator& i, std::default_sentinel_t s) { return i.inner_ == s; }
        [[nodiscard]] throng::entity handle() const { return throng::get<0>(*inner_); }

      private:
        typename query_type::iterator inner_;
    };
    class view_type {
        using inner_type = decltype(std::declval<const query_type&>().freeze());

      public:
        class iterator {
          public:
            using iterator_concept = std::input_iterator_tag;
            using value_type = T;
            using difference_type = std::ptrdiff_t;

            explicit iterator(typename inner_type::iterator inner) : inner_(inner) {}
            [[nodiscard]] const T& operator*() const { return throng::get<1>(*inner_); }
            [[nodiscard]] const T* operator->() const { return &**this; }
            iterator& operator++() {
                ++inner_;
                return *this;
            }
            void operator++(int) { ++inner_; }
            friend bool operator==(const iterator& i, std::default_sentinel_t s) { return i.inner_ == s; }

          private:
            typename inner_type::iterator inner_;
        };

        explicit view_type(const query_type& q) : inner_(q.freeze()) {}
        [[nodiscard]] iterator begin() const { return iterator(inner_.begin()); }
        [[nodiscard]] std::default_sentinel_t end() const { return {}; }
        [[nodiscard]] std::size_t size() const { return inner_.size(); }
        [[nodiscard]] bool empty() const { return inner_.empty(); }

      private:
        inner_type inner_;
    };

    values_of_world() : values_of_world(Allocator()) {}
    /// Knows its component from the beginning: otherwise the first query makes room for it, and may fail.
    explicit values_of_world(const Allocator& allocator) : world_(bytes(allocator)) {
        (void)world_.template component<T>();
    }
    values_of_world(const values_of_world&) = delete;
    values_of_world& operator=(const values_of_world&) = delete;
    values_of_world& operator=(values_of_world&&) = default;
    ~values_of_world() = default;

    template <class... Args> handle_type emplace(Args&&... args) {
        struct guard {
            world_type& world;
            throng::entity e;
            bool done = false;
            ~guard() {
                if (!done) world.destroy(e);
            }
        } g{world_, world_.create()};
        g.done = world_.template add<T>(g.e, std::forward<Args>(args)...) != nullptr && world_.alive(g.e);
        return g.e;
    }
    template <class... Args> T* emplace_back(Args&&... args) { return get(emplace(std::forward<Args>(args)...)); }
    handle_type add(const T& x) { return emplace(x); }
    handle_type add(T&& x) { return emplace(std::move(x)); }
    T* push_back(const T& x) { return emplace_back(x); }
    T* push_back(T&& x) { return emplace_back(std::move(x)); }

    [[nodiscard]] bool validate() const { return world_.validate(); }
    [[nodiscard]] Allocator get_allocator() const { return Allocator(world_.get_allocator()); }

    // (The dying can be read, but are not there.)
    [[nodiscard]] T* get(handle_type h) { return world_.alive(h) ? world_.template try_get<T>(h) : nullptr; }
    [[nodiscard]] handle_type handle_of(const T& x) const {
        const auto& home = world_.storage();
        const auto* const c = home.template find_column<T>();
        for (std::uint32_t i = 0; c != nullptr && i < home.page_count() * throng::core::page_slots; ++i) {
            if (c->has(i) && c->value(i) == &x) return home.entity_at(i);
        }
        return {};
    }
    [[nodiscard]] bool contains(const T& x) const { return static_cast<bool>(handle_of(x)); }
    [[nodiscard]] bool contains(handle_type h) const { return world_.alive(h) && world_.template has<T>(h); }
    [[nodiscard]] std::size_t size() const { return world_.template count<T>(); }
    [[nodiscard]] bool empty() const { return size() == 0; }

    bool remove(const T& x) { return world_.destroy(handle_of(x)); }
    bool remove(handle_type h) { return world_.destroy(h); }
    bool remove(const iterator& at) { return at != std::default_sentinel && world_.destroy(at.handle()); }
    template <class Predicate> std::size_t remove_if(Predicate pred) {
        std::size_t n = 0;
        all().each([&](throng::entity e, T& x) {
            if (pred(std::as_const(x)) && world_.destroy(e)) ++n;
        });
        return n;
    }
    void clear() { world_.clear(); }

    [[nodiscard]] iterator begin() { return iterator(all()); }
    [[nodiscard]] std::default_sentinel_t end() const { return {}; }
    template <throng::core::walk_policy Policy> [[nodiscard]] walk_type walk(Policy p) { return walk_type(*this, p); }
    // (A body that takes the entity, too: a walk with one that takes none stands on whole runs of neighbours, which are
    // kept to the end of the run.)
    template <class Policy, class F> void each(Policy p, F f) {
        all().each(p, [&f](throng::entity, T& x) { f(x); });
    }
    template <class F> void each(F f) {
        all().each([&f](throng::entity, T& x) { f(x); });
    }
    [[nodiscard]] view_type freeze() const { return view_type(all()); }

    template <class F> void on_add(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) world_.template on_add<T>(nullptr);
        else world_.template on_add<T>([f = std::move(f)](throng::entity, T& x) mutable { f(x); });
    }
    template <class F> void on_remove(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) world_.template on_remove<T>(nullptr);
        else world_.template on_remove<T>([f = std::move(f)](throng::entity, T& x) mutable { f(x); });
    }

  protected:
    [[nodiscard]] query_type all() const { return world_.template query<T>(); }

    mutable world_type world_;
};

} // namespace contract
