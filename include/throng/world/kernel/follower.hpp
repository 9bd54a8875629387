#pragma once

#include <throng/core/callback.hpp>
#include <throng/core/compiler.hpp>
#include <throng/world/entity.hpp>
#include <throng/world/kernel/page_parts.hpp>
#include <throng/world/kernel/row.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

// How parts of the library follow a world.
//
//     follower   derives something from a world, and is called with each change of it
//     span       the entities of one word of a page to which the same has happened, and in which column
//     keeper     a follower that keeps an index, an order or a set up to date. It runs no code of the user's that may
//                edit, and is called before the user's function: so it is right in every hook
//     function   the user's own hook: one for each event of a column
//     observer   a follower that runs code of the user's. It is called after the functions, in the order of its number

namespace throng::core {

template <class Allocator> class column;

/// The arguments of a user's hook.
struct hooked {
    entity e;
    void* value = nullptr;
    /// Of a hook of `on_set` that asks for it; else null.
    const void* before = nullptr;
};

/// Entities of one word of a page with the same edit.
template <class Allocator> struct edited_span {
    /// Null for entities as such, and for an entity with several columns.
    column<Allocator>* of = nullptr;
    std::uint32_t page = 0;
    unsigned w = 0;
    word those{};
    /// The former handle of the one entity of the span, if it is being destroyed; else an empty one.
    entity dying;

    [[nodiscard]] static edited_span one(column<Allocator>* of, entity e, bool dies = false) noexcept {
        const std::uint32_t i = e.index();
        return {of, i / page_slots, i / word_bits % page_words, bit(i % word_bits), dies ? e : entity{}};
    }
    /// Leaves out those that have lost it meanwhile.
    void look_again() noexcept {
        if (of != nullptr) those &= of->is_on(page) ? of->present(page)[w] : word{};
    }
    /// Calls f(entity) for each.
    template <class Home, class F> void each(const Home& home, F f) const {
        if (dying) return f(dying);
        for (word rest = those; any(rest); rest = without_lowest(rest))
            f(home.entity_at(page * page_slots + w * word_bits + lowest(rest)));
    }
};

/// The base of objects that derive data from a world. One of five calls reports each change: there is no other way to
/// observe it. The functions are pure, so that another one breaks the build of each part that does not implement it.
template <class Allocator> class follower : pinned {
  public:
    using span_type = edited_span<Allocator>;

    /// They have it, and its values can be read.
    virtual void came(const span_type& those) = 0;
    /// They have it no more; its values can be read.
    virtual void going(const span_type& those) = 0;
    /// Their values have been assigned.
    virtual void written(const span_type& those) = 0;
    /// The world holds something else now. Called before any code of the user's runs.
    virtual void replaced() noexcept = 0;
    /// The world ends.
    virtual void over() noexcept = 0;
    /// Whether what it knows agrees with the world, in which no edit is being made: for tests. It may be as slow as
    /// finding out anew.
    [[nodiscard]] virtual bool agrees() const = 0;

    /// Whether it has to find out anew what it derives: what it knows is of another world, or it had no memory to
    /// follow.
    [[nodiscard]] bool is_stale() const noexcept { return stale_; }
    void set_stale(bool now = true) noexcept { stale_ = now; }
    /// Calls f(), which brings it up to date. A follower for which that fails is stale from then on.
    template <class F> void keep(F f) noexcept {
        if (!attempt(std::move(f))) stale_ = true;
    }

  protected:
    virtual ~follower() = default;

  private:
    bool stale_ = false;
};

/// One entry of a follower in one list.
template <class Allocator> struct follow_link {
    enum verbs : unsigned { came = 1, going = 2, written = 4 };

    follower<Allocator>* who = nullptr;
    /// Of a keeper, the calls that it needs.
    unsigned needs = came | going | written;
    /// Of an observer, its place among the others, marks of the columns that it asks for, and whether it asks for
    /// entities as such.
    int order = 0;
    std::uint64_t marks = 0;
    bool as_such = false;
    follow_link* next = nullptr;
};

/// Followers in order. Any of them may be added and removed during the calls; one added before the present position is
/// not called this time.
template <class Allocator> class follow_list : pinned {
    using link_type = follow_link<Allocator>;

  public:
    /// A walk over the list, on the caller's stack.
    class walk : pinned {
      public:
        /// (Not inline: g++ 12 would warn of the address of a local, which the destructor takes back.)
        THRONG_NOINLINE explicit walk(follow_list& home) noexcept
            : home_(home), ahead_(home.first_), outer_(std::exchange(home.walks_, this)) {}
        ~walk() { home_.walks_ = outer_; }
        /// Null at the end.
        [[nodiscard]] link_type* next() noexcept {
            link_type* const l = ahead_;
            if (l != nullptr) ahead_ = l->next;
            return l;
        }

      private:
        friend follow_list;
        follow_list& home_;
        link_type* ahead_;
        walk* outer_;
    };

    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    /// Which calls any of them needs.
    [[nodiscard]] unsigned needs() const noexcept {
        unsigned all = 0;
        for (const link_type* l = first_; l != nullptr; l = l->next) all |= l->needs;
        return all;
    }
    /// Before those of the same order.
    void insert(link_type& l) noexcept {
        link_type** at = &first_;
        while (*at != nullptr && (*at)->order < l.order) at = &(*at)->next;
        l.next = std::exchange(*at, &l);
    }
    /// Nothing happens if it is not here.
    void erase(const link_type& l) noexcept {
        for (walk* w = walks_; w != nullptr; w = w->outer_) {
            if (w->ahead_ == &l) w->ahead_ = l.next;
        }
        link_type** at = &first_;
        while (*at != nullptr && *at != &l) at = &(*at)->next;
        if (*at != nullptr) *at = l.next;
    }
    void clear() noexcept {
        for (walk* w = walks_; w != nullptr; w = w->outer_) w->ahead_ = nullptr;
        first_ = nullptr;
    }
    /// Calls f(follower) for each.
    template <class F> void each(F f) const {
        for (const link_type* l = first_; l != nullptr; l = l->next)
            f(static_cast<const follower<Allocator>&>(*l->who));
    }
    /// Calls f(follower) for each that needs the call.
    template <class F> void each(unsigned verb, F f) {
        walk w(*this);
        while (const link_type* const l = w.next()) {
            if ((l->needs & verb) != 0) f(*l->who);
        }
    }

  private:
    link_type* first_ = nullptr;
    walk* walks_ = nullptr;
};

/// Who is called of one column, or of entities as such: the keepers, and the user's functions. Observers stand in one
/// list of the world.
template <class Allocator> struct audience {
    using function_type = callback<hooked, Allocator>;

    follow_list<Allocator> keepers;
    function_type on_add;
    function_type on_remove;
    function_type on_set;
    /// Whether that asks for the value before.
    bool on_set_compares = false;
    /// The number of observers that ask for it, and of those that also ask for its additions.
    unsigned observers = 0;
    unsigned observers_of_additions = 0;

    void reset() noexcept {
        keepers.clear();
        on_add.reset();
        on_remove.reset();
        on_set.reset();
        observers = observers_of_additions = 0;
    }
    /// (The user's function that gives a key may have edited these entities, though it must not.)
    void tell_keepers_came(edited_span<Allocator> those) noexcept {
        keepers.each(follow_link<Allocator>::came, [&](auto& f) {
            if (any(those.those)) f.keep([&] { f.came(those); });
            those.look_again();
        });
    }
    void tell_keepers_going(const edited_span<Allocator>& those) noexcept {
        keepers.each(follow_link<Allocator>::going, [&](auto& f) { f.keep([&] { f.going(those); }); });
    }
    void tell_keepers_written(edited_span<Allocator> those) noexcept {
        keepers.each(follow_link<Allocator>::written, [&](auto& f) {
            if (any(those.those)) f.keep([&] { f.written(those); });
            those.look_again();
        });
    }
};

} // namespace throng::core
