#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/storage.hpp>

#include <limits>

namespace throng::core {

/// The library's work when one of its components is removed, or the entity destroyed: `detach` before the user's
/// functions are called, `finish` after all functions and observers. A singleton of the world: once the first user has
/// added it, it lasts as long as the world.
template <class Allocator> class removal_upkeep : pinned {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;

  public:
    /// Called with the entity and the value. The entity may be stale: it is being destroyed then.
    using function = void (*)(storage_type& home, entity e, void* value);

    removal_upkeep(storage_type& home, column_type& c, function detach, function finish) noexcept
        : home_(home), column_(c), detaching_(home, c, detach), finishing_(home, c, finish) {
        c.is_upkept = true;
        if (detach != nullptr) home.keep(c, detaching_.link);
        finishing_.link.marks = c.mark;
        finishing_.link.order = std::numeric_limits<int>::max();
        home.observers.insert(finishing_.link);
        home.observe_removals(c);
    }
    ~removal_upkeep() {
        home_.stop_keeping(column_, detaching_.link);
        home_.observers.erase(finishing_.link);
    }

    /// The one of that number, made if there is none. Throws what the allocator throws.
    template <class Number> static void install(storage_type& home, column_type& c, function detach, function finish) {
        using its = of_number<Number>;
        const std::uint32_t n = single_number<its>();
        if (home.singles().get(n) != nullptr) return;
        (void)home.singles().set(home.allocator(), n, describe_single<its>(),
                                 [&](void* at) { ::new (at) its(home, c, detach, finish); });
    }

  private:
    template <class Number> struct of_number;
    /// It has no memory to be brought up to date: what it does is done at once.
    struct part final : follower<Allocator> {
        storage_type& home;
        column_type& of;
        function call;
        follow_link<Allocator> link;

        part(storage_type& s, column_type& c, function f) noexcept : home(s), of(c), call(f) {
            link.who = this;
            link.needs = follow_link<Allocator>::going;
        }
        void came(const edited_span<Allocator>&) override {}
        void going(const edited_span<Allocator>& those) override {
            // (One at a time: functions are to be called of each.)
            const std::uint32_t index = those.page * page_slots + those.w * word_bits + lowest(those.those);
            const entity e = those.dying ? those.dying : home.entity_at(index);
            if (home.edits.departure_of(&of, e) != nullptr) call(home, e, of.value(index));
        }
        void written(const edited_span<Allocator>&) override {}
        void replaced() noexcept override {}
        void over() noexcept override {}
        [[nodiscard]] bool agrees() const override { return true; }
    };

    storage_type& home_;
    column_type& column_;
    part detaching_;
    part finishing_;
};
template <class Allocator> template <class Number> struct removal_upkeep<Allocator>::of_number : removal_upkeep {
    using removal_upkeep::removal_upkeep;
};

} // namespace throng::core
