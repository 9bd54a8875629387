#pragma once

#include <throng/core/requirements.hpp>
#include <throng/core/walking.hpp>

#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

/// The public side of walks: objects to loop over.
namespace throng::core {

/// An open walk: loop over it once with a range-for, or call `next()` until it is null. It lives on the caller's stack
/// and may be left at any point. Element is T or const T; Edits, whether the walk removes what it stands on if told to.
template <class Source, class Element, bool Backward = false, bool Edits = !std::is_const_v<Element>> class open_walk {
  public:
    using store_type = typename Source::store_type;
    using cursor_type = store_cursor<Source, Backward>;
    static constexpr bool asks = cursor_type::asks;

    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = std::remove_const_t<Element>;
        using difference_type = std::ptrdiff_t;

        explicit iterator(open_walk& w) noexcept : walk_(&w) {}
        [[nodiscard]] THRONG_FLAT Element& operator*() const noexcept { return *walk_->current(); }
        [[nodiscard]] Element* operator->() const noexcept { return walk_->current(); }
        THRONG_FLAT iterator& operator++() noexcept(!asks) {
            (void)walk_->next();
            return *this;
        }
        void operator++(int) noexcept(!asks) { (void)walk_->next(); }
        THRONG_FLAT friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
            return i.walk_->current() == nullptr;
        }

      private:
        open_walk* walk_;
    };

    template <class... Args> explicit open_walk(std::in_place_t, Args&&... args) noexcept
        : cursor_(std::forward<Args>(args)...) {}

    /// Moves on and gives the element; null at the end. A live walk at its end goes on when something is added later.
    THRONG_FLAT Element* next() noexcept(!asks) { return cursor_.next(); }
    /// The element at which the walk is positioned; null before the first and after the last. It may have been removed
    /// meanwhile: it stays readable until the walk advances.
    [[nodiscard]] THRONG_FLAT Element* current() const noexcept { return cursor_.current(); }
    /// Removes the element at which the walk is positioned; returns false if there is none, or if it is removed
    /// already.
    bool remove(caller where = {})
        requires Edits
    {
        if (cursor_.home() == nullptr) return false;
        [[maybe_unused]] const auto inside = cursor_.home()->entered(where);
        return cursor_.remove_current();
    }

    /// Removes an element that was there when a walk of residents was opened; false if it has been removed since, also
    /// where a newcomer has its slot.
    bool remove_resident(Element& element, caller where = {})
        requires Edits
    {
        if (cursor_.home() == nullptr) return false;
        [[maybe_unused]] const auto inside = cursor_.home()->entered(where);
        // (The elements of a set are const.)
        using element_type = std::remove_const_t<Element>;
        return cursor_.remove_resident(const_cast<element_type*>(std::addressof(element)));
    }

    /// Moves to the first element, if the walk has not begun yet.
    [[nodiscard]] iterator begin() noexcept(!asks) {
        if (current() == nullptr) start();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// Whether the walk's current element has not been removed.
    [[nodiscard]] bool is_current_there() const noexcept { return cursor_.is_current_there(); }
    /// Whether it stands on an element of this store: a swap may have taken it elsewhere with its elements.
    [[nodiscard]] bool stands_in(const store_type& home) const noexcept {
        return current() != nullptr && cursor_.home() == &home;
    }
    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] open_walk fork() const noexcept { return open_walk(std::in_place, cursor_.fork()); }

    [[nodiscard]] auto& node() noexcept { return cursor_.node(); }

  private:
    // (Once a walk: no use in inlining it. And g++, which would see that the walk stands nowhere yet, but not that
    // there is nothing left of its word either, would warn of a page at null.)
    THRONG_NOINLINE void start() noexcept(!asks) { (void)cursor_.next(); }

    cursor_type cursor_;
};

/// An iterator that is an open walk itself: what `begin()` of a collection returns. Move-only, an input iterator.
template <class Source, class Element> class open_iterator {
    static constexpr bool asks = store_cursor<Source>::asks;

  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = std::remove_const_t<Element>;
    using difference_type = std::ptrdiff_t;

    template <class... Args> explicit open_iterator(std::in_place_t, Args&&... args) noexcept
        : cursor_(std::forward<Args>(args)...) {}
    /// Moves to the first element.
    THRONG_NOINLINE void start() noexcept(!asks) { (void)cursor_.next(); }

    [[nodiscard]] THRONG_FLAT Element& operator*() const noexcept { return *cursor_.current(); }
    [[nodiscard]] Element* operator->() const noexcept { return cursor_.current(); }
    THRONG_FLAT open_iterator& operator++() noexcept(!asks) {
        (void)cursor_.next();
        return *this;
    }
    void operator++(int) noexcept(!asks) { (void)cursor_.next(); }
    THRONG_FLAT friend bool operator==(const open_iterator& i, std::default_sentinel_t) noexcept {
        return i.cursor_.current() == nullptr;
    }

    /// Whether it stands on an element of this store: a swap may have taken it elsewhere with its elements.
    [[nodiscard]] bool stands_in(const typename Source::store_type& home) const noexcept {
        return cursor_.current() != nullptr && cursor_.home() == &home;
    }
    [[nodiscard]] auto& node() noexcept { return cursor_.node(); }

  private:
    store_cursor<Source> cursor_;
};

/// The elements present at one moment: every walk over the view shows exactly those, including elements removed since,
/// which keep their values until the last view that shows them is destroyed. Taking a view copies nothing.
template <class Store, class Element> class store_view {
    using walker_type = typename Store::walker_type;

  public:
    using iterator = open_iterator<all_of<Store>, Element>;

    explicit store_view(Store& home) noexcept : store_view(home, home.end_position(), home.size()) {}
    /// Of `size` elements, which are all that lie before the limit.
    store_view(Store& home, position limit, std::size_t size) noexcept : size_(size) {
        node_.limit = limit;
        node_.moment = home.now();
        node_.epoch = home.next_epoch();
        home.link(node_);
    }
    store_view(store_view&& other) noexcept : size_(other.size_) { take_place_of(other); }
    store_view& operator=(store_view&& other) noexcept {
        if (this != &other) {
            close();
            size_ = other.size_;
            take_place_of(other);
        }
        return *this;
    }
    ~store_view() { close(); }

    /// How many elements the view shows. O(1).
    [[nodiscard]] std::size_t size() const noexcept { return node_.home == nullptr ? 0 : size_; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    [[nodiscard]] iterator begin(caller where = {}) const noexcept {
        iterator i(std::in_place, node_);
        if (node_.home != nullptr) node_.home->opened(i.node(), where);
        i.start();
        return i;
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    [[nodiscard]] auto& node() noexcept { return node_; }

  private:
    void close() noexcept {
        if (node_.home != nullptr) node_.home->close(node_);
    }
    void take_place_of(store_view& other) noexcept {
        node_.stand_as(other.node_);
        Store* const home = other.node_.home;
        if (home == nullptr) return;
        home->link(node_);
        home->unlink(other.node_);
    }

    walker_type node_;
    std::size_t size_;
};

/// A walk over residents by runs of neighbours: the loop's body gets a span at a time. All elements of a run are kept
/// in place, and kept alive, until the walk advances.
template <class Source, class Element> class open_runs {
  public:
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = std::span<Element>;
        using difference_type = std::ptrdiff_t;

        explicit iterator(open_runs& range) noexcept : range_(&range) {}
        [[nodiscard]] std::span<Element> operator*() const noexcept { return range_->run_; }
        iterator& operator++() noexcept {
            range_->advance();
            return *this;
        }
        void operator++(int) noexcept { range_->advance(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return (*i).empty(); }

      private:
        open_runs* range_;
    };

    template <class... Args> explicit open_runs(std::in_place_t, Args&&... args) noexcept
        : cursor_(std::forward<Args>(args)...) {}

    [[nodiscard]] iterator begin() noexcept {
        if (run_.empty()) advance();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    [[nodiscard]] auto& node() noexcept { return cursor_.node(); }

  private:
    void advance() noexcept {
        const auto [first, length] = cursor_.next_run();
        run_ = std::span<Element>(first, length);
    }

    store_cursor<Source> cursor_;
    std::span<Element> run_;
};

/// Stands on one element as a walk does: it stays where it is, and readable after its removal.
template <class Store> class standing_on {
  public:
    using value_type = typename Store::value_type;

    standing_on() = default;
    standing_on(Store& home, const value_type* x) noexcept { stand(home, x); }
    /// Takes over the position of the other one, which has none then.
    standing_on(standing_on&& other) noexcept {
        node_.stand_as(other.node_);
        Store* const home = other.node_.home;
        if (home == nullptr) return;
        home->link(node_);
        home->unlink(other.node_);
        other.node_.at = address{};
    }
    standing_on& operator=(standing_on&&) = delete;
    ~standing_on() { leave(); }

    void stand(Store& home, const value_type* x) noexcept {
        node_.at = address_of(x);
        home.link(node_);
    }
    void leave() noexcept {
        if (node_.home != nullptr) node_.home->close(node_);
        node_.at = address{};
    }
    [[nodiscard]] value_type* element() const noexcept { return node_.element(); }
    /// Where the element's store is now; null once that is destroyed.
    [[nodiscard]] Store* home() const noexcept { return node_.home; }
    /// Ends it without closing gaps: returns the element's address after that, or null if it has been removed.
    auto part() noexcept { return node_.home->part(node_); }
    [[nodiscard]] auto& node() noexcept { return node_; }

  private:
    typename Store::walker_type node_;
};

/// Removes all elements of a source that are in a store now, one after the other; all at once where nothing has to be
/// seen to.
template <class Store, class Source = all_of<Store>> void remove_all(Store& elements) {
    if (elements.clear_at_once(Source().end(elements), Source().size(elements))) return;
    store_cursor<Source> c(&elements, residents);
    while (c.next() != nullptr) (void)c.remove_current();
}

/// A walk over a range of handles, in the order of the range: it visits each element in turn, and skips those removed
/// by then. The range has to outlive it.
template <class Source, class Element, class Iterator, class Sentinel> class handle_walk {
    using Store = typename Source::store_type;

  public:
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = std::remove_const_t<Element>;
        using difference_type = std::ptrdiff_t;

        explicit iterator(handle_walk& w) noexcept : walk_(&w) {}
        [[nodiscard]] THRONG_FLAT Element& operator*() const noexcept { return *walk_->current(); }
        [[nodiscard]] Element* operator->() const noexcept { return walk_->current(); }
        iterator& operator++() {
            (void)walk_->next();
            return *this;
        }
        void operator++(int) { (void)walk_->next(); }
        THRONG_FLAT friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
            return i.walk_->current() == nullptr;
        }

      private:
        handle_walk* walk_;
    };

    /// (Without a home, it comes to nothing.)
    handle_walk(Store* home, Iterator first, Sentinel last, caller where) noexcept
        : first_(std::move(first)), last_(std::move(last)) {
        if (home == nullptr) return;
        here_.stand(*home, nullptr);
        home->opened(here_.node(), where);
    }
    /// It may be kept: the other one has ended then.
    handle_walk(handle_walk&& other) noexcept = default;
    handle_walk& operator=(handle_walk&& other) noexcept {
        if (this != &other) {
            this->~handle_walk();
            ::new (static_cast<void*>(this)) handle_walk(std::move(other));
        }
        return *this;
    }
    ~handle_walk() = default;

    /// Moves on and gives the element of the next handle that is not stale; null at the end.
    Element* next() {
        Store* const home = here_.home();
        if (home == nullptr) return nullptr;
        value_type* const left = here_.element();
        value_type* x = nullptr;
        for (; x == nullptr && first_ != last_; ++first_) {
            x = home->find(*first_);
            if (x != nullptr && !Source().has(*home, x)) x = nullptr;
        }
        here_.node().at = address_of(x);
        if (left != nullptr) home->leave(left);
        // (The destructor may have removed the next element; it can be read, but it is not visited.)
        return x == nullptr || home->contains(x) ? x : next();
    }
    [[nodiscard]] Element* current() const noexcept { return here_.element(); }
    /// Removes the element at which the walk is positioned; false if it has been removed already.
    bool remove_current() {
        return current() != nullptr && here_.home() != nullptr && here_.home()->remove_own(here_.element());
    }

    [[nodiscard]] iterator begin() {
        if (current() == nullptr) (void)next();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

  private:
    using value_type = typename Store::value_type;

    standing_on<Store> here_;
    Iterator first_;
    Sentinel last_;
};

} // namespace throng::core
