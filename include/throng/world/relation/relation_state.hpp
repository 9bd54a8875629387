#pragma once

#include <throng/core/callback.hpp>
#include <throng/core/compiler.hpp>
#include <throng/world/entity.hpp>
#include <throng/world/kernel/row.hpp>

#include <cstddef>
#include <vector>

namespace throng::core {

/// An open walk of one entity's relations.
struct link_walk {
    link_walk* next = nullptr;
    link_walk* previous = nullptr;
    entity of;
    bool sources = false;
    /// The place to be looked at next, and the first that is not shown.
    std::size_t ahead = 0;
    std::size_t limit = 0;
};

/// A world's data of a relation that is not part of its state.
template <class R, class Allocator> struct relation_state : pinned {
    /// A link that has been made, or has ended.
    struct link_event {
        entity source;
        entity target;
        R value;
    };
    using function_type = callback<link_event, Allocator>;
    function_type on_related;
    function_type on_unrelated;
    /// Of those, where the target has been destroyed and the source has not.
    function_type on_gone;
    /// Links that have ended, and for each of which `on_unrelated` is called: whatever one call throws.
    class ended_links : pinned {
      public:
        explicit ended_links(relation_state& s) noexcept : state_(s) {}
        ~ended_links() {
            while (next_ != those_.size()) (void)attempt([this] { call(); });
        }
        /// Throws what the allocator or a copy throws.
        void add(entity source, entity target, const R& value) {
            if (state_.on_unrelated) those_.push_back({source, target, value});
        }
        void call() {
            while (next_ != those_.size()) {
                link_event& its = those_[next_++];
                if (state_.on_unrelated) state_.on_unrelated.call(its);
            }
        }

      private:
        relation_state& state_;
        std::vector<link_event> those_;
        std::size_t next_ = 0;
    };
    link_walk* walks = nullptr;
    /// Sources that are to die, each in its turn, however long the chain is, and of which target.
    struct doomed_source {
        entity source;
        entity target;
    };
    std::vector<doomed_source> doomed;
    /// The one that is being destroyed.
    doomed_source turn;
    bool is_ending = false;

    void link(link_walk& w) noexcept {
        w.next = walks;
        if (walks != nullptr) walks->previous = &w;
        walks = &w;
    }
    void unlink(link_walk& w) noexcept {
        (w.previous != nullptr ? w.previous->next : walks) = w.next;
        if (w.next != nullptr) w.next->previous = w.previous;
    }
};

} // namespace throng::core
