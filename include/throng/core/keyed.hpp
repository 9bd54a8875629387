#pragma once

#include <throng/core/hash_index.hpp>
#include <throng/core/sequence.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng::core {

template <class T> struct equal {
    [[nodiscard]] constexpr bool operator()(const T& a, const T& b) const { return a == b; }
};

/// What std::hash says: of numbers, enumerations and addresses without the header that says it.
template <class T> struct hash : std::hash<T> {};
template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>)
struct hash<T> {
    [[nodiscard]] std::uint64_t operator()(T value) const noexcept {
        if constexpr (std::is_pointer_v<T>) return reinterpret_cast<std::uintptr_t>(value);
        else return static_cast<std::uint64_t>(value);
    }
};

/// Functions that take other types than the element's, for which no element has to be made.
template <class Hash, class Equal>
concept transparent = requires {
    typename Hash::is_transparent;
    typename Equal::is_transparent;
};

/// A sequence in which no two elements are equal, with an index that finds them. The hash and the comparison go where
/// the contents go.
template <class T, class Hash, class Equal, class Allocator> class keyed : public sequence<T, indexing<Allocator>> {
    using base = sequence<T, indexing<Allocator>>;
    using index_type = typename base::table_type;
    using location = typename index_type::location;

  public:
    using page_type = typename base::page_type;

    keyed(Hash its_hash, Equal its_equal, const Allocator& allocator, caller where)
        : base(allocator, where), hash_(std::move(its_hash)), equal_(std::move(its_equal)) {}

    /// Of a walk among such elements its `home` is one of these.
    [[nodiscard]] static keyed& of(base& home) noexcept { return static_cast<keyed&>(home); }

    [[nodiscard]] const Hash& hash_function() const noexcept { return hash_; }
    [[nodiscard]] const Equal& key_eq() const noexcept { return equal_; }

    void swap(keyed& other) {
        std::swap(hash_, other.hash_);
        std::swap(equal_, other.equal_);
        ++exchanges_;
        ++other.exchanges_;
        base::swap(other);
    }
    /// Gives memory that is not needed back: where nothing is there, the index, too.
    void trim() noexcept {
        base::trim();
        if (index_type* const index = this->handles(); index != nullptr) index->shrink(this->allocator());
        else ++exchanges_;
    }
    void replace_all_by(keyed& other) {
        base::replace_all_by(other, [this, &other] {
            std::swap(hash_, other.hash_);
            std::swap(equal_, other.equal_);
        });
    }

    template <class F> void on_add(F f) { base::on_add(hook(std::move(f))); }
    template <class F> void on_remove(F f) { base::on_remove(hook(std::move(f))); }

    // --- finding -----------------------------------------------------------------------------------------------------

    [[nodiscard]] bool has(const T& key) const {
        if constexpr (compares_by_itself) {
            if (this->handles() == nullptr) return false;
            const std::uint32_t tag = tag_of(key);
            const index_type* const index = this->handles();
            return index != nullptr && index->has(tag, key);
        } else {
            return found(key) != nullptr;
        }
    }
    template <class K> [[nodiscard]] T* found(const K& key) const {
        return this->handles() == nullptr ? nullptr : locate(key, tag_of(key)).element;
    }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Null if the element was not added.
    template <class U> T* inserted(U&& element, caller where) {
        [[maybe_unused]] const auto inside = this->entered(where);
        const std::uint32_t tag = tag_of(element);
        location place = locate(element, tag);
        if (place.element != nullptr) return nullptr;
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (index_type* const index = this->handles(); index != nullptr && !this->has_add_hook()) [[likely]] {
                if (!index->find_place(tag, place, this->allocator())) return nullptr;
                T* const x = this->emplace_back(std::forward<U>(element));
                if (x != nullptr) index->add(tag, x, place);
                return x;
            }
        }
        return appended(tag, std::forward<U>(element));
    }
    template <class... Args> T* made(Args&&... args) {
        [[maybe_unused]] const auto inside = this->entered({});
        if constexpr (std::is_move_constructible_v<T>) return inserted(T(std::forward<Args>(args)...), {});
        else return appended(not_looked_for, std::forward<Args>(args)...);
    }

    // --- removing ----------------------------------------------------------------------------------------------------

    template <class K> bool removed_key(const K& key, caller where) {
        return this->handles() != nullptr && removed(locate(key, tag_of(key)), where);
    }
    bool removed(T* x, caller where) {
        location at;
        at.element = x;
        return removed(at, where);
    }

  private:
    /// Whether a comparison is one instruction, and so calls no code of the user's.
    static constexpr bool compares_by_itself = std::is_scalar_v<T> && std::is_same_v<Equal, equal<T>>;
    /// Nobody has this tag.
    static constexpr std::uint32_t not_looked_for = 0;

    template <class K> [[nodiscard]] std::uint32_t tag_of(const K& key) const {
        return index_type::tag_of(spread(static_cast<std::uint64_t>(hash_(key))));
    }
    /// What is here by the time it is found.
    template <class K> [[nodiscard, gnu::always_inline]] location locate(const K& key, std::uint32_t tag) const {
        const auto is_it = [&](const T& x) { return static_cast<bool>(equal_(x, key)); };
        for (;;) {
            const index_type* const index = this->handles();
            if (index == nullptr) return {};
            if constexpr (compares_by_itself) {
                return index->find(tag, is_it);
            } else {
                // (The comparison may have exchanged the contents, or let them die.)
                const auto is_here = [this, before = exchanges_] { return exchanges_ == before; };
                const location found = index->find(tag, is_it, is_here);
                if (is_here()) [[likely]]
                    return found;
            }
        }
    }
    /// Where code of the user's may make edits meanwhile, or for the first element of all. The tag is that of an
    /// element for which nobody has been found.
    template <class... Args> [[gnu::noinline]] T* appended(std::uint32_t tag, Args&&... args) {
        const auto enters = [this, tag](index_type& index, T& x, bool edited, auto is_there) mutable {
            if (edited || tag == not_looked_for) {
                tag = tag_of(x);
                if (!is_there()) return false;
                const auto is_it = [this, &x](const T& y) { return static_cast<bool>(equal_(y, x)); };
                if (index.find(tag, is_it, is_there).element != nullptr || !is_there()) return false;
            }
            index.enter(tag, &x);
            return true;
        };
        return this->emplace_if(enters, std::forward<Args>(args)...);
    }
    bool removed(const location& found, caller where) {
        [[maybe_unused]] const auto inside = this->entered(where);
        T* const x = found.element;
        if (x == nullptr) return false;
        if (this->has_remove_hook()) [[unlikely]]
            return this->contains(x) && remove_and_tell(x);
        return removed_from(page_type::of(x), found);
    }
    /// Nobody is told. Now and then the set looks whether pages have thinned out, in no rhythm that a program's own
    /// could fall in with.
    bool removed_from(page_type* p, const location& found) {
        constexpr std::uint32_t interval = 32;
        index_type& index = *this->handles();
        const bool looks = spread(index.changes()) % interval == 0;
        if constexpr (std::is_trivially_destructible_v<T>) {
            const unsigned s = p->index_of(found.element);
            if (index.is_current(found) && !this->is_frozen()) [[likely]] {
                index.forget(found);
                this->remove_plain(p, s);
            } else if (!this->remove(found.element)) {
                return false;
            }
            if (looks) [[unlikely]]
                this->pack_around(p);
            return true;
        } else {
            if (!looks || this->is_walked()) return this->remove(found.element);
            // The element's destructor may do anything with the set.
            walker<base> node;
            node.holds = true;
            this->link(node);
            const bool done = this->remove(found.element);
            base* const home = node.home;
            if (home == nullptr) return done;
            home->unlink(node);
            home->look_for_strays();
            home->pack_around(p);
            return done;
        }
    }
    bool remove_and_tell(T* x) {
        struct undo {
            T* x;
            std::uint32_t tag;
            index_type& index;
            /// Goes along with x if contents are exchanged.
            walker<base> node{};
            bool told = false;

            ~undo() {
                if (node.home == nullptr) return; // and the index, too
                index.forget_promise();
                // If the hook has thrown, x is back: is there an equal one in its place?
                if (!told) (void)attempt([&] { drop_double(); });
                if (node.home != nullptr) node.home->close(node);
            }
            void drop_double() {
                const auto is_other = [&](const T& y) { return &y != x && of(*node.home).equal_(y, *x); };
                T* const other = index.find(tag, is_other, [&] { return node.home != nullptr; }).element;
                if (other == nullptr || !node.home->contains(x)) return;
                index.forget(other);
                node.home->remove_at(page_type::of(other), page_type::of(other)->index_of(other));
            }
        };
        page_type* const p = page_type::of(x);
        const unsigned s = p->index_of(x);
        index_type& index = this->table();
        if (!index.promise(this->allocator())) return false;
        undo u{x, p->handles[s], index};
        u.node.holds = true;
        this->link(u.node);
        const bool done = this->remove_at(p, s);
        u.told = true;
        return done;
    }

    template <class F> static auto hook(F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) return nullptr;
        else
            return [f = std::move(f)](T& x) mutable {
                if (!index_type::is_forgotten(&x)) (void)f(std::as_const(x));
            };
    }

    [[no_unique_address]] Hash hash_;
    [[no_unique_address]] Equal equal_;
    /// How often the contents have been exchanged, or the index given back: while this is the same, so is the index.
    /// (Another one might even lie where it lay.)
    unsigned exchanges_ = 0;
};

} // namespace throng::core
