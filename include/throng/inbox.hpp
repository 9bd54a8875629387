#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/requirements.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace throng {

/// Messages from other threads to the thread that owns a collection or a world: any number of threads put, one takes.
///
///     throng::inbox<player> arrived;                                   // where the game's thread and others see it
///     arrived.put({name});                                             // on any thread, at any moment
///     arrived.take_into(players);                                      // once a frame, on the thread of the game
///     arrived.take([&](player&& p) { world.create(std::move(p)); });   // or what becomes of each
///
/// No thread waits for another, and there is no lock: a put is one exchange of a pointer, repeated if another thread
/// was faster. Messages are taken in the order in which they were put. With several threads that order is a race; with
/// numbered producers, a `take` is ordered by their numbers, and of each by its order, so that it depends only on the
/// messages put by then.
///
/// Messages that nothing has taken end with the inbox.
template <class T, class Allocator = std::allocator<T>> class inbox {
    struct message {
        message* next;
        unsigned producer;
        T value;
    };

  public:
    explicit inbox(const Allocator& allocator = Allocator()) noexcept : allocator_(allocator) {}
    inbox(const inbox&) = delete;
    inbox& operator=(const inbox&) = delete;
    ~inbox() {
        arrive();
        while (waiting_ != nullptr) destroy(std::exchange(waiting_, waiting_->next));
    }

    /// Puts a message, on any thread. False, without effect, if the allocator, which must be thread-safe, returns null.
    /// Throws what it or the value's move throws, without effect. O(1).
    bool put(T value, unsigned producer = 0) {
        message* const m = make(std::move(value), producer);
        if (m == nullptr) return false;
        m->next = newest_.load(std::memory_order_relaxed);
        while (!newest_.compare_exchange_weak(m->next, m, std::memory_order_release, std::memory_order_relaxed)) {
        }
        return true;
    }

    /// Takes the messages put so far, on one thread at a time: calls f(T&&) for each, and returns their number. If f
    /// throws, the exception is passed on, and the messages not taken come first the next time. O(n log n), and O(n)
    /// for one producer.
    template <class F> std::size_t take(F f) {
        std::size_t n = 0;
        take_each([&](T& value, bool& stays) {
            stays = false;
            ++n;
            f(std::move(value));
            return true;
        });
        return n;
    }
    /// Adds the messages to the end of a collection, and returns how many it has taken. Where the collection is full,
    /// or has no memory, the rest stays in the inbox, in order; where an addition throws, that message stays too, if a
    /// move of T cannot throw or T can be copied. A message that an `ordered_set` or a unique index refuses because an
    /// equal element is there is dropped, and not counted. Throws what the collection throws.
    template <class C> std::size_t take_into(C& collection) {
        std::size_t n = 0;
        take_each([&](T& value, bool& stays) {
            if constexpr (requires(core::offered& o) { collection.offer(value, o); }) {
                auto outcome = core::offered::no_room;
                struct at_end {
                    const core::offered& outcome;
                    bool& stays;
                    std::size_t& n;
                    ~at_end() {
                        stays = outcome == core::offered::no_room;
                        n += outcome == core::offered::added ? 1U : 0U;
                    }
                } const a{outcome, stays, n};
                (void)collection.offer(value, outcome);
                return outcome != core::offered::no_room;
            } else {
                collection.push_back(std::move(value));
                stays = false;
                ++n;
                return true;
            }
        });
        return n;
    }
    /// Whether nothing has been put that was not taken. Another thread may put something at once.
    [[nodiscard]] bool empty() const noexcept {
        return waiting_ == nullptr && newest_.load(std::memory_order_acquire) == nullptr;
    }

  private:
    /// Calls f(value, stays) for each message that has been put, until it is false. The message stays in front unless
    /// `stays` is false afterwards, also where f throws.
    template <class F> void take_each(F f) {
        arrive();
        // (Items put, or left over by a take, within f are not among them.)
        struct batch {
            inbox& home;
            message* first;
            ~batch() {
                if (first == nullptr) return;
                message* last = first;
                while (last->next != nullptr) last = last->next;
                last->next = std::exchange(home.waiting_, first);
            }
        } those{*this, std::exchange(waiting_, nullptr)};
        for (bool goes_on = true; goes_on && those.first != nullptr;) {
            struct taken {
                batch& from;
                message* m;
                bool stays = true;
                ~taken() {
                    if (stays) m->next = std::exchange(from.first, m);
                    else from.home.destroy(m);
                }
            } t{those, std::exchange(those.first, those.first->next)};
            goes_on = f(t.m->value, t.stays);
        }
    }
    [[nodiscard]] message* make(T&& value, unsigned producer) {
        struct memory {
            const Allocator& allocator;
            message* held;
            ~memory() { core::deallocate(allocator, held, 1); }
        } m{allocator_, core::allocate<message>(allocator_, 1)};
        if (m.held == nullptr) return nullptr;
        ::new (static_cast<void*>(m.held)) message{nullptr, producer, std::move(value)};
        return std::exchange(m.held, nullptr);
    }
    void destroy(message* m) noexcept {
        m->~message();
        core::deallocate(allocator_, m, 1);
    }
    /// Messages of other threads are appended to the waiting ones, in the order in which they will be taken.
    void arrive() noexcept {
        message* m = newest_.exchange(nullptr, std::memory_order_acquire);
        message* in_order = nullptr;
        bool is_sorted = true;
        while (m != nullptr) {
            message* const next = m->next;
            is_sorted = is_sorted && (in_order == nullptr || m->producer <= in_order->producer);
            m->next = in_order;
            in_order = std::exchange(m, next);
        }
        if (in_order == nullptr) return;
        if (!is_sorted) in_order = sorted(in_order);
        message** end = &waiting_;
        while (*end != nullptr) end = &(*end)->next;
        *end = in_order;
    }
    /// By producers, stable: merged from runs that double.
    [[nodiscard]] static message* sorted(message* all) noexcept {
        message* runs[sizeof(std::size_t) * 8] = {};
        while (all != nullptr) {
            message* run = std::exchange(all, all->next);
            run->next = nullptr;
            std::size_t i = 0;
            for (; runs[i] != nullptr; ++i) run = merged(std::exchange(runs[i], nullptr), run);
            runs[i] = run;
        }
        message* whole = nullptr;
        for (message* const run : runs) {
            if (run != nullptr) whole = merged(run, whole);
        }
        return whole;
    }
    [[nodiscard]] static message* merged(message* first, message* second) noexcept {
        message* whole = nullptr;
        message** end = &whole;
        while (first != nullptr && second != nullptr) {
            message*& next = second->producer < first->producer ? second : first;
            *end = next;
            end = &next->next;
            next = *end;
        }
        *end = first != nullptr ? first : second;
        return whole;
    }

    std::atomic<message*> newest_{nullptr};
    /// Messages that have arrived, but could not be taken.
    message* waiting_ = nullptr;
    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
};

} // namespace throng
