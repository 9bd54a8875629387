#pragma once

#include <throng/core/callback.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/walks.hpp>
#include <throng/parts/key_order.hpp>

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

/// The common part of a collection's indices: they are notified of additions and removals, refer to each element by its
/// handle, and are walked over handles.
namespace throng::core {

/// The value that a member, or a function, gives of an element.
template <class T, class Of> using value_of = std::remove_cvref_t<std::invoke_result_t<const Of&, const T&>>;

/// The elements of a store that a walk, or a walk converted from it, visits.
template <class Source, class Element, bool Backward, bool Edits>
Source source_of(const open_walk<Source, Element, Backward, Edits>*);

/// Keeps handles as long as a walk over them.
template <class T> struct walked_handles {
    std::vector<handle<T>> handles;
};

/// An open walk of the elements that were in an index when it began, in the order at that time. It skips elements
/// removed before their turn, and does not visit those added meanwhile. It is positioned at an element as every walk
/// is.
template <class Source, class T> class index_walk
    : private walked_handles<T>,
      public handle_walk<Source, T, typename std::vector<handle<T>>::const_iterator,
                         typename std::vector<handle<T>>::const_iterator> {
    using iterator_type = typename std::vector<handle<T>>::const_iterator;
    using base = handle_walk<Source, T, iterator_type, iterator_type>;

  public:
    index_walk(typename Source::store_type* home, std::vector<handle<T>> those, caller where)
        : walked_handles<T>{std::move(those)}, base(home, this->handles.cbegin(), this->handles.cend(), where) {}
    /// (Iterators go on in the row of handles when that is moved.)
    index_walk(index_walk&& other) noexcept = default;
    index_walk& operator=(index_walk&& other) noexcept {
        if (this != &other) {
            this->~index_walk();
            ::new (static_cast<void*>(this)) index_walk(std::move(other));
        }
        return *this;
    }
    ~index_walk() = default;
};

/// Elements with equal values have an order that is state: two collections that are equal, handles included, have equal
/// indices, whatever their past. Where a collection keeps an order, it is that; where its elements may be anywhere, in
/// a pool and a bag, it is that of the indices of their handles.
template <class Master> inline constexpr order_of_equals order_of_equals_in =
    std::remove_cvref_t<decltype(std::declval<Master&>().storage())>::reuses ? order_of_equals::index
                                                                             : order_of_equals::arrival;

/// Derived says whether values are unique (`is_unique`, `has_place_for(x)`), and has `enter(x, handle)`, which is false
/// if there is no place, `leave(handle)`, which is false if it was not there, and `forget()`.
template <class Derived, class Master> class indexed : private store_watcher<typename Master::value_type> {
    using T = typename Master::value_type;
    using store_type = std::remove_cvref_t<decltype(std::declval<Master&>().storage())>;

  public:
    using master_type = Master;
    using value_type = T;
    using size_type = std::size_t;
    using handle_type = handle<T>;

    indexed(const indexed&) = delete;
    indexed& operator=(const indexed&) = delete;

    /// The number of elements: all of its collection, including those that wait for a commit.
    [[nodiscard]] size_type size() {
        catch_up();
        return size_;
    }

    /// Calls f(T&), which may modify the element, and moves it to the position of its new value. Returns false if the
    /// element is removed; with unique values, also if another element has that value: the old value is then assigned
    /// back. As in `visit` of the collection, f may make any edit. Exceptions of f are passed on.
    template <class F> bool modify(handle_type h, F f, caller where = {}) {
        if (home_ == nullptr) return false;
        struct afterwards {
            indexed& i;
            bool done = false;
            ~afterwards() {
                if (!done) i.known_ = false; // f threw: what it has changed is found out later
            }
        };
        bool has_place = true;
        const auto change = [&](T& x) {
            afterwards a{*this};
            if constexpr (Derived::is_unique) {
                static_assert(
                    std::is_copy_constructible_v<T> && std::is_move_assignable_v<T>,
                    "throng: the elements of a unique index must be copyable and assignable: modify() restores "
                    "the old value if the new one is a duplicate");
                catch_up();
                T before(std::as_const(x));
                (void)f(x);
                has_place = !is_there(x, h) || refresh(h);
                if (!has_place) x = std::move(before);
            } else {
                (void)f(x);
                if (is_there(x, h)) (void)refresh(h);
            }
            a.done = true;
        };
        return master_->visit(h, change, where) && has_place;
    }
    template <class F> bool modify(element_ref<T> element, F f, caller where = {}) {
        return home_ != nullptr && modify(master_->handle_of(*element.get(), where), std::move(f), where);
    }
    /// The same for an element that has been modified already; returns false if it is removed, or, with unique values,
    /// if another element has that value. Until this call it is found by its old value.
    bool refresh(handle_type h) {
        catch_up();
        T* const x = home_ == nullptr ? nullptr : home_->find(h);
        if (x == nullptr) return false;
        bool has_place = false;
        enter_one(h, has_place);
        return has_place;
    }

  protected:
    using source = decltype(source_of(static_cast<typename Master::walk_type*>(nullptr)));

    explicit indexed(Master& m) : master_(&m), home_(&m.storage()) {
        (void)home_->begin_handles(); // which may throw
        home_->watch(*this);
    }
    ~indexed() {
        if (home_ != nullptr) home_->unwatch(*this);
    }

    /// Where the contents have been exchanged, they are entered anew, and at the beginning.
    /// (A function of the user's that asks while it is asked itself is given what is known by then.)
    void catch_up() {
        // Edits that functions make meanwhile are seen the second time, or else the next time.
        for (int round = 0; round < 2 && !known_ && !asks_ && home_ != nullptr; ++round) {
            derived().forget();
            size_ = 0;
            std::vector<handle_type> all;
            all.reserve(home_->size());
            home_->for_each_slot(first_position,
                                 [&](auto* p, unsigned s) { all.push_back(home_->handle_of(p->slot(s))); });
            known_ = true;
            for (const handle_type h : all) {
                bool has_place = false;
                if (known_ && home_ != nullptr) enter_one(h, has_place);
                size_ += has_place ? 1U : 0U;
            }
        }
    }
    /// While functions of the user's are called in the middle of an operation: what they edit is found out afterwards.
    class asking {
      public:
        explicit asking(indexed& i) noexcept : i_(i), outer_(std::exchange(i.asks_, true)) {
            if (!outer_) i.has_missed_ = false;
        }
        asking(const asking&) = delete;
        asking& operator=(const asking&) = delete;
        ~asking() {
            i_.asks_ = outer_;
            if (outer_ || !i_.has_missed_) return;
            i_.known_ = false;
            if (i_.home_ == nullptr) i_.forget_all();
        }

      private:
        indexed& i_;
        bool outer_;
    };
    [[nodiscard]] T* found(handle_type h) { return home_ == nullptr ? nullptr : master_->get(h); }
    [[nodiscard]] auto walk_of(std::vector<handle_type> handles, caller where) {
        return index_walk<source, T>(home_, std::move(handles), where);
    }
    [[nodiscard]] bool has_home() const noexcept { return home_ != nullptr; }

  private:
    [[nodiscard]] Derived& derived() noexcept { return static_cast<Derived&>(*this); }
    /// Where a value, a hash or a comparison throws, all are entered anew later.
    [[nodiscard]] bool entering(T& x, handle_type h) {
        if (asks_) return has_missed_ = true;
        known_ = false;
        const asking a(*this);
        const bool has_place = derived().enter(x, h);
        known_ = true;
        return has_place;
    }
    /// (It is stood on, so that a function may remove it.)
    void enter_one(handle_type h, bool& has_place) {
        T* const x = home_->find(h);
        if (x == nullptr) return;
        standing_on<store_type> here(*home_, x);
        struct afterwards {
            standing_on<store_type>& here;
            ~afterwards() {
                if (here.home() != nullptr) (void)here.part();
            }
        } const a{here};
        has_place = entering(*x, h);
    }
    void forget_all() noexcept {
        derived().forget();
        size_ = 0;
        known_ = true;
    }
    [[nodiscard]] bool is_there(const T& x, handle_type h) const noexcept {
        return home_ != nullptr && home_->find(h) == &x;
    }

    [[nodiscard]] bool accepts(const T& x) override {
        if constexpr (Derived::is_unique) {
            catch_up();
            return derived().has_place_for(x);
        } else {
            return true;
        }
    }
    void comes(T& x) override {
        // (The function of another index may have removed it.)
        if (!is_up_to_date() || !store_type::place_type::of(&x).is_live()) return;
        size_ += entering(x, home_->handle_of(&x)) ? 1U : 0U;
    }
    void goes(handle_type h) noexcept override {
        if (is_up_to_date() && derived().leave(h)) --size_;
    }
    void all_changed() noexcept override {
        known_ = false;
        has_missed_ = true;
    }
    void home_goes() noexcept override {
        home_ = nullptr;
        has_missed_ = true;
        if (!asks_) forget_all();
    }
    [[nodiscard]] bool is_up_to_date() noexcept {
        if (asks_) has_missed_ = true;
        return known_ && !asks_;
    }

    Master* master_;
    store_type* home_;
    size_type size_ = 0;
    bool known_ = false;
    /// Whether a function of the user's is being asked, and has edited meanwhile.
    bool asks_ = false;
    bool has_missed_ = false;
};

} // namespace throng::core
