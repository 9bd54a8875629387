#pragma once

#include <throng/parts/indexed.hpp>
#include <throng/parts/weights.hpp>

#include <functional>
#include <utility>

namespace throng {

/// Picks elements of a collection at random, each as likely as its weight: treasure by how common it is, a target by
/// how much it is feared.
///
///     throng::list<treasure> treasures;
///     throng::weighted_by chances(treasures, &treasure::chance);
///     if (treasure* const t = chances.pick(dice)) give(*t);
///     chances.modify(*t, [](treasure& x) { x.chance /= 2; });
///
/// The weight is a number: a member, or the result of a function of `const T&`. One that is not above 0, or not finite,
/// counts as 0, and its element is never picked. Elements that are added, removed, or changed by `modify` count by
/// their new weight at once: O(log n). If you change an element directly, it counts by its old one until `refresh`.
///
/// Integers are picked by exact odds; for floating point, within rounding. The element depends on the weights, the
/// handles' indices and the generator's numbers alone: so two collections that are equal, handles included, pick alike,
/// whatever their past, also after a roll-back, on every processor with double arithmetic of IEEE 754.
///
/// For collections that give handles. The weights refer to the collection where it is; when that is assigned to,
/// swapped, sorted or rolled back, elements are entered anew. They may be destroyed at any time; if the collection is
/// destroyed first, they are empty from then on. If the function throws, an addition is undone. Memory comes from the
/// standard allocator.
template <class Master, class Weight> class weighted_by final
    : public core::indexed<weighted_by<Master, Weight>, Master> {
    using base = core::indexed<weighted_by, Master>;
    using T = typename Master::value_type;
    using weights_type = core::weight_tree<handle<T>, core::value_of<T, Weight>>;
    friend base;

  public:
    /// std::uint64_t for integers, double for floating point.
    using sum_type = typename weights_type::sum_type;
    using typename base::handle_type;

    /// O(n). Throws what the allocator or the function throws.
    explicit weighted_by(Master& master, Weight weight) : base(master), weight_(std::move(weight)) { this->catch_up(); }

    /// The sum of all weights. O(1), and O(n) after the collection was assigned to, swapped, sorted or rolled back.
    [[nodiscard]] sum_type total() {
        this->catch_up();
        return weights_.total();
    }
    /// A random element; null if all weigh nothing. O(log n). (A generator that edits the collection gets one of its
    /// elements, or null.)
    template <core::random_bit_generator G> [[nodiscard]] T* pick(G&& generator) {
        return pick_if(generator, [this](handle_type h) { return this->found(h) != nullptr; });
    }
    /// The same among the elements of a subset, or of anything that has `contains(handle)`, which makes no edits.
    /// O(log n) if they weigh a good part of all, O(n) otherwise.
    template <class Those, core::random_bit_generator G>
        requires requires(const Those& those, handle_type h) { those.contains(h); }
    [[nodiscard]] T* pick(const Those& those, G&& generator) {
        return pick_if(generator, [&](handle_type h) { return this->found(h) != nullptr && those.contains(h); });
    }

  private:
    static constexpr bool is_unique = false;

    /// (Elements that wait for a commit weigh something, but are not found.)
    template <class G, class F> [[nodiscard]] T* pick_if(G& generator, F f) {
        this->catch_up();
        const handle_type h = weights_.pick_if(generator, f);
        return h ? this->found(h) : nullptr;
    }
    bool enter(T& x, handle_type h) {
        weights_.set(h, std::invoke(weight_, std::as_const(x)));
        return true;
    }
    bool leave(handle_type h) noexcept { return weights_.remove(h); }
    void forget() noexcept { weights_.clear(); }

    Weight weight_;
    weights_type weights_;
};

} // namespace throng
