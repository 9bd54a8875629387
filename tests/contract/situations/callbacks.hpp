#pragma once

/// # Edits in callbacks

#include "contract/walks.hpp"

#include <memory>
#include <utility>

namespace contract {

using support::tracked;

/// `on_add` receives an element that is already in the collection, and may add more. Rules 3, 8.
SITUATION(add_in_on_add, has_hooks<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        c.on_add([&](tracked& x) {
            EXPECT_EQ(c.contains(x), !Adapter::buffers);
            if (x.id() < 100) put<Adapter>(c, x.id() + 100);
        });
        fill<Adapter>(c, 0, 9);
        EXPECT_EQ(c.size(), 20U);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (x.id() == 5) put<Adapter>(c, 50);
        });
        EXPECT_EQ(has(seen, 50), (walk.live));
        EXPECT_EQ(has(seen, 150), (walk.live));
        EXPECT_EQ(seen.size(), (walk.live ? 22U : 20U));
    });
}

/// `on_add` removes the new element: the handle that `add` returns is stale, and no walk visits the element. Rules
/// 1, 8.
SITUATION(on_add_removes_the_newcomer, has_hooks<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        c.on_add([&](tracked& x) {
            EXPECT_TRUE(c.remove(x));
            EXPECT_FALSE(c.contains(x));
        });
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            EXPECT_EQ(c.emplace_back(100), nullptr);
            if constexpr (has_handles_on_add<Adapter>) {
                EXPECT_FALSE(c.contains(c.emplace(101)));
            }
            EXPECT_EQ(c.size(), 10U);
        });
        EXPECT_EQ(in_order<Adapter>(seen), count(0, 9));
        EXPECT_EQ(support::ledger::open().live(), 10);
    });
}

/// `on_add` clears the collection. Rules 1, 8.
SITUATION(on_add_clears, has_hooks<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        c.on_add([&](tracked&) { c.clear(); });
        int visits = 0;
        walk(c, [&](tracked&) {
            if (++visits != 1) return;
            c.emplace_back(100);
            let_in<Adapter>(c);
        });
        EXPECT_EQ(visits, Adapter::buffers && walk.live ? 2 : 1);
        // What waits is not cleared.
        EXPECT_EQ(ids_of(c), Adapter::buffers ? ids{100} : ids{});
        EXPECT_EQ(support::ledger::open().live(), Adapter::buffers ? 1 : 0);
    });
}

/// `on_remove` receives a removed element, which can still be read; it removes others and adds. Rules 1, 8.
SITUATION(edits_in_on_remove, has_hooks<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 99);
        ids told;
        int born = 200;
        c.on_remove([&](tracked& x) {
            told.push_back(x.id());
            EXPECT_FALSE(c.contains(x));
            EXPECT_FALSE(c.remove(x));
            if (x.id() < 50) remove_id(c, x.id() + 50);
            if (x.id() < 5) put<Adapter>(c, born++);
            EXPECT_EQ(x.id(),
                      told[static_cast<std::size_t>(std::find(told.begin(), told.end(), x.id()) - told.begin())]);
        });
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (x.id() % 2 == 0 && x.id() < 50) c.remove(x);
        });
        std::sort(told.begin(), told.end());
        EXPECT_EQ(std::adjacent_find(told.begin(), told.end()), told.end()) << "told twice of one";
        EXPECT_EQ(told.size(), 50U);
        EXPECT_EQ(c.size(), 100U - 50U + static_cast<unsigned>(born - 200));
    });
}

/// `on_remove` calls `clear()` during `clear()`: it is called once for each element. Rules 1, 8.
SITUATION(on_remove_clears, has_hooks<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    ids told;
    c.on_remove([&](tracked& x) {
        told.push_back(x.id());
        c.clear();
    });
    c.clear();
    std::sort(told.begin(), told.end());
    EXPECT_EQ(told, count(0, 99));
    EXPECT_TRUE(c.empty());
}

/// Elements that `on_remove` adds during `clear()` stay. Rule 8.
SITUATION(on_remove_adds_during_clear, has_hooks<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    c.on_remove([&](tracked& x) {
        if (x.id() < 100) put<Adapter>(c, x.id() + 100);
    });
    c.clear();
    EXPECT_EQ(c.size(), 100U);
    ids held = held_by<Adapter>(c);
    std::sort(held.begin(), held.end());
    EXPECT_EQ(held, count(100, 199));
}

/// A hook removes or replaces itself while it runs. Rule 8.
SITUATION(hook_is_taken_off_in_the_hook, has_hooks<Adapter>) {
    collection_of<Adapter> c;
    int first = 0;
    int second = 0;
    const auto captured = std::make_shared<int>(7);
    c.on_add([&, captured](tracked&) {
        c.on_add([&](tracked&) { ++second; });
        first += *captured;
    });
    EXPECT_GT(captured.use_count(), 1);
    fill<Adapter>(c, 0, 4);
    EXPECT_EQ(first, 7);
    EXPECT_EQ(second, 4);
    EXPECT_EQ(captured.use_count(), 1) << "what it held is let go of when it has returned";
    c.on_remove([&, captured](tracked&) {
        c.on_remove(nullptr);
        first += *captured;
    });
    c.clear();
    EXPECT_EQ(first, 14);
    EXPECT_EQ(captured.use_count(), 1);
    EXPECT_EQ(c.size(), 0U);
}

/// A hook opens walks. Rule 8.
SITUATION(walk_in_a_hook, has_hooks<Adapter>) {
    collection_of<Adapter> c;
    ids sizes;
    c.on_add([&](tracked&) { sizes.push_back(static_cast<int>(ids_of(c).size())); });
    c.on_remove([&](tracked&) { sizes.push_back(static_cast<int>(ids_of(c).size())); });
    fill<Adapter>(c, 0, 4);
    while (!c.empty())
        for (tracked& x : c) {
            c.remove(x);
            break;
        }
    EXPECT_EQ(sizes, (Adapter::buffers ? ids{0, 1, 2, 3, 4, 4, 3, 2, 1, 0} : ids{1, 2, 3, 4, 5, 4, 3, 2, 1, 0}));
}

/// A predicate removes, adds and opens walks. Rules 1, 8.
SITUATION(edits_in_a_predicate, has_remove_if<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    ids asked;
    const std::size_t removed = c.remove_if([&](const tracked& x) {
        asked.push_back(x.id());
        if (x.id() == 10) remove_id(c, 60);
        if (x.id() == 20) put<Adapter>(c, 100);
        if (x.id() == 30) {
            EXPECT_TRUE(c.remove(x));
            return true;
        }
        return x.id() % 10 == 9;
    });
    EXPECT_EQ(removed, 10U) << "30 had been removed already";
    EXPECT_FALSE(Adapter::keeps_order && has(asked, 60));
    EXPECT_FALSE(has(asked, 100)) << "it asks the residents";
    EXPECT_EQ(held_by<Adapter>(c), without(count(0, 100), {9, 19, 29, 30, 39, 49, 59, 60, 69, 79, 89, 99}));
}

/// An element's destructor removes others and adds.
struct editing_destructor {
    using context = std::pair<void*, void (*)(void*, int)>;
    inline static context edit{};

    explicit editing_destructor(int id) : value{id} {}
    editing_destructor(const editing_destructor&) = delete;
    editing_destructor& operator=(const editing_destructor&) = delete;
    ~editing_destructor() {
        if (edit.second != nullptr) edit.second(edit.first, value.id());
    }
    [[nodiscard]] int id() const { return value.id(); }
    tracked value;
};
/// Lets f(int id) run in each destructor as long as it lives.
template <class F> struct in_destructors {
    explicit in_destructors(F f) : call{std::move(f)} {
        editing_destructor::edit = {this, [](void* self, int id) { static_cast<in_destructors*>(self)->call(id); }};
    }
    in_destructors(const in_destructors&) = delete;
    in_destructors& operator=(const in_destructors&) = delete;
    ~in_destructors() { editing_destructor::edit = {nullptr, nullptr}; }
    F call;
};

/// Each removal removes another element and adds one. Rule 8.
SITUATION(edits_in_destructors, Adapter::owns) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter, editing_destructor> c;
        fill<Adapter>(c, 0, 99);
        int born = 100;
        {
            const in_destructors edits{[&](int id) {
                if (id < 50) remove_id(c, id + 50);
                if (id < 10) put<Adapter>(c, born++);
            }};
            ids seen;
            walk(c, [&](editing_destructor& x) {
                EXPECT_TRUE(c.contains(x));
                seen.push_back(x.id());
                if (x.id() % 5 == 0) c.remove(x);
            });
            std::sort(seen.begin(), seen.end());
            EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << "one was visited twice";
        }
        const ids held = held_by<Adapter>(c);
        for (int id = 0; id < 100; id += 5) EXPECT_FALSE(has(held, id)) << id;
        EXPECT_EQ(c.size(), held.size());
    });
}

/// The destructor of the last element, which the walk has just left, adds one: a live walk visits it. Rules 3, 8.
SITUATION(last_destructor_adds, Adapter::owns) {
    with_every_still_walk<Adapter>([](way walk) {
        collection_of<Adapter, editing_destructor> c;
        fill<Adapter>(c, 0, 4);
        ids seen;
        {
            const in_destructors edits{[&](int) {
                if (c.empty() && !has(seen, 100)) put<Adapter>(c, 100);
            }};
            walk(c, [&](editing_destructor& x) {
                seen.push_back(x.id());
                c.remove(x);
                if (x.id() == 100) put<Adapter>(c, 200);
            });
        }
        EXPECT_EQ(has(seen, 100), (walk.live));
        EXPECT_EQ(c.size(), (walk.live ? 0U : 1U));
    });
}

/// Each element's destructor removes the next one. Rule 8.
SITUATION(destructors_remove_one_another, Adapter::owns) {
    collection_of<Adapter, editing_destructor> c;
    fill<Adapter>(c, 0, 299);
    {
        const in_destructors edits{[&](int id) { remove_id(c, id + 1); }};
        EXPECT_TRUE(remove_id(c, 100));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 99));
        put<Adapter>(c, 300);
        for (editing_destructor& x : c)
            if (x.id() == 50) c.remove(x);
        EXPECT_EQ(held_by<Adapter>(c), without(count(0, 300), count(50, 299)));
    }
}

/// Destructors edit during `clear()` and during the destruction of the collection. Rule 8.
SITUATION(destructors_edit_during_clear, Adapter::owns) {
    int born = 1000;
    {
        collection_of<Adapter, editing_destructor> c;
        fill<Adapter>(c, 0, 299);
        const in_destructors edits{[&](int id) {
            remove_id(c, (id * 7 + 1) % 300);
            if (id < 20) put<Adapter>(c, born++);
        }};
        c.clear();
        EXPECT_EQ(support::ledger::open().live(), static_cast<int>(c.size()));
        for (const int id : held_by<Adapter>(c)) EXPECT_GE(id, 1000);
    }
    EXPECT_EQ(support::ledger::open().live(), 0);
}

/// Destructors remove other elements during the destruction of the collection. Rule 8.
SITUATION(destructors_edit_during_destruction, Adapter::owns) {
    {
        auto c = std::make_unique<collection_of<Adapter, editing_destructor>>();
        fill<Adapter>(*c, 0, 299);
        const in_destructors edits{[&, raw = c.get()](int id) { remove_id(*raw, (id * 7 + 1) % 300); }};
        c.reset();
        EXPECT_EQ(support::ledger::open().live(), 0);
    }
    for (int id = 0; id < 300; ++id) EXPECT_EQ(support::ledger::open().deaths(id), 1) << id;
}

/// An entity removes itself in its own member function, and goes on using its members to the end of it.
template <class Adapter> struct entity {
    explicit entity(int i) : value{i} {}
    entity(const entity&) = delete;
    entity& operator=(const entity&) = delete;
    ~entity() = default;
    [[nodiscard]] int id() const { return value.id(); }
    template <class C> int act(C& c) {
        EXPECT_TRUE(c.remove(*this));
        put<Adapter>(c, id() + 100);
        EXPECT_FALSE(c.remove(*this));
        EXPECT_FALSE(c.contains(*this));
        for (int& p : plan) p = id();
        EXPECT_EQ(support::ledger::open().live(id()), 1);
        return plan[7];
    }
    tracked value;
    int plan[8] = {};
};
/// An element removes itself in its member function and then uses its members. Rules 5, 8.
SITUATION(self_removal_in_a_member_function, true) {
    with_every_still_walk<Adapter>([](way walk) {
        collection_of<Adapter, entity<Adapter>> c;
        fill<Adapter>(c, 0, 99);
        int last = -1;
        walk(c, [&](entity<Adapter>& x) {
            if (last >= 0 && Adapter::owns) {
                EXPECT_EQ(support::ledger::open().live(last), 0);
            }
            if (x.id() >= 100) return;
            last = x.id();
            EXPECT_EQ(x.act(c), last);
        });
        EXPECT_EQ(held_by<Adapter>(c), count(100, 199));
    });
}

} // namespace contract
