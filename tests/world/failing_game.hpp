// A world whose components throw, run out of memory, or edit it, at the call that a test names. For one file of a
// program: it replaces operator new.

#pragma once

#include "support/faults.hpp"

#include <throng/world/merge.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {
std::size_t fail_in = 0;
bool has_failed = false;
void* allocated(std::size_t size, std::size_t alignment) {
    if (fail_in != 0 && --fail_in == 0) {
        has_failed = true;
        throw std::bad_alloc();
    }
    void* const p = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (p == nullptr) throw std::bad_alloc();
    return p;
}
} // namespace

void* operator new(std::size_t size) { return allocated(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocated(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace {

using throng::components;
using throng::entity;
using throng::world;

/// Its constructors and assignments may throw, or run some other code.
class touchy {
  public:
    touchy() { act(); }
    explicit touchy(int n) : text_("a text that is too long to be kept in place " + std::to_string(n)) {}
    touchy(const touchy& other) : text_(other.text_) { act(); }
    touchy(touchy&& other) noexcept : text_(std::move(other.text_)) {}
    touchy& operator=(const touchy& other) {
        act();
        text_ = other.text_;
        return *this;
    }
    touchy& operator=(touchy&& other) noexcept = default;
    ~touchy() = default;

    /// What is done at each call, if it is not empty.
    static inline std::function<void()> meddler;
    static void act() {
        support::may_fail();
        if (meddler) meddler();
    }

  private:
    friend struct throng::component<touchy>;
    std::string text_;
};
/// Saved by functions of its own.
struct own {
    int n = 0;
};
struct position {
    float x = 0;
    float y = 0;
};
struct late {
    int n = 0;
};
struct likes {};

} // namespace

template <> struct throng::component<touchy> {
    static constexpr const char* name = "touchy";
    static constexpr auto fields = throng::fields(field("text", &touchy::text_));
};
template <> struct throng::component<own> {
    static constexpr const char* name = "own";
    static void save(const own& value, auto& to) { to.put(value.n); }
    static own restore(auto& from) {
        touchy::act();
        return {from.template get<int>()};
    }
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<late> {
    static constexpr const char* name = "late";
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};

namespace {

constexpr auto all = components<touchy, own, position, throng::kin, throng::entity_name, throng::related<likes>>;

void fill(world& w, int n) {
    throng::family family(w);
    throng::naming names(w);
    throng::relation<likes> likes_(w);
    entity before;
    for (int i = 0; i < n; ++i) {
        const entity e = w.create(position{static_cast<float>(i), 0}, own{i});
        if (i % 2 == 0) w.add(e, touchy(i));
        if (before) family.adopt(before, e), likes_.relate(e, before);
        names.set(e, "name" + std::to_string(i));
        before = e;
    }
    w.set_singleton(touchy(77));
}

/// Calls f again and again, where each allocation in turn, and then each call of the components' code, throws. Nothing
/// may have changed then, as `is_same` says; at last it succeeds.
template <class Reset, class F, class Same> void with_each_failure(Reset reset, F f, Same is_same) {
    for (const bool in_memory : {true, false}) {
        for (std::size_t n = 1;; ++n) {
            reset();
            has_failed = support::faults.failed = false;
            (in_memory ? fail_in : support::faults.fail_in) = n;
            bool threw = false;
            try {
                f();
            } catch (const std::bad_alloc&) {
                threw = true;
            } catch (const support::fault&) {
                threw = true;
            }
            fail_in = support::faults.fail_in = 0;
            const bool failed = in_memory ? has_failed : support::faults.failed;
            if (threw) {
                ASSERT_TRUE(failed);
                ASSERT_TRUE(is_same()) << (in_memory ? "allocation " : "call ") << n;
            }
            if (!failed) break;
            ASSERT_LT(n, 20'000U);
        }
    }
}

} // namespace
