#pragma once

/// # Kinds of elements, and ranges

#include "contract/walks.hpp"

#include <concepts>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <ranges>
#include <span>

namespace contract {

using support::tracked;

/// A collection is a range with input iterators and a sentinel, also if const. Rule 2.
SITUATION(is_an_input_range, true) {
    using c = collection_of<Adapter>;
    static_assert(std::ranges::input_range<c>);
    static_assert(!std::ranges::forward_range<c>, "a walk is the iterator: it is not copied");
    static_assert(std::same_as<std::ranges::range_reference_t<c>, tracked&>);
    if constexpr (has_const_walks<Adapter>) {
        static_assert(std::ranges::input_range<const c>);
        static_assert(std::same_as<std::ranges::range_reference_t<const c>, const tracked&>);
    }
    if constexpr (has_walks<Adapter>)
        static_assert(std::ranges::input_range<decltype(std::declval<c&>().walk(throng::live))>);
    if constexpr (has_freeze<Adapter>)
        static_assert(std::ranges::input_range<decltype(std::declval<const c&>().freeze())>);
}

/// find_if, count_if, for_each, distance. Rule 2.
SITUATION(ranges_algorithms, true) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 199);
    {
        const auto found = std::ranges::find_if(c, [](const tracked& x) { return x.id() == 150; });
        ASSERT_TRUE(found != c.end());
        EXPECT_EQ((*found).id(), 150);
        EXPECT_TRUE(c.remove(*found));
    }
    EXPECT_TRUE(std::ranges::find_if(c, [](const tracked& x) { return x.id() == 150; }) == c.end());
    EXPECT_EQ(std::ranges::count_if(c, [](const tracked& x) { return x.id() % 2 == 0; }), 99);
    EXPECT_EQ(std::ranges::distance(c), 199);
    int sum = 0;
    std::ranges::for_each(c, [&](tracked& x) {
        sum += x.id();
        if (x.id() % 3 == 0) c.remove(x);
    });
    EXPECT_EQ(sum, 199 * 200 / 2 - 150);
    EXPECT_TRUE(std::ranges::all_of(c, [](const tracked& x) { return x.id() % 3 != 0; }));
}

/// filter | transform | take, with edits in the loop. Rules 1, 2.
SITUATION(views_over_a_walk, true) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 199);
    int taken = 0;
    for (const int id : c | std::views::filter([](const tracked& x) {
                            return x.id() % 2 == 0;
                        }) | std::views::transform([&](tracked& x) {
                            c.remove(x);
                            return x.id();
                        }) | std::views::take(10)) {
        EXPECT_EQ(id % 2, 0);
        ++taken;
    }
    EXPECT_EQ(taken, 10);
    EXPECT_LE(c.size(), 190U);
}

/// A const collection is walked. Rule 2.
SITUATION(const_walk, has_const_walks<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    const collection_of<Adapter>& k = c;
    ids seen;
    for (const tracked& x : k) {
        seen.push_back(x.id());
        c.remove(x);
        if (x.id() == 50) put<Adapter>(c, 100);
    }
    EXPECT_EQ(seen.size(), Adapter::loops_are_live ? 101U : 100U);
    seen.clear();
    if constexpr (requires { k.each([](const tracked&) {}); }) {
        fill<Adapter>(c, 200, 205);
        k.each([&](const tracked& x) { seen.push_back(x.id()); });
        EXPECT_EQ(seen.size(), c.size());
    }
}

/// `runs()` gives all residents in order, as few contiguous ranges. Rule 2.
SITUATION(runs_cover_all, has_runs<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 999);
    const auto all = [&] {
        ids seen;
        for (const std::span<tracked> run : c.runs()) {
            EXPECT_FALSE(run.empty());
            for (tracked& x : run) seen.push_back(x.id());
        }
        return in_order<Adapter>(seen);
    };
    EXPECT_EQ(all(), count(0, 999));
    std::size_t pieces = 0;
    for (const std::span<tracked> run : c.runs()) pieces += run.empty() ? 0 : 1;
    EXPECT_LT(pieces, 100U);
    c.remove_if([](const tracked& x) { return x.id() % 3 == 0; });
    EXPECT_EQ(all(), held_by<Adapter>(c));
    c.clear();
    EXPECT_EQ(all(), ids{});
}

/// Edits during a run: its elements are kept until the next run, and later runs skip removed ones. Rules 1, 5.
SITUATION(edits_in_runs, has_runs<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 999);
    ids seen;
    for (const std::span<tracked> run : c.runs()) {
        const int first = run.front().id();
        for (tracked& x : run) seen.push_back(x.id());
        put<Adapter>(c, 2000 + first);
        for (tracked& x : run) EXPECT_TRUE(c.remove(x));
        for (const int id : {990, 991})
            if (!has(seen, id)) remove_id(c, id);
        EXPECT_EQ(run.front().id(), first);
        EXPECT_EQ(run.back().id(), seen.back());
        for (tracked& x : run) EXPECT_FALSE(c.contains(x));
    }
    EXPECT_EQ(seen.size(), 998U);
    for (const int id : held_by<Adapter>(c)) EXPECT_GE(id, 2000);
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(), static_cast<int>(c.size()));
    }
}

/// clear() in a run ends the walk. Rules 1, 2.
SITUATION(clear_in_runs, has_runs<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 999);
    int pieces = 0;
    for (const std::span<tracked> run : c.runs()) {
        ++pieces;
        c.clear();
        fill<Adapter>(c, 1000, 1100);
        EXPECT_GE(run.back().id(), 0);
    }
    EXPECT_EQ(pieces, 1);
    EXPECT_EQ(held_by<Adapter>(c), count(1000, 1100));
}

/// The life of a few hundred elements of another type.
template <class Adapter, class T> void live_with() {
    using C = collection_of<Adapter, T>;
    C c;
    fill<Adapter>(c, 0, 99);
    for (T& x : c) {
        if constexpr (alignof(T) > alignof(std::max_align_t)) {
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&x) % alignof(T), 0U);
        }
        if (x.id() % 3 == 0) c.remove(x);
        if (x.id() % 10 == 0 && x.id() < 100) put<Adapter>(c, x.id() + 100);
    }
    ids expected;
    for (int id = 0; id < 200; ++id)
        if (id % 3 != 0 && (id < 100 || (id % 10 == 0 && id - 100 < 100))) expected.push_back(id);
    if (!Adapter::loops_are_live) std::erase_if(expected, [](int id) { return id >= 100; });
    ids held = held_by<Adapter>(c);
    if (!Adapter::loops_are_live) std::erase_if(held, [](int id) { return id >= 100; });
    EXPECT_EQ(held, expected);
    if constexpr (requires { c.update([](T&) { return true; }); }) c.update([](T& x) { return x.id() % 2 == 0; });
    if constexpr (requires { c.trim(); }) c.trim();
    for (T& x : c) {
        T* const here = &x;
        fill<Adapter>(c, 300, 500);
        EXPECT_EQ(here, &x);
        c.remove(x);
        break;
    }
    fill<Adapter>(c, 600, 650);
    c.clear();
    EXPECT_TRUE(c.empty());
}

/// Elements that can be moved and not copied. Rule 2.
SITUATION(move_only_elements, true) {
    live_with<Adapter, support::move_only_tracked>();
    collection_of<Adapter, std::unique_ptr<int>> c;
    if constexpr (requires { c.push_back(std::make_unique<int>(1)); })
        for (int i = 0; i < 100; ++i) c.push_back(std::make_unique<int>(i));
    for (auto& p : c)
        if (*p % 2 == 0) c.remove(p);
}
/// Elements whose move may throw. Rule 2.
SITUATION(elements_whose_move_may_throw, true) { live_with<Adapter, support::throwing_move_tracked>(); }
/// Elements that are copied as bytes and need no destructor. Rule 2.
SITUATION(trivial_elements, true) { live_with<Adapter, support::trivial>(); }
/// A trivially copyable element that is removed while it is visited keeps its value, whatever is added. Rule 5.
SITUATION(trivial_elements_are_kept_underfoot, Adapter::owns) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter, support::trivial> c;
        fill<Adapter>(c, 0, 99);
        int born = 100;
        walk(c, [&](support::trivial& x) {
            const int id = x.id();
            if (id >= 100) return;
            EXPECT_TRUE(c.remove(x));
            EXPECT_FALSE(c.contains(x));
            for (int i = 0; i < 3; ++i) put<Adapter>(c, born++);
            if (id % 10 == 0) c.clear();
            if (id % 10 == 0) fill<Adapter>(c, 1000, 1100);
            EXPECT_EQ(x.id(), id);
            EXPECT_FALSE(c.contains(x)) << "another has come in its place";
            EXPECT_FALSE(c.remove(x));
        });
    });
}
/// Elements that can be neither moved nor copied. Rule 2.
SITUATION(immovable_elements, true) { live_with<Adapter, support::immovable_tracked>(); }
/// Arguments of `add` and of predicates are elements of the same collection, and are moved or removed meanwhile. Rules
/// 2, 5, 8.
SITUATION(own_elements_as_arguments, Adapter::owns && !Adapter::unique && has_copying_add<Adapter>) {
    collection_of<Adapter> c;
    const auto arrive = [&] {
        if constexpr (Adapter::buffers) c.commit();
    };
    fill<Adapter>(c, 0, 9);
    for (int i = 0; i < 600; ++i) c.push_back(*find(c, i % 10));
    arrive();
    ids expected;
    for (int id = 0; id < 10; ++id) expected.insert(expected.end(), 61, id);
    const auto sorted = [&c] {
        ids held = held_by<Adapter>(c);
        std::ranges::sort(held);
        return held;
    };
    EXPECT_EQ(sorted(), expected);
    if constexpr (has_add_range<Adapter> && has_freeze<Adapter>) {
        const auto view = c.freeze();
        if constexpr (requires { c.add_range(view); }) {
            c.add_range(view);
            arrive();
            expected.clear();
            for (int id = 0; id < 10; ++id) expected.insert(expected.end(), 122, id);
            EXPECT_EQ(sorted(), expected);
        }
    }
    c.clear();
    if constexpr (has_hooks<Adapter>) {
        fill<Adapter>(c, 0, 9);
        c.on_add([&](tracked& x) {
            EXPECT_EQ(x.id(), 5);
            if (tracked* const source = find(c, 5); source != &x) c.remove(*source);
            for (int i = 0; i < 3; ++i) c.remove(*find(c, i));
            EXPECT_EQ(x.id(), 5);
        });
        c.push_back(*find(c, 5));
        c.on_add(nullptr);
        arrive();
        EXPECT_EQ(sorted(), (ids{3, 4, 5, 6, 7, 8, 9}));
    }
    if constexpr (requires { c.validate(); }) {
        EXPECT_TRUE(c.validate());
    }
}
/// Elements aligned to 256 bytes. Rule 2.
SITUATION(overaligned_elements, true) { live_with<Adapter, support::aligned_tracked>(); }
/// Elements of ten thousand bytes. Rule 2.
SITUATION(huge_elements, true) { live_with<Adapter, support::huge_tracked>(); }

/// Elements of one byte. Rule 2.
SITUATION(tiny_elements, !Adapter::unique) {
    collection_of<Adapter, char> c;
    for (int i = 0; i < 3000; ++i) c.emplace_back(static_cast<char>('a' + i % 26));
    if constexpr (Adapter::buffers) c.commit();
    for (char& x : c)
        if (x == 'e') c.remove(x);
    EXPECT_EQ(c.size(), 3000U - 115U - (3000U % 26U > 4U ? 1U : 0U) + 0U);
    EXPECT_EQ(std::ranges::count(c, 'e'), 0);
    for (char& x : c) {
        c.clear();
        x = 'z';
    }
    EXPECT_TRUE(c.empty());
}

/// Memory from a std::pmr resource. Rule 7.
SITUATION(polymorphic_allocator, takes_any_allocator<Adapter>) {
    std::pmr::monotonic_buffer_resource memory;
    typename Adapter::template of<tracked, std::pmr::polymorphic_allocator<tracked>> c(&memory);
    fill<Adapter>(c, 0, 999);
    for (tracked& x : c)
        if (x.id() % 2 == 0) c.remove(x);
    EXPECT_EQ(c.size(), 500U);
    EXPECT_EQ(c.get_allocator().resource(), &memory);
}

/// All memory is allocated and freed by the allocator. Rule 7.
SITUATION(memory_comes_from_the_allocator, Adapter::allocates) {
    support::allocation_log log;
    {
        logged_collection_of<Adapter> c;
        EXPECT_EQ(log.allocations, Adapter::allocations_when_empty) << "an empty collection needs no more";
        fill<Adapter>(c, 0, 999);
        EXPECT_GT(log.allocations, Adapter::allocations_when_empty);
        EXPECT_GE(log.bytes, 1000 * sizeof(tracked));
        for (tracked& x : c) c.remove(x);
    }
    EXPECT_EQ(log.bytes, 0U);
    EXPECT_EQ(log.allocations, log.deallocations);
}

} // namespace contract
