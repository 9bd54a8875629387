#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/kept_sets.hpp>
#include <throng/world/members.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng {

namespace core {

/// The tracked event of a component.
enum class noted_event : unsigned char { addition, change, removal };

/// The entities with a tracked event since the last query: a bit each.
template <class T, class Allocator, noted_event Event> class noted_entities : follower<Allocator> {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using span_type = edited_span<Allocator>;
    using link_type = follow_link<Allocator>;
    static constexpr bool with_changes = Event == noted_event::change;
    static constexpr bool of_removals = Event == noted_event::removal;

  public:
    /// Empty at first. Throws what the allocator throws.
    explicit noted_entities(basic_world<Allocator>& w)
        : home_(w.storage()), column_(home_->template column_of<T>()), those_(w) {
        if constexpr (with_changes) {
            column_.written_at.extend(home_->allocator(), home_->page_count());
            ++column_.write_watchers;
            begin();
        }
        in_all_.who = of_column_.who = this;
        of_column_.needs = link_type::came | link_type::going | (with_changes ? link_type::written : 0U);
        home_->follow(in_all_);
        home_->keep(column_, of_column_);
    }
    ~noted_entities() {
        if (home_->is_over()) return;
        home_->stop_following(in_all_);
        home_->stop_keeping(column_, of_column_);
        if constexpr (with_changes) --column_.write_watchers;
    }

    /// As a term of a query, and all others. Ask for it anew each time: pages to which walks may have written are
    /// looked at then. O(pages), and O(entities of those). Throws what the allocator throws.
    [[nodiscard]] auto present() {
        catch_up();
        return those_.present();
    }
    [[nodiscard]] auto absent() {
        catch_up();
        return those_.absent();
    }
    [[nodiscard]] bool contains(entity e) {
        catch_up();
        return those_.contains(e);
    }
    [[nodiscard]] std::size_t size() {
        catch_up();
        return those_.size();
    }
    [[nodiscard]] bool empty() { return size() == 0; }
    /// From now on, anew. O(pages).
    void clear() {
        if (with_changes && !home_->is_over()) begin();
        this->set_stale(false);
        those_.clear();
    }

  private:
    void came(const span_type& those) override { note(those, !of_removals); }
    void going(const span_type& those) override {
        // (One that dies leaves the subset with all that it has.)
        if (!those.dying) note(those, of_removals);
    }
    void note(const span_type& those, bool in) {
        column_type& set = *those_.present().of;
        if (in) core::kept_sets<Allocator>::put(*home_, set, those);
        else core::kept_sets<Allocator>::take(*home_, set, those);
    }
    void written(const span_type& those) override { came(those); }
    /// Which pages walks had written to by then is not known any more: perhaps all that have ever been.
    void replaced() noexcept override {
        if (with_changes) since_ = 1;
    }
    void over() noexcept override {}
    [[nodiscard]] bool agrees() const override {
        bool all = true;
        for (const entity e : those_) all = all && column_.has(e.index()) != of_removals;
        return all;
    }

    /// Writing counts from now on; walks that are open may go on writing where they stand.
    void begin() noexcept {
        since_ = ++column_.write_clock;
        for (const auto* w = home_->walks.first(); w != nullptr; w = w->next) {
            if (w->at != nowhere && (w->writes & column_.mark) != 0) column_.note_writing(number(w->at) / page_slots);
        }
    }
    void catch_up() {
        if (home_->is_over()) return;
        typename core::edits<Allocator>::observers_of_sets sets(*home_);
        if constexpr (!of_removals) {
            // (There was no memory to note something: perhaps of any.)
            if (this->is_stale()) note_pages([](std::uint32_t) { return true; });
        }
        this->set_stale(false);
        if constexpr (with_changes) {
            note_pages(
                [this](std::uint32_t p) { return p < column_.written_at.size() && column_.written_at[p] >= since_; });
            since_ = ++column_.write_clock;
        }
        sets.call();
    }
    template <class F> void note_pages(F is_noted) {
        for (std::uint32_t p = 0; p < home_->page_count(); ++p) {
            if (!column_.is_on(p) || !is_noted(p)) continue;
            for (unsigned w = 0; w < page_words; ++w) {
                if (any(column_.present(p)[w])) came({&column_, p, w, column_.present(p)[w], {}});
            }
        }
    }

    storage_share<Allocator> home_;
    column_type& column_;
    subset<basic_world<Allocator>> those_;
    link_type in_all_;
    link_type of_column_;
    std::uint32_t since_ = 0;
};

} // namespace core

/// The entities whose component has been added, set, patched or reported as modified since the last `clear`, and
/// perhaps others.
///
///     throng::changes<position> moved(world);
///     ...
///     for (auto [e, p] : world.query<const position>(moved.present())) send(e, p);
///     moved.clear();
///
/// `add`, `set`, `patch` and `modified` are noted exactly. Of a walk it is noted which pages it came to: all entities
/// of a page whose component a query gave as something to write to, `T&` and not `const T&`, have perhaps changed.
/// Report writes through other addresses by `world.modified<T>(e)`.
///
/// Each user has an object like this, and clears it at any time: a system when it has run. An entity that loses the
/// component or is destroyed leaves it. It is a subset of the world's entities, so a query costs one bit an entity; a
/// roll-back restores it. Observers of such a query are called after all other observers of the edit.
///
/// While there is one of these, adding or setting the component costs a call, and a walk that may write a store for
/// each page; nothing otherwise. It remains valid when its world is moved, and is neither copied nor moved.
template <class T, class Allocator = core::standard_allocator> class changes
    : public core::noted_entities<T, Allocator, core::noted_event::change> {
  public:
    using core::noted_entities<T, Allocator, core::noted_event::change>::noted_entities;
};

/// The entities whose component has been added since the last clear, and no others.
template <class T, class Allocator = core::standard_allocator> class additions
    : public core::noted_entities<T, Allocator, core::noted_event::addition> {
  public:
    using core::noted_entities<T, Allocator, core::noted_event::addition>::noted_entities;
};

/// The entities that have lost the component since the last clear, and have not got it again. Destroyed entities are
/// not among them: `on_remove` and observers are called for those.
template <class T, class Allocator = core::standard_allocator> class removals
    : public core::noted_entities<T, Allocator, core::noted_event::removal> {
  public:
    using core::noted_entities<T, Allocator, core::noted_event::removal>::noted_entities;
};

} // namespace throng
