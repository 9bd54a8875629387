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

/// Lets in what waits.
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
/// (While a walk stands on it: when that has closed, the element may be moved.)
template <class C> bool remove_id(C& c, int id) {
    for (auto& x : c)
        if (x.id() == id) return c.remove(x);
    return false;
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
    walk_handles,
    each_handle,
    update_live,
    update_residents,
    update_bool,
};

/// One of the ways to walk.
class way {
  public:
    way(kind k, const char* text, bool sees_newcomers) : how{k}, name{text}, live{sees_newcomers} {}

    kind how;
    const char* name;
    bool live; ///< newcomers are visited

    template <class C, class Body> void operator()(C& c, Body&& body) const {
        walk_with(c, visitor<typename C::value_type>{body});
    }

  private:
    // (Apart from the bodies, of which there are hundreds, each with a type of its own.)
    template <class C, class T> void walk_with(C& c, visitor<T> visit) const {
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
        case kind::walk_handles:
            if constexpr (walks_handles<C>) {
                const auto handles = handles_of(c);
                for (T& x : c.walk(handles)) visit(x);
            }
            return;
        case kind::each_handle:
            if constexpr (walks_handles<C>) c.each(handles_of(c), visit);
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

/// The ways to walk that the collection has; those in which no element is moved come first.
template <class Adapter> [[nodiscard]] std::vector<way> ways(bool moving_ones) {
    std::vector<way> all{{kind::range_for, "range-for", Adapter::loops_are_live},
                         {kind::iterator, "iterator", Adapter::loops_are_live}};
    if constexpr (has_walks<Adapter>) {
        all.push_back({kind::walk_live, "walk(live)", true});
        all.push_back({kind::walk_residents, "walk(residents)", false});
    }
    if constexpr (has_each<Adapter>) {
        all.push_back({kind::each_live, "each(live)", true});
        all.push_back({kind::each_residents, "each(residents)", false});
    }
    if constexpr (walks_handles<collection_of<Adapter>>) {
        all.push_back({kind::walk_handles, "walk(handles)", false});
        all.push_back({kind::each_handle, "each(handles)", false});
    }
    if constexpr (has_update<Adapter>) {
        if (!moving_ones) return all;
        all.push_back({kind::update_live, "update(live)", true});
        all.push_back({kind::update_residents, "update(residents)", false});
        all.push_back({kind::update_bool, "update(live) with a bool", true});
    }
    return all;
}
/// Runs the test with every way to walk that the collection has and in which no element is moved.
template <class Adapter, class Test> void with_every_still_walk(Test test) {
    for (const way& w : ways<Adapter>(false)) {
        SCOPED_TRACE(w.name);
        test(w);
    }
}
/// Runs the test with every way to walk that the collection has.
template <class Adapter, class Test> void with_every_walk(Test test) {
    for (const way& w : ways<Adapter>(true)) {
        SCOPED_TRACE(w.name);
        test(w);
    }
}

template <class Situation, class Adapter> bool add_situation(const char* name, const char* file, int line) {
    if constexpr (Situation::applies) add_test(Adapter::name, name, file, line, &Situation::body);
    return Situation::applies;
}

} // namespace contract

/// SITUATION(name, requirement) { body }: the test contract/COLLECTION.name, if the requirement holds for Adapter. In
/// the body Adapter is the adapter of the collection under test. A macro because a test needs its name as text.
#define SITUATION(NAME, ...)                                                                                           \
    template <class Adapter> struct NAME {                                                                             \
        static constexpr bool applies = (__VA_ARGS__);                                                                 \
        static void body();                                                                                            \
    };                                                                                                                 \
    [[maybe_unused]] const bool NAME##_added =                                                                         \
        add_situation<NAME<collection_under_test>, collection_under_test>(#NAME, __FILE__, __LINE__);                  \
    template <class Adapter> void NAME<Adapter>::body()
