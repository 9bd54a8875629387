#pragma once

#include <throng/world/kernel/row.hpp>
#include <throng/world/schedule/system.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace throng::core {

/// Puts systems in order: each behind those that it must come after, and, where that leaves a choice, by their ranks
/// and then by their coming.
template <class Allocator> class system_order {
    using system_type = basic_system<Allocator>;

  public:
    explicit system_order(const Allocator& allocator) noexcept : allocator_(allocator) {}

    /// False, and nothing has changed, where some must come before themselves. O(systems × systems).
    bool sort(row<system_type*>& systems) {
        // (Ranks alone: what follows need not look at names.)
        bool named = false;
        for (const system_type* const s : systems) named = named || s->is_tied();
        if (!named) return by_rank(systems), true;
        local_row<system_type*, Allocator> left(allocator_);
        local_row<system_type*, Allocator> sorted(allocator_);
        left.append(allocator_, systems.begin(), systems.size());
        sorted.reserve(allocator_, systems.size());
        by_rank(left);
        while (!left.empty()) {
            std::size_t next = 0;
            while (next != left.size() && waits(left, *left[next])) ++next;
            if (next == left.size()) return false;
            sorted.push(left[next]);
            take(left, next);
        }
        for (std::size_t i = 0; i < systems.size(); ++i) systems[i] = sorted[i];
        return true;
    }
    /// The names of those that must come before themselves, as "a before b before a"; empty if there are none.
    [[nodiscard]] std::string cycle(const row<system_type*>& systems) const {
        local_row<system_type*, Allocator> left(allocator_);
        left.append(allocator_, systems.begin(), systems.size());
        for (std::size_t i = 0; i < left.size();) {
            if (waits(left, *left[i])) ++i;
            else take(left, i), i = 0;
        }
        if (left.empty()) return {};
        // Each that is left waits for another one: going back from any comes round.
        local_row<const system_type*, Allocator> way(allocator_);
        const system_type* at = left[0];
        std::size_t first = 0;
        for (;;) {
            for (first = 0; first != way.size() && way[first] != at; ++first) {
            }
            if (first != way.size()) break;
            way.push(at);
            for (const system_type* const s : left) {
                if (s->is_before(*way[way.size() - 1])) at = s;
            }
        }
        std::string text = at->name();
        for (std::size_t i = way.size(); i-- != first;) (text += " before ") += way[i]->name();
        return text;
    }

  private:
    static bool waits(const row<system_type*>& left, const system_type& its) noexcept {
        for (const system_type* const s : left) {
            if (s->is_before(its)) return true;
        }
        return false;
    }
    static void take(row<system_type*>& from, std::size_t i) noexcept {
        for (; i + 1 != from.size(); ++i) from[i] = from[i + 1];
        from.pop();
    }
    /// Stable, and short where it is sorted already.
    static void by_rank(row<system_type*>& systems) noexcept {
        for (std::size_t i = 1; i < systems.size(); ++i) {
            for (std::size_t j = i; j > 0 && systems[j]->is_lower(*systems[j - 1]); --j)
                std::swap(systems[j], systems[j - 1]);
        }
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
};

} // namespace throng::core
