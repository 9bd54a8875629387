#pragma once

#include <throng/core/cursor.hpp>

#include <span>
#include <type_traits>

/// What a caller sees of a walk: objects to loop over.
namespace throng::core {

/// What can be looped over, and whose elements make a T.
template <class R, class T>
concept range_of = requires(R&& r) {
    std::begin(r) != std::end(r);
    T(*std::begin(r));
};

/// Two iterators as a range, to be walked once.
template <class I, class S> struct iterator_pair {
    I first;
    S last;
    [[nodiscard]] I begin() { return std::move(first); }
    [[nodiscard]] S end() const { return last; }
};
/// What a collection of T can be made of.
template <class I, class S, class T>
concept iterators_of = std::input_iterator<I> && std::sentinel_for<S, I> && range_of<iterator_pair<I, S>&, T>;
/// The element of a range that a collection is made of without its type.
template <class R> using element_of = std::remove_cvref_t<decltype(*std::begin(std::declval<R&>()))>;
template <class A>
concept allocator_like = requires(A& a) { a.allocate(std::size_t{1}); };

/// An open walk: loop over it once with a range-for, or call `next()` until it is null. It lives on the caller's stack
/// and may be left at any point. Element is T or const T.
template <class Sequence, class Element> class walk {
  public:
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = std::remove_const_t<Element>;
        using difference_type = std::ptrdiff_t;

        explicit iterator(walk& w) noexcept : walk_(&w) {}
        [[nodiscard]] Element& operator*() const noexcept { return *walk_->current(); }
        [[nodiscard]] Element* operator->() const noexcept { return walk_->current(); }
        [[gnu::always_inline]] iterator& operator++() noexcept {
            (void)walk_->next();
            return *this;
        }
        void operator++(int) noexcept { (void)walk_->next(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept {
            return i.walk_->current() == nullptr;
        }

      private:
        walk* walk_;
    };

    walk(Sequence* home, position limit, std::uint64_t epoch = 0) noexcept : cursor_(home, limit, epoch) {}

    /// Moves on and gives the element; null at the end. A live walk at its end goes on when something is added later.
    [[gnu::always_inline]] Element* next() noexcept { return cursor_.next(); }
    /// The element that the walk stands on; null before the first and after the last. It may have been removed
    /// meanwhile: it stays readable until the walk moves on.
    [[nodiscard]] Element* current() const noexcept { return cursor_.current(); }
    /// Removes the element that the walk stands on; false if there is none, or if it is gone already.
    bool remove(caller where = {})
        requires(!std::is_const_v<Element>)
    {
        Element* const x = current();
        if (x == nullptr || cursor_.home() == nullptr) return false;
        Sequence& home = *cursor_.home();
        [[maybe_unused]] const auto inside = home.entered(where);
        if (!home.contains(x)) return false;
        using page_type = typename Sequence::page_type;
        home.remove_at(page_type::of(x), page_type::of(x)->index_of(x));
        return true;
    }

    /// Moves to the first element, if the walk has not begun yet.
    [[nodiscard]] iterator begin() noexcept {
        if (current() == nullptr) start();
        return iterator(*this);
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// Whether the element that the walk stands on is still there.
    [[nodiscard]] bool is_current_there() const noexcept {
        return current() != nullptr && cursor_.home() != nullptr && cursor_.home()->contains(current());
    }
    /// Whether it stands on an element of these pages: a swap may have taken it to another collection with its own.
    [[nodiscard]] bool stands_in(const Sequence& home) const noexcept {
        return current() != nullptr && cursor_.home() == &home;
    }
    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] walk fork() const noexcept
        requires requires(const cursor<Sequence>& c) { c.fork(); }
    {
        return walk(cursor_.fork());
    }

    [[nodiscard]] auto& node() noexcept { return cursor_.node(); }

  private:
    explicit walk(cursor<Sequence>&& at) noexcept : cursor_(std::move(at)) {}

    /// (Once a walk: no use in inlining it. And g++, which would see that the walk stands nowhere yet, but not that
    /// there is nothing left of its word either, would warn of a page at null.)
    [[gnu::noinline]] void start() noexcept { (void)cursor_.next(); }

    cursor<Sequence> cursor_;
};

/// An iterator that is an open walk itself: what `begin()` of a collection returns. Move-only, an input iterator.
template <class Sequence, class Element> class walk_iterator {
  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = std::remove_const_t<Element>;
    using difference_type = std::ptrdiff_t;

    walk_iterator(Sequence* home, position limit, std::uint64_t epoch = 0) noexcept : cursor_(home, limit, epoch) {}
    /// Moves to the first element. (Once a walk: no use in inlining it.)
    [[gnu::noinline]] void start() noexcept { (void)cursor_.next(); }

    [[nodiscard]] Element& operator*() const noexcept { return *cursor_.current(); }
    [[nodiscard]] Element* operator->() const noexcept { return cursor_.current(); }
    [[gnu::always_inline]] walk_iterator& operator++() noexcept {
        (void)cursor_.next();
        return *this;
    }
    void operator++(int) noexcept { (void)cursor_.next(); }
    friend bool operator==(const walk_iterator& i, std::default_sentinel_t) noexcept {
        return i.cursor_.current() == nullptr;
    }

    /// Whether it stands on an element of these pages: a swap may have taken it to another collection with its own.
    [[nodiscard]] bool stands_in(const Sequence& home) const noexcept {
        return cursor_.current() != nullptr && cursor_.home() == &home;
    }
    [[nodiscard]] auto& node() noexcept { return cursor_.node(); }

  private:
    cursor<Sequence> cursor_;
};

/// What was there at one moment: walked as often as one likes it shows just those elements, even the ones that have
/// been removed since; they keep their values until the last view that shows them is gone. Taking one copies nothing.
template <class Sequence, class Element> class frozen_view {
    using walker_type = typename Sequence::walker_type;

  public:
    using iterator = walk_iterator<Sequence, Element>;

    explicit frozen_view(Sequence& home) noexcept : frozen_view(home, home.end_position(), home.size()) {}
    /// Of `size` elements, which are all that lie before the limit.
    frozen_view(Sequence& home, position limit, std::size_t size) noexcept : size_(size) {
        node_.limit = limit;
        node_.epoch = home.next_epoch();
        home.link(node_);
    }
    frozen_view(frozen_view&& other) noexcept : size_(other.size_) { take_place_of(other); }
    frozen_view& operator=(frozen_view&& other) noexcept {
        if (this != &other) {
            close();
            size_ = other.size_;
            take_place_of(other);
        }
        return *this;
    }
    ~frozen_view() { close(); }

    /// How many elements the view shows. O(1).
    [[nodiscard]] std::size_t size() const noexcept { return node_.home == nullptr ? 0 : size_; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    [[nodiscard]] iterator begin(caller where = {}) const noexcept {
        iterator i(node_.home, node_.limit, node_.epoch);
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
    void take_place_of(frozen_view& other) noexcept {
        node_.epoch = other.node_.epoch;
        node_.limit = other.node_.limit;
        node_.is_opened_as(other.node_);
        if (other.node_.home == nullptr) return;
        other.node_.home->link(node_);
        other.node_.home->unlink(other.node_);
    }

    walker_type node_;
    std::size_t size_;
};

/// A walk over residents by runs of neighbours: the loop's body gets a span at a time, in order. All of a run is
/// kept in place, and kept alive, until the walk moves on.
template <class Sequence, class Element> class run_range {
  public:
    class iterator {
      public:
        using iterator_concept = std::input_iterator_tag;
        using value_type = std::span<Element>;
        using difference_type = std::ptrdiff_t;

        explicit iterator(run_range& range) noexcept : range_(&range) {}
        [[nodiscard]] std::span<Element> operator*() const noexcept { return range_->run_; }
        iterator& operator++() noexcept {
            range_->advance();
            return *this;
        }
        void operator++(int) noexcept { range_->advance(); }
        friend bool operator==(const iterator& i, std::default_sentinel_t) noexcept { return (*i).empty(); }

      private:
        run_range* range_;
    };

    run_range(Sequence* home, position limit) noexcept : cursor_(home, limit) {}

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

    cursor<Sequence> cursor_;
    std::span<Element> run_;
};

} // namespace throng::core
