#pragma once

#include <throng/core/callback.hpp>
#include <throng/world/entity.hpp>

#include <utility>

namespace throng::core {

/// What is called when a component comes, goes or is set, or an entity comes or goes.
struct hooked {
    entity e;
    void* value = nullptr;
    /// Of a hook of `on_set` that asks for it; else null.
    const void* before = nullptr;
};

/// What the library itself is told by a hook, after the user's function: an observer, say. It asks what is so now,
/// since that may have made any edit.
struct component_listener {
    void (*call)(component_listener& self, const hooked& h) = nullptr;
    component_listener* next = nullptr;
};

/// One hook of a component: a function of the user's, and listeners of the library's. All of them may come and go while
/// it is called; what comes is called from the next time on.
template <class Allocator> class component_hook {
    using function_type = callback<hooked, Allocator>;
    struct run {
        component_listener* next;
        run* outer;
    };

  public:
    [[nodiscard]] explicit operator bool() const noexcept { return first_ != nullptr || function_; }
    template <class F> bool set(const Allocator& allocator, F f) { return function_.set(allocator, std::move(f)); }
    void reset() noexcept { function_.reset(); }
    void add(component_listener& l) noexcept { l.next = std::exchange(first_, &l); }
    void remove(component_listener& l) noexcept {
        for (run* r = running_; r != nullptr; r = r->outer) {
            if (r->next == &l) r->next = l.next;
        }
        component_listener** link = &first_;
        while (*link != nullptr && *link != &l) link = &(*link)->next;
        if (*link != nullptr) *link = l.next;
    }
    /// `silent`: the user's function is not told, since it has not been told that it came. Listeners are: what goes may
    /// make a difference to them.
    void call(hooked& h, bool silent = false) {
        if (function_ && !silent) function_.call(h);
        if (first_ == nullptr) return;
        struct running : run {
            component_hook& hook;
            // (Not inline, for the reason given in core/ring.hpp.)
            THRONG_NOINLINE explicit running(component_hook& home) noexcept
                : run{home.first_, home.running_}, hook(home) {
                home.running_ = this;
            }
            running(const running&) = delete;
            running& operator=(const running&) = delete;
            THRONG_NOINLINE ~running() { hook.running_ = this->outer; }
        } r(*this);
        while (r.next != nullptr) {
            component_listener& l = *std::exchange(r.next, r.next->next);
            l.call(l, h);
        }
    }

  private:
    function_type function_;
    component_listener* first_ = nullptr;
    run* running_ = nullptr;
};

} // namespace throng::core
