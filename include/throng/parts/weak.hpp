#pragma once

#include <throng/core/requirements.hpp>
#include <throng/core/walk.hpp>
#include <throng/core/walks.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

/// How an object says that it has been deleted, asked through `weak_list`: by its member function `deleted()`, or by a
/// function `deleted(object)` in its own namespace. Specialise it for types that say it otherwise.
/// (In the body of a specialisation, which is in this namespace, a class that is called as one of throng's is written
/// `::tree`, say.)
template <class T> struct deletion {
    /// Whether the object says that it has been deleted.
    [[nodiscard]] THRONG_FLAT static bool of(const T& object) {
        if constexpr (requires { static_cast<bool>(object.deleted()); }) {
            return static_cast<bool>(object.deleted());
        } else {
            static_assert(
                requires { static_cast<bool>(deleted(object)); },
                "throng: T needs deleted() const, a function deleted(const T&) beside it, or a "
                "specialisation of throng::deletion<T>");
            return static_cast<bool>(deleted(object));
        }
    }
};

/// A sequence of links to objects that it does not own: walks skip the links whose object is destroyed, and remove
/// them.
namespace core {

/// Links that are addresses. The objects say themselves whether they are deleted.
template <class T> struct pointer_links {
    using link = T*;
    /// Whether asking for an object runs code of the user's, which may make any edit.
    static constexpr bool asks_the_user = true;

    /// The object of a link; null if it is deleted. Throws what the question throws.
    [[nodiscard]] THRONG_FLAT T* object(link l, caller = {}) const {
        return deletion<std::remove_const_t<T>>::of(*l) ? nullptr : l;
    }
    /// The object of a link that has been found living; it may have been deleted since.
    [[nodiscard]] THRONG_FLAT T* found(link l) const noexcept { return l; }
    [[nodiscard]] bool leads_to(link l, const T& object) const noexcept { return l == std::addressof(object); }
    [[nodiscard]] link link_to(T& object, caller = {}) const noexcept { return std::addressof(object); }
    friend bool operator==(const pointer_links&, const pointer_links&) = default;
};

/// Links that are handles into a collection: what is stale is deleted.
template <class T, class Master> class handle_links {
  public:
    using link = typename Master::handle_type;
    static constexpr bool asks_the_user = false;

    explicit handle_links(Master& master) noexcept : master_(&master) {}
    [[nodiscard]] THRONG_FLAT T* object(link l, caller where = {}) const noexcept {
        if constexpr (requires { master_->get(l, where); }) return master_->get(l, where);
        else return master_->get(l);
    }
    [[nodiscard]] THRONG_FLAT T* found(link l) const noexcept { return master_->get(l); }
    [[nodiscard]] bool leads_to(link l, const T& object) const noexcept {
        return master_->get(l) == std::addressof(object);
    }
    [[nodiscard]] link link_to(T& object, caller where = {}) const {
        if constexpr (requires { master_->handle_of(object, where); }) return master_->handle_of(object, where);
        else return master_->handle_of(object);
    }
    friend bool operator==(const handle_links&, const handle_links&) = default;

  private:
    Master* master_;
};

template <class Link, class Allocator> using link_store = store<Link, in_order, Allocator>;

/// The links, and when they are packed and pruned. Packing moves links only, so it cannot be seen from outside.
template <class Links, class Allocator> class weak_sequence : public link_store<typename Links::link, Allocator> {
  public:
    using store_type = link_store<typename Links::link, Allocator>;
    using cursor_type = store_cursor<all_of<store_type>>;
    using links_type = Links;
    using link = typename Links::link;

    weak_sequence(const Links& to, const Allocator& allocator, caller where) noexcept
        : store_type(allocator, where), links(to) {}

    Links links;
    /// Packed when fewer links than this part of the places are there, and no walk is open.
    double thinnest = 0.5;
    /// The links that make an add look for deleted ones first.
    std::size_t prune_at = page<link>::slots();
    /// To be packed when the last walk closes, however thick.
    bool pack_wanted = false;

    void pack_if_thin() noexcept {
        if (this->is_walked()) return;
        if (!pack_wanted && static_cast<double>(this->size()) >= thinnest * static_cast<double>(this->places())) return;
        pack_wanted = false;
        this->placement().pack_fully(*this);
    }
    /// The object of a link was found deleted. That may fail under a frozen view, for want of memory: then the next
    /// walk tries again.
    void forget(link* l) noexcept {
        (void)attempt([&] { (void)this->remove_own(l); });
    }

    void forget_all_links() {
        if (this->clear_at_once(this->end_position(), this->size())) return;
        cursor_type c(this, residents);
        while (link* const l = c.next()) (void)this->remove_own(l);
    }

    void swap_contents(weak_sequence& other) noexcept {
        std::swap(links, other.links);
        std::swap(prune_at, other.prune_at);
        std::swap(pack_wanted, other.pack_wanted);
        this->swap(other);
        pack_if_thin();
        other.pack_if_thin();
    }
};

/// A walk or a view of links. When it has been closed, the links are packed if that is due.
template <class Home, class Inner> class packed_after {
  public:
    template <class... Args> explicit packed_after(std::in_place_t, Args&&... args) noexcept
        : inner_(std::forward<Args>(args)...) {}
    packed_after(packed_after&& other) noexcept : inner_(std::move(other.inner_)) {}
    packed_after& operator=(packed_after&& other) noexcept {
        if (this != &other) {
            this->~packed_after();
            ::new (static_cast<void*>(this)) packed_after(std::move(other));
        }
        return *this;
    }
    ~packed_after() { last_.home = home(); }

    /// Where the links are now; null if they are destroyed.
    [[nodiscard]] THRONG_FLAT Home* home() const noexcept {
        return static_cast<Home*>(const_cast<Inner&>(inner_).node().home);
    }
    [[nodiscard]] Inner& operator*() noexcept { return inner_; }
    [[nodiscard]] const Inner& operator*() const noexcept { return inner_; }
    [[nodiscard]] THRONG_FLAT Inner* operator->() noexcept { return &inner_; }
    [[nodiscard]] THRONG_FLAT const Inner* operator->() const noexcept { return &inner_; }

  private:
    // Declared before the inner one, and so destroyed after it.
    struct last {
        Home* home = nullptr;
        ~last() {
            if (home != nullptr) home->pack_if_thin();
        }
    } last_;
    Inner inner_;
};

/// An open walk of links that have their objects. It stands on a link; what it finds deleted it forgets. Element is T
/// or const T.
template <class Home, class Element> class weak_walk {
    using cursor_type = typename Home::cursor_type;
    using link = typename Home::link;

  public:
    using element_type = Element;
    using iterator = walk_steps<weak_walk>;

    template <class Policy> weak_walk(Home& home, Policy policy) noexcept : cursor_(std::in_place, &home, policy) {}

    /// Moves on and gives the object; null at the end. A live walk at its end goes on when something is added later.
    /// Throws what the question for deletion throws; asked for again, it goes on with the object that threw.
    Element* next() {
        // (Where the question threw, the link may have been removed since.)
        if (!asking_ || !is_here(cursor_->current())) (void)cursor_->next();
        for (;; (void)cursor_->next()) {
            link* const l = cursor_->current();
            asking_ = l != nullptr;
            if (l == nullptr) return nullptr;
            if (Element* const x = answer(l); x != nullptr) {
                asking_ = false;
                return x;
            }
        }
    }
    /// The object at which the walk is positioned; null before the first and after the last, and if a handle has become
    /// stale meanwhile. A link does not keep its object alive.
    [[nodiscard]] THRONG_FLAT Element* current() const noexcept {
        link* const l = cursor_->current();
        return l == nullptr ? nullptr : links().found(*l);
    }
    /// Removes the link at which the walk is positioned; returns false if there is none, or if the link is removed or
    /// its object deleted already.
    bool remove(caller where = {}) const {
        link* const l = cursor_->current();
        if (home() == nullptr) return false;
        [[maybe_unused]] const auto inside = home()->entered(where);
        if (!is_here(l)) return false;
        const bool there = links().object(*l) != nullptr;
        if (!is_here(l)) return false;
        (void)home()->remove_own(l);
        return there;
    }
    /// Whether the object that the walk stands on is neither forgotten nor deleted. Throws what the question throws.
    [[nodiscard]] bool is_current_there() const {
        const link* const l = cursor_->current();
        return is_here(l) && links().object(*l) != nullptr && is_here(l);
    }
    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] weak_walk fork() const noexcept { return weak_walk(*this, cursor_->fork()); }

    /// Visits everything that is still before the walk.
    template <class F> void each(F& f) {
        require_visit<F, Element>();
        const auto visit = [&](link& l) THRONG_ALWAYS_INLINE_LAMBDA {
            if (Element* const x = answer(&l); x != nullptr) f(*x);
        };
        cursor_->each(visit);
    }

    /// Moves to the first object, if the walk has not begun yet.
    [[nodiscard]] iterator begin() {
        if (is_at_end()) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    [[nodiscard]] THRONG_FLAT bool is_at_end() const noexcept { return cursor_->current() == nullptr; }
    [[nodiscard]] auto& node() noexcept { return cursor_->node(); }

  private:
    weak_walk(const weak_walk& other, cursor_type&& at) noexcept
        : cursor_(std::in_place, std::move(at)), asking_(other.asking_) {}

    [[nodiscard]] THRONG_FLAT Home* home() const noexcept { return cursor_.home(); }
    [[nodiscard]] THRONG_FLAT const auto& links() const noexcept { return home()->links; }
    /// The object of the link stood on, which is there, if both are there after the question.
    [[nodiscard]] THRONG_FLAT Element* answer(link* l) {
        constexpr bool may_edit = Home::links_type::asks_the_user;
        if (Element* const x = links().object(*l); x != nullptr) [[likely]]
            return !may_edit || is_here(l) ? x : nullptr;
        if (!may_edit || is_here(l)) home()->forget(l);
        return nullptr;
    }
    [[nodiscard]] THRONG_FLAT bool is_here(const link* l) const noexcept {
        if (l == nullptr || home() == nullptr) return false;
        const auto* const p = Home::page_type::of(l);
        return p->is_live(p->index_of(l));
    }

    packed_after<Home, cursor_type> cursor_;
    /// The walk has not got the answer yet whether the object that it stands on is deleted.
    bool asking_ = false;
};

/// The links at one moment. Walks of the view skip objects deleted since.
template <class Home, class Element> class weak_view {
    using link = typename Home::link;
    using inner = store_view<typename Home::store_type, link>;

    /// A walk of the view, as walking_iterator wants it.
    class walk {
      public:
        using element_type = Element;

        walk(const inner& view, caller where) noexcept : at_(std::in_place, view.begin(where)) {}
        Element* next() {
            if (!asking_) ++*at_;
            for (asking_ = true; !is_at_end(); ++*at_) {
                Element* const x = at_.home()->links.object(link_at());
                if (x == nullptr) continue;
                asking_ = false;
                return x;
            }
            return nullptr;
        }
        [[nodiscard]] Element* current() const noexcept { return at_.home()->links.found(link_at()); }
        [[nodiscard]] bool is_at_end() const noexcept { return *at_ == std::default_sentinel; }

      private:
        [[nodiscard]] const link& link_at() const noexcept { return **at_; }

        packed_after<Home, typename inner::iterator> at_;
        /// Whether the object is deleted is yet to be answered.
        bool asking_ = true;
    };

  public:
    using iterator = walking_iterator<walk>;

    explicit weak_view(Home& home) noexcept : view_(std::in_place, home) {}

    /// How many links the view shows, their objects deleted or not. O(1).
    [[nodiscard]] std::size_t size() const noexcept { return view_->size(); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    [[nodiscard]] iterator begin(caller where = {}) const { return iterator(walk(*view_, where)); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    [[nodiscard]] auto& node() noexcept { return view_->node(); }

  private:
    packed_after<Home, inner> view_;
};

} // namespace core
} // namespace throng
