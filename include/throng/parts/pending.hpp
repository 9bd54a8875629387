#pragma once

#include <throng/core/callback.hpp>
#include <throng/core/placement.hpp>
#include <throng/core/walking.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng::core {

/// The placement of elements that wait until they are committed. They stand in the order of their adding, those that
/// wait behind the others, where they will stay: a commit moves the gate between the two, and no element.
template <class Allocator> struct pending {
    template <class T> class placement : public in_order<T> {
        using base = in_order<T>;

      public:
        using typename base::place_type;

        placement() = default;
        placement(const placement&) = delete;
        placement& operator=(const placement&) = delete;
        ~placement() { expired_.reset(); }

        /// Elements before this position are committed; all others wait.
        [[nodiscard]] position gate() const noexcept { return gate_; }
        [[nodiscard]] std::size_t waiting() const noexcept { return waiting_; }
        template <class S> void commit(const S& s) noexcept {
            waiting_ = 0;
            gate_ = s.end_position();
        }

        // Called by the store. (An element whose constructor commits is before the gate when it is added.)
        void comes(place_type at) noexcept { waiting_ += at.where() < gate_ ? 0U : 1U; }
        void goes(place_type at) noexcept {
            if (waiting_ != 0 && !(at.where() < gate_)) --waiting_;
        }
        /// (Elements are moved in their order: forward where all are sorted, else backward.)
        void moved(place_type from, place_type to) noexcept {
            const bool waits = !(from.where() < gate_);
            if (waits && (to.where() < gate_ || from.where() < to.where())) gate_ = to.where();
        }
        template <class S> void unplace(S& s, place_type at) noexcept {
            base::unplace(s, at);
            draw_gate_back(s);
        }
        template <class S> void idle(S& s, bool walk_closed) noexcept {
            base::idle(s, walk_closed);
            draw_gate_back(s);
        }
        template <class S> void trim(S& s) noexcept {
            base::trim(s);
            draw_gate_back(s);
        }
        template <class S> void cleared(S& s) noexcept {
            base::cleared(s);
            commit(s);
        }
        /// The last `waiting` of them wait.
        template <class S> void refilled(S& s, std::size_t waiting) noexcept {
            base::refilled(s);
            commit(s);
            std::size_t n = s.size();
            s.for_each_slot(first_position, [&](auto* p, unsigned i) {
                if (n-- == waiting) gate_ = {p->order, i};
            });
            waiting_ = waiting;
        }
        template <class S> void start_again(S& s) noexcept {
            base::start_again(s);
            if (waiting_ == 0) commit(s);
        }
        template <class S> [[nodiscard]] std::size_t sorted(const S& s) const noexcept { return s.size() - waiting_; }
        template <class S> [[nodiscard]] position end_of_sorted(const S&) const noexcept { return gate_; }
        /// The contents are exchanged; the predicates stay.
        void swap(placement& other) noexcept {
            base::swap(other);
            std::swap(gate_, other.gate_);
            std::swap(waiting_, other.waiting_);
        }

        // --- what walks drop -----------------------------------------------------------------------------------------

        template <class F> void drop_if(const Allocator& allocator, F f) {
            if constexpr (std::is_same_v<F, std::nullptr_t>) {
                expired_.reset();
            } else {
                require_predicate<F, T>();
                (void)expired_.set(
                    allocator, [f = std::move(f)](question& q) mutable { q.answer = static_cast<bool>(f(*q.about)); });
            }
        }
        void take_hooks(placement& other) noexcept { expired_.take(other.expired_); }
        [[nodiscard]] bool drops() const noexcept { return static_cast<bool>(expired_); }
        [[nodiscard]] bool is_expired(const T& x) {
            question q{std::addressof(x)};
            expired_.call(q);
            return q.answer;
        }

      private:
        struct question {
            const T* about;
            bool answer = false;
        };

        /// No element stands behind the end: what comes there next waits.
        template <class S> void draw_gate_back(const S& s) noexcept {
            if (s.end_position() < gate_) gate_ = s.end_position();
        }

        position gate_ = first_position;
        std::size_t waiting_ = 0;
        callback<question, Allocator> expired_;
    };
};

/// A walk's treatment of an expired element.
enum class expired { visited, passed_over, dropped };

/// The source of a cursor: the committed elements. A live walk also visits elements that are committed meanwhile.
template <class Store, expired What = expired::dropped> class committed_of : public all_of<Store> {
    using base = all_of<Store>;

  public:
    using typename base::page_type;
    using typename base::value_type;
    using typename base::walker_type;
    using of_const = committed_of<Store, expired::passed_over>;
    using quiet = committed_of<Store, expired::visited>;
    using loop_policy = residents_t;
    static constexpr bool asks = What != expired::visited;

    void limit_to_residents(walker_type& w, const Store& s) const noexcept { w.limit = end(s); }
    [[nodiscard]] word shown(const Store& s, const page_type* p, unsigned i, const walker_type& w) const noexcept {
        return s.shown(p, i, w) & s.before(end(s), p, i);
    }
    [[nodiscard]] bool shows(const Store& s, spot<page_type> at, const walker_type& w) const noexcept {
        return at.where() < end(s) && s.shows(at, w);
    }
    [[nodiscard]] position end(const Store& s) const noexcept { return s.placement().gate(); }
    [[nodiscard]] std::size_t size(const Store& s) const noexcept { return s.size() - s.placement().waiting(); }
    [[nodiscard]] bool has(const Store& s, const value_type* x) const noexcept {
        return spot<page_type>::of(x).where() < end(s);
    }
    [[nodiscard]] bool contains(const Store& s, const value_type* x) const noexcept {
        return base::contains(s, x) && has(s, x);
    }
    /// Whether the walk goes on instead of visiting the element that it stands on. Throws what the predicate or the
    /// removal throws.
    [[nodiscard]] bool passes_over(Store& s, value_type* x) const {
        if (!s.placement().drops()) [[likely]]
            return false;
        const bool is_expired = s.placement().is_expired(*x);
        if (!contains(s, x)) return true; // the predicate has removed it
        if (is_expired && What == expired::dropped) (void)s.remove_own(x);
        return is_expired;
    }
};

} // namespace throng::core
