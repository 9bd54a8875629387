#pragma once

#include "contract/adapters/values_of_world.hpp"
#include "contract/collection.hpp"
#include "contract/subject.hpp"

#include <throng/world/schedule.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace contract {

/// The same values; a walk of those that are there with a body is a run of their system. So walks within walks are runs
/// of the system within its own.
template <class T, class Allocator> class values_in_system : public values_of_world<T, Allocator> {
    using base = values_of_world<T, Allocator>;
    using visit_type = call_of<void(throng::entity, T&)>;

  public:
    values_in_system() : values_in_system(Allocator()) {}
    explicit values_in_system(const Allocator& allocator) : base(allocator) {
        systems_.add("visit", this->all(), [this](throng::entity e, T& x) { (*visit_)(e, x); });
    }

    template <class Predicate> std::size_t remove_if(Predicate pred) {
        std::size_t n = 0;
        run([&](throng::entity e, T& x) {
            if (pred(std::as_const(x)) && this->remove(e)) ++n;
        });
        return n;
    }
    // (A system shows residents.)
    template <class F> void each(throng::live_t p, F f) { base::each(p, f); }
    template <class F> void each(throng::residents_t, F f) { each(f); }
    template <class F> void each(F f) {
        run([&](throng::entity, T& x) { f(x); });
    }

  private:
    template <class F> void run(F f) {
        const visit_type visit = f;
        struct guard {
            const visit_type*& visit;
            const visit_type* outer;
            ~guard() { visit = outer; }
        } const g{visit_, std::exchange(visit_, &visit)};
        systems_.run(0);
    }

    throng::basic_schedule<typename base::bytes> systems_{this->world_};
    const visit_type* visit_ = nullptr;
};

struct system_adapter : traits {
    static constexpr const char* name = "system";
    static constexpr bool keeps_order = false;
    static constexpr bool loops_are_live = false;
    static constexpr bool hooks_are_told_handles = true;
    /// What a world asks for, the system, and the place where it is noted.
    static constexpr std::size_t allocations_when_empty = 5;
    template <class T, class Allocator = std::allocator<T>> using of = values_in_system<T, Allocator>;
};

using collection_under_test = system_adapter;

} // namespace contract
