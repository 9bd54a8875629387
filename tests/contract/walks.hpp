#pragma once

#include "contract/collection.hpp"
#include "contract/situation.hpp"
#include "support/tracked.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

/// What the situations are written with: the adapter's collections filled with numbered elements, and every way to
/// walk.
namespace contract {

using ids = std::vector<int>;

/// Lets in who waits.
template <class Adapter, class C> void let_in(C& c) {
    if constexpr (Adapter::buffers) c.commit();
}
/// Adds an element, and lets it in where newcomers wait.
template <class Adapter, class C> auto* put(C& c, int id) {
    auto* x = c.emplace_back(id);
    let_in<Adapter>(c);
    return x;
}
/// Adds the elements first, first + 1 ... up to last.
template <class Adapter, class C> void fill(C& c, int first, int last) {
    for (int id = first; id <= last; ++id) put<Adapter>(c, id);
}

[[nodiscard]] inline ids count(int first, int last) {
    ids all;
    for (int id = first; id <= last; ++id) all.push_back(id);
    return all;
}
[[nodiscard]] inline bool has(const ids& all, int id) { return std::find(all.begin(), all.end(), id) != all.end(); }
/// All but some.
[[nodiscard]] inline ids without(ids all, const ids& some) {
    std::erase_if(all, [&](int id) { return has(some, id); });
    return all;
}
/// As visited, if the collection keeps order; sorted otherwise, so that it can be compared with ascending numbers.
template <class Adapter> [[nodiscard]] ids in_order(ids all) {
    if constexpr (!Adapter::keeps_order) std::sort(all.begin(), all.end());
    return all;
}

template <class Range> [[nodiscard]] ids ids_of(Range&& range) {
    ids all;
    for (const auto& x : range) all.push_back(x.id());
    return all;
}
/// What it holds, in order if it keeps one.
template <class Adapter, class C> [[nodiscard]] ids held_by(C& c) { return in_order<Adapter>(ids_of(c)); }
/// The element's address, good until a walk moves on; null if a walk does not find it.
template <class C> [[nodiscard]] auto find(C& c, int id) -> decltype(std::addressof(*c.begin())) {
    for (auto& x : c)
        if (x.id() == id) return std::addressof(x);
    return nullptr;
}
template <class C> bool remove_id(C& c, int id) {
    auto* x = find(c, id);
    return x != nullptr && c.remove(*x);
}

// Every way to walk

/// A body, by reference and without its type, so that a collection's walks are compiled once.
template <class T> class visitor {
  public:
    template <class Body> explicit visitor(Body& body)
        : body_{const_cast<void*>(static_cast<const void*>(&body))},
          call_{[](void* b, T& x) { static_cast<void>((*static_cast<Body*>(b))(x)); }} {}
    void operator()(T& x) const { call_(body_, x); }

  private:
    void* body_;
    void (*call_)(void*, T&);
};

enum class kind {
    range_for,
    iterator,
    walk_live,
    walk_residents,
    each_live,
    each_residents,
    update_live,
    update_residents,
    update_bool,
};

/// One of the ways to walk.
struct way {
    kind how;
    const char* name;
    bool live; ///< newcomers are visited

    template <class C, class Body> void operator()(C& c, Body&& body) const {
        using T = typename C::value_type;
        const visitor<T> visit{body};
        switch (how) {
        case kind::range_for:
            for (T& x : c) visit(x);
            return;
        case kind::iterator:
            for (auto i = c.begin(); i != c.end(); ++i) visit(*i);
            return;
        case kind::walk_live:
            if constexpr (requires { c.walk(throng::live); }) {
                auto w = c.walk(throng::live);
                while (T* x = w.next()) visit(*x);
            }
            return;
        case kind::walk_residents:
            if constexpr (requires { c.walk(throng::residents); })
                for (T& x : c.walk(throng::residents)) visit(x);
            return;
        case kind::each_live:
            if constexpr (requires { c.each(throng::live, visit); }) c.each(throng::live, visit);
            return;
        case kind::each_residents:
            if constexpr (requires { c.each(throng::residents, visit); }) c.each(throng::residents, visit);
            return;
        case kind::update_live:
            if constexpr (requires { c.update(throng::live, visit); }) c.update(throng::live, visit);
            return;
        case kind::update_residents:
            if constexpr (requires { c.update(throng::residents, visit); }) c.update(throng::residents, visit);
            return;
        case kind::update_bool:
            if constexpr (requires { c.update(throng::live, visit); })
                c.update(throng::live, [visit](T& x) {
                    visit(x);
                    return true;
                });
            return;
        }
    }
};

/// Runs the test with every way to walk that the collection has and in which no element is moved.
template <class Adapter, class Test> void with_every_still_walk(Test test) {
    const auto with = [&](way w) {
        SCOPED_TRACE(w.name);
        test(w);
    };
    with({kind::range_for, "range-for", Adapter::loops_are_live});
    with({kind::iterator, "iterator", Adapter::loops_are_live});
    if constexpr (has_walks<Adapter>) {
        with({kind::walk_live, "walk(live)", true});
        with({kind::walk_residents, "walk(residents)", false});
    }
    if constexpr (has_each<Adapter>) {
        with({kind::each_live, "each(live)", true});
        with({kind::each_residents, "each(residents)", false});
    }
}
/// Runs the test with every way to walk that the collection has.
template <class Adapter, class Test> void with_every_walk(Test test) {
    with_every_still_walk<Adapter>(test);
    if constexpr (has_update<Adapter>)
        for (const way w :
             {way{kind::update_live, "update(live)", true}, way{kind::update_residents, "update(residents)", false},
              way{kind::update_bool, "update(live) with a bool", true}}) {
            SCOPED_TRACE(w.name);
            test(w);
        }
}

} // namespace contract
