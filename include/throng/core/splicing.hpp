#pragma once

#include <throng/core/store.hpp>

#include <utility>

namespace throng::core {

/// A store that is given away to another one, page by page. Elements stay where they are.
template <class Store> class splicing {
  public:
    /// Moves all elements of a store to the end of another one, where nothing has to be told of any of them: false, and
    /// nothing has happened, where something has, or where their allocators differ. Handles of a common table stay
    /// good. O(pages). Throws what the allocator throws; nothing has changed then.
    [[nodiscard]] static bool splice(Store& to, Store& from) {
        // What is packed or counted is looked at one by one, and so is what the audit build keeps a journal of.
        if constexpr (audited || !Store::relocatable || !Store::gives_handles || Store::reuses || Store::is_counted) {
            return false;
        } else {
            if (!is_quiet(to) || !is_quiet(from) || to.on_add_ || from.on_remove_) return false;
            // (A few elements are not worth a page of their own.)
            if (from.size_ <= Store::page_type::slots() || to.size_ + from.size_ > to.most_) return false;
            // (Pages that are there are used first: what is taken and cleared again and again holds no more each time.)
            const auto& memory = to.pages_.memory;
            if (memory.pages() - memory.used() >= from.pages_.memory.used()) return false;
            if (!(to.allocator() == from.allocator()) || !prepare(to, from)) return false;
            to.pages_.absorb(from.pages_);
            to.size_ += std::exchange(from.size_, 0U);
            to.placement_.refilled(to);
            from.placement_.refilled(from);
            return true;
        }
    }

  private:
    /// Whether there are only elements, and nothing that stands on them or looks after them.
    [[nodiscard]] static bool is_quiet(const Store& s) noexcept {
        return !s.is_walked() && !s.is_watched() && !s.subsets_.any() && !s.pages_.memory.is_fixed();
    }
    /// All that needs memory.
    [[nodiscard]] static bool prepare(Store& to, Store& from) {
        if (from.handles_.in_use()) {
            // Handles of a table of its own become stale, each by itself.
            if (!to.handles_.is_shared_with(from.handles_) || !to.begin_handles()) return false;
        } else if (to.handles_.in_use()) {
            for (auto* p = from.pages_.head; p != nullptr; p = p->next) {
                if (!to.handles_.page_comes(to.pages_, p)) return false;
            }
        }
        return to.pages_.memory.make_room_for(from.pages_.memory);
    }
};

} // namespace throng::core
