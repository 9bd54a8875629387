#pragma once

#include <throng/core/cursor.hpp>
#include <throng/core/dense.hpp>

namespace throng::core {

/// An open walk of a dense array: cursor.hpp says what it promises. It goes along runs of neighbours, and
/// whoever removes something that is ahead of it in the run cuts the run short.
template <class T, class Allocator> class cursor<dense<T, Allocator>> {
  public:
    using home_type = dense<T, Allocator>;
    using walker_type = typename home_type::walker_type;
    using value_type = T;

    cursor(home_type* home, position limit, std::uint64_t epoch = 0) noexcept
        : owner_(home), limit_(limit == last_position ? home_type::nowhere : static_cast<std::size_t>(limit.order)) {
        node_.extent = sizeof(T);
        node_.epoch = epoch;
        node_.limit = limit;
        if (epoch == 0) node_.owner = home;
        if (home != nullptr) home->link(node_);
    }
    cursor(cursor&& other) noexcept : owner_(other.owner_), limit_(other.limit_), passed_(other.passed_) {
        node_.extent = other.node_.extent;
        node_.epoch = other.node_.epoch;
        node_.limit = other.node_.limit;
        node_.owner = other.node_.owner;
        node_.is_opened_as(other.node_);
        if (other.node_.home == nullptr) return;
        other.node_.home->link(node_);
        node_.at = other.node_.at;
        node_.run_last = other.node_.run_last;
        other.node_.home->unlink(other.node_);
        other.node_.run_last = address{};
    }
    cursor& operator=(cursor&& other) noexcept {
        if (this != &other) {
            this->~cursor();
            ::new (static_cast<void*>(this)) cursor(std::move(other));
        }
        return *this;
    }
    ~cursor() {
        if (node_.home != nullptr) node_.home->close(node_);
    }

    /// Moves on to the next element; null at the end. A live walk at its end goes on when something has been added.
    T* next() noexcept {
        if (node_.at < node_.run_last) [[likely]] {
            node_.at = address{static_cast<std::uintptr_t>(node_.at) + sizeof(T)};
            return current();
        }
        return move_on();
    }

    /// Moves on to the next run of neighbours; of length 0 at the end. The walk stands on all of it.
    [[nodiscard]] std::pair<T*, std::size_t> next_run() noexcept {
        // The long way, which lets go of all of the last run.
        node_.run_last = address{};
        T* const x = move_on();
        if (x == nullptr) return {nullptr, 0};
        // It may have been cut short already, by the destructor of what was let go of.
        if (node_.at < node_.run_last)
            node_.extent += static_cast<std::uintptr_t>(node_.run_last) - static_cast<std::uintptr_t>(node_.at);
        node_.run_last = address{};
        return {x, node_.extent / sizeof(T)};
    }

    /// What the walk stands on; null before the first and after the last.
    [[nodiscard]] T* current() const noexcept { return reinterpret_cast<T*>(static_cast<std::uintptr_t>(node_.at)); }
    [[nodiscard]] home_type* home() const noexcept { return node_.home; }
    [[nodiscard]] walker_type& node() noexcept { return node_; }

    /// A second walk of the same, which stands where this one stands and goes on from there on its own.
    [[nodiscard]] cursor fork() const noexcept {
        cursor c(nullptr, node_.limit, node_.epoch);
        c.owner_ = owner_;
        c.limit_ = limit_;
        c.passed_ = passed_;
        c.node_.extent = node_.extent;
        c.node_.is_opened_as(node_);
        c.node_.owner = node_.owner;
        if (node_.home == nullptr) return c;
        node_.home->link(c.node_);
        c.node_.at = node_.at;
        c.node_.run_last = node_.run_last;
        return c;
    }

    /// Visits everything that is still before the walk.
    template <class F> void each(F& f) {
        while (T* x = next()) {
            // Nothing else is in this loop, so that where the body edits nothing, nothing but the body is left of it.
            for (;; ++x) {
                node_.at = address_of(x);
                f(*x);
                if (!(x < node_.template last_of_run<T>())) break;
            }
        }
    }

  private:
    [[gnu::noinline]] T* move_on() noexcept;
    void step() noexcept;
    void change_home() noexcept;

    walker_type node_;
    home_type* owner_;
    /// The first slot that the walk leaves out.
    std::size_t limit_;
    /// Before the first and after the last element: every slot before this one has been passed.
    std::size_t passed_ = 0;
};

/// Goes to the next visible element after the one stood on, or to the end. No code of the user's runs.
template <class T, class Allocator> void cursor<dense<T, Allocator>>::step() noexcept {
    const home_type& home = *node_.home;
    const T* const x = current();
    const std::size_t from = x == nullptr ? passed_ : home.slot_of(x) + node_.extent / sizeof(T);
    const auto run = home.find_run(from, limit_, node_.epoch);
    node_.extent = sizeof(T);
    if (run.length == 0) {
        node_.at = node_.run_last = address{};
        passed_ = from > home.end() ? from : home.end();
        return;
    }
    node_.at = address_of(run.first);
    node_.run_last = address_of(run.first + (run.length - 1));
}

template <class T, class Allocator> T* cursor<dense<T, Allocator>>::move_on() noexcept {
    if (node_.home == nullptr) return nullptr;
    if (node_.home != owner_ && node_.epoch == 0) change_home();
    const T* left = current();
    std::size_t length = node_.extent / sizeof(T);
    for (;;) {
        step();
        if (left != nullptr) (void)node_.home->leave(left, length);
        // What was just destroyed may have made edits: the element stood on may be gone, or newcomers be there.
        if (node_.home == nullptr) return nullptr;
        // Or the contents may have been exchanged, also where there was nothing more of the old ones.
        T* const x = current();
        if (node_.home != owner_ && node_.epoch == 0) change_home();
        else if (x != nullptr && (node_.epoch != 0 || address_of(x) <= node_.run_last || node_.home->contains(x)))
            return x;
        else if (x == nullptr && left == nullptr) return nullptr;
        left = current();
        length = 1;
    }
}

template <class T, class Allocator> void cursor<dense<T, Allocator>>::change_home() noexcept {
    owner_->take_home(node_);
    node_.run_last = address{};
    passed_ = 0;
    if (limit_ != home_type::nowhere) limit_ = 0;
}

} // namespace throng::core
