#pragma once

#include <throng/core/allocator.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace throng {

/// What other threads hand over to the thread that owns a collection or a world: any number of them put, one takes.
///
///     throng::inbox<player> arrived;                                   // where the game's thread and others see it
///     arrived.put({name});                                             // on any thread, at any moment
///     arrived.take_into(players);                                      // once a frame, on the thread of the game
///     arrived.take([&](player&& p) { world.create(std::move(p)); });   // or what becomes of each
///
/// No thread waits for another, and there is no lock: a put is one exchange of a pointer, tried again when another
/// thread has been faster. What is taken comes in the order in which it was put. Where several threads put, that order
/// is theirs to run for: with numbered producers, what one `take` finds comes by their numbers, and of each in its
/// order, so that it depends only on what each has put by then.
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

    /// Puts a message, on any thread. False, and nothing has happened, where the allocator gives null; it must be one
    /// that several threads may use. Throws what it or the value's move throws; nothing has happened then. O(1).
    bool put(T value, unsigned producer = 0) {
        message* const m = make(std::move(value), producer);
        if (m == nullptr) return false;
        m->next = newest_.load(std::memory_order_relaxed);
        while (!newest_.compare_exchange_weak(m->next, m, std::memory_order_release, std::memory_order_relaxed)) {
        }
        return true;
    }

    /// Takes what has been put so far, on one thread at a time: calls f(T&&) for each; how many. What f throws goes to
    /// the caller; what has not been taken then comes first the next time. O(n log n), and O(n) for one producer.
    template <class F> std::size_t take(F f) {
        arrive();
        // (What is put, or left over by a take within f, is not among them.)
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
        std::size_t n = 0;
        while (those.first != nullptr) {
            struct taken {
                inbox& home;
                message* m;
                ~taken() { home.destroy(m); }
            } const t{*this, std::exchange(those.first, those.first->next)};
            ++n;
            f(std::move(t.m->value));
        }
        return n;
    }
    /// Adds them to the end of a collection; how many.
    template <class C> std::size_t take_into(C& collection) {
        return take([&](T&& value) { collection.push_back(std::move(value)); });
    }
    /// Whether nothing has been put that was not taken. Another thread may put something at once.
    [[nodiscard]] bool empty() const noexcept {
        return waiting_ == nullptr && newest_.load(std::memory_order_acquire) == nullptr;
    }

  private:
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
    /// What other threads have put stands behind what waits, in the order in which it is taken.
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
    /// What an exception has kept from being taken.
    message* waiting_ = nullptr;
    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
};

} // namespace throng
