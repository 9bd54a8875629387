#pragma once

#include <throng/fwd.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

/// Edits of a world that are made later, in the order in which they were recorded: by code that must not make them now,
/// because others are reading the world on other threads.
template <class Allocator> class basic_recorder {
    using memory = core::line_memory<Allocator>;
    using world_type = basic_world<Allocator>;
    struct block {
        block* next;
        std::size_t used;
    };
    /// An edit, which stands right behind. A null world: do not make it, only forget it.
    struct header {
        void (*make)(void* edit, world_type* w);
        std::size_t bytes;
    };
    static constexpr std::size_t unit = alignof(std::max_align_t);
    static constexpr std::size_t block_bytes = 4096;
    [[nodiscard]] static constexpr std::size_t rounded(std::size_t n) noexcept { return (n + unit - 1) / unit * unit; }

  public:
    explicit basic_recorder(const Allocator& allocator = Allocator()) noexcept : allocator_(allocator) {}
    basic_recorder(const basic_recorder&) = delete;
    basic_recorder& operator=(const basic_recorder&) = delete;
    basic_recorder(basic_recorder&& other) noexcept
        : allocator_(other.allocator_),
          first_(std::exchange(other.first_, nullptr)),
          last_(std::exchange(other.last_, nullptr)) {}
    basic_recorder& operator=(basic_recorder&&) = delete;
    ~basic_recorder() { run(nullptr); }

    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

    /// f(world) is called later. Throws what the allocator or F's move throws.
    template <class F> void record(F f) {
        static_assert(alignof(F) <= unit, "throng: what is recorded is aligned to 16 bytes at most");
        static_assert(rounded(sizeof(header)) + rounded(sizeof(F)) + rounded(sizeof(block)) <= block_bytes,
                      "throng: what is recorded has at most 4000 bytes");
        constexpr std::size_t bytes = rounded(sizeof(header)) + rounded(sizeof(F));
        if (last_ == nullptr || last_->used + bytes > block_bytes) add_block();
        auto* const at = reinterpret_cast<unsigned char*>(last_) + last_->used;
        ::new (static_cast<void*>(at + rounded(sizeof(header)))) F(std::move(f));
        ::new (static_cast<void*>(at)) header{[](void* edit, world_type* w) {
                                                  struct end {
                                                      F& f;
                                                      ~end() { f.~F(); }
                                                  } e{*static_cast<F*>(edit)};
                                                  if (w != nullptr) e.f(*w);
                                              },
                                              bytes};
        last_->used += bytes;
    }
    void destroy(entity e) {
        record([e](world_type& w) { w.destroy(e); });
    }
    template <class T> void add(entity e, T value) {
        record([e, value = std::move(value)](world_type& w) mutable { w.template add<T>(e, std::move(value)); });
    }
    template <class T> void set(entity e, T value) {
        record([e, value = std::move(value)](world_type& w) mutable { w.set(e, std::move(value)); });
    }
    template <class... Ts> void remove(entity e) {
        record([e](world_type& w) { w.template remove<Ts...>(e); });
    }
    template <class... Cs> void create(Cs... values) {
        record([... values = std::move(values)](world_type& w) mutable { w.create(std::move(values)...); });
    }

    /// Makes the edits, and forgets them. Throws what an edit throws: those after it are forgotten.
    void apply(world_type& w) { run(&w); }

  private:
    void add_block() {
        void* const m = memory::take(allocator_, block_bytes);
        auto* const b = ::new (m) block{nullptr, rounded(sizeof(block))};
        (last_ == nullptr ? first_ : last_->next) = b;
        last_ = b;
    }
    void run(world_type* w) {
        // Commands recorded during an edit are stored in new blocks.
        struct rest {
            basic_recorder& home;
            block* b;
            std::size_t at;
            ~rest() { go(nullptr); }
            void go(world_type* to) {
                while (b != nullptr) {
                    while (at < b->used) {
                        auto* const m = reinterpret_cast<unsigned char*>(b) + at;
                        const header h = *std::launder(reinterpret_cast<header*>(m));
                        at += h.bytes;
                        h.make(m + rounded(sizeof(header)), to);
                    }
                    block* const done = std::exchange(b, b->next);
                    at = rounded(sizeof(block));
                    memory::give_back(home.allocator_, done, block_bytes);
                }
            }
        } all{*this, std::exchange(first_, nullptr), rounded(sizeof(block))};
        last_ = nullptr;
        all.go(w);
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    block* first_ = nullptr;
    block* last_ = nullptr;
};

} // namespace throng
