#pragma once

#include <throng/entity/entity_list.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {
template <class Layers> class imaged_layers;
}
template <class Enum, class E, std::size_t Count, class Allocator> class layers;

/// An entity list with a place among others, that can be hidden, halted, slowed down and sped up as a whole.
template <class E, class Allocator = std::allocator<E>> class layer : public entity_list<E, Allocator> {
    using base = entity_list<E, Allocator>;

  public:
    using base::base;

    /// An empty one with a number, if the number of layers is known only at run time:
    /// `entity_list<layer<E>>`.
    explicit layer(std::size_t index, const Allocator& allocator = Allocator()) : base(allocator), index_(index) {}
    layer(const layer&) = default;
    layer(layer&&) = default;
    /// As `entity_list` does it, and settings and time come along; but it is the layer of the same number as before.
    layer& operator=(const layer& other)
        requires std::copy_constructible<E>
    {
        const settings theirs = other.settings_; // the ends of those here may be its end, too
        base::operator=(static_cast<const base&>(other));
        settings_ = theirs;
        return *this;
    }
    layer& operator=(layer&& other) { // NOLINT(performance-noexcept-move-constructor): entities expire
        const settings theirs = other.settings_;
        base::operator=(std::move(static_cast<base&>(other)));
        settings_ = theirs;
        return *this;
    }
    ~layer() = default;
    /// Exchanges the entities. Numbers, settings, time and hooks stay where they are.
    friend void swap(layer& a, layer& b) noexcept { a.swap(b); }

    /// Its number.
    [[nodiscard]] std::size_t index() const noexcept { return index_; }

    /// Whether it is drawn. At first it is.
    [[nodiscard]] bool visible() const noexcept { return settings_.visible; }
    void visible(bool v) noexcept { settings_.visible = v; }
    /// Whether it is updated. At first it is. While it is not, its time does not pass, and nothing is pruned. Turned
    /// off in the middle of its update, it is updated to the end.
    [[nodiscard]] bool enabled() const noexcept { return settings_.enabled; }
    void enabled(bool e) noexcept { settings_.enabled = e; }
    /// How fast time passes for all that is in it, lists nested in it included: 1 at first. At 0 nothing is updated;
    /// what has expired is still pruned. False, and nothing changes, if that is negative, infinite or not a number (the
    /// audit build reports it), nor to anything but 0 and 1 where the step has no member `seconds`: if E says so, or
    /// the layer has been updated by such a step. (It could not be scaled. The audit build reports it where the step is
    /// not known before.) A change in the middle of an update counts from the next.
    [[nodiscard]] double time_scale() const noexcept { return settings_.scale; }
    bool time_scale(double scale, core::caller where = {}) {
        if (!core::is_time_scale(scale)) return core::refused("a layer's time scale is negative or no number", where);
        if (is_timeless_ && scale != 0 && scale != 1) return core::refused(timeless, where);
        settings_.scale = scale;
        return true;
    }
    /// The game time that has passed in the layer, in seconds.
    [[nodiscard]] double time() const noexcept { return settings_.time; }

    /// Updates the entities, with the step as long as it is for this layer. After `expire` of the layer, all its
    /// entities expire instead, and it can be used again.
    template <core::step_for<E> Step> void update(Step&& step, core::caller where = {}) {
        update_scaled(step, where, [&, this](auto& here) { this->base::update(here, where); });
    }
    /// The same for the residents only.
    template <core::step_for<E> Step> void update(residents_t policy, Step&& step, core::caller where = {}) {
        update_scaled(step, where, [&, this](auto& here) { this->base::update(policy, here, where); });
    }
    using base::update;

    /// Draws the entities in order, if the layer is visible and has not expired.
    template <class Canvas> void draw(Canvas& canvas, core::caller where = {}) {
        if (settings_.visible && !this->expired()) base::draw(canvas, where);
    }
    template <class Canvas> void draw(Canvas& canvas, core::caller where = {}) const {
        if (settings_.visible && !this->expired()) base::draw(canvas, where);
    }

  private:
    template <class, class, std::size_t, class> friend class layers;
    template <class> friend class core::imaged_layers;

    template <class Step, class F> void update_scaled(Step& step, core::caller where, F update_by) {
        core::require_step<Step>();
        if constexpr (!timed_step<std::remove_const_t<Step>>) {
            is_timeless_ = true;
            if (core::audited && settings_.scale != 0 && settings_.scale != 1) (void)core::refused(timeless, where);
        }
        if (!settings_.enabled) return;
        if (this->expired()) {
            this->clear(where);
            this->revive();
        } else if (settings_.scale == 0) {
            this->prune(where);
        } else {
            // (A step that entities modify belongs to the game: it cannot be copied.)
            constexpr bool copied =
                core::is_only_a_number<Step> || core::entity_access<E>::template updates_by<const Step>;
            core::with_scaled<copied>(step, settings_.scale, [&](auto& here) {
                settings_.time += seconds_of(here);
                update_by(here);
            });
        }
    }
    template <class Step> void update_on(typename base::walk_type& w, Step& step, core::caller where) {
        update_scaled(step, where, [&, this](auto& here) { this->base::update_on(w, here, where); });
    }

    struct settings {
        double scale = 1;
        double time = 0;
        bool visible = true;
        bool enabled = true;
    };

    static constexpr const char* timeless = "a layer's time scale changes nothing: the step of its updates has no "
                                            "member `seconds`, a floating-point number";

    std::size_t index_ = 0;
    settings settings_;
    /// Whether its step has no time.
    bool is_timeless_ = core::takes_timeless_step<E>;
};

namespace pmr {
template <class E> using layer = throng::layer<E, std::pmr::polymorphic_allocator<E>>;
}

} // namespace throng
