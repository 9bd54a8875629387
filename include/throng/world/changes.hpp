#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/members.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng {

namespace core {

/// The entities in whose component something has happened since it was last asked for: a bit each.
template <class T, class Allocator, bool WithChanges> class noted_entities : pinned {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    struct ear : component_listener {
        noted_entities* self = nullptr;
    };

  public:
    /// Nothing has happened yet. Throws what the allocator throws.
    explicit noted_entities(basic_world<Allocator>& w)
        : home_(w.storage()), column_(home_->template column_of<T>()), those_(w) {
        if constexpr (WithChanges) {
            column_.written_at.extend(home_->allocator(), home_->page_count());
            ++column_.write_watchers;
            begin();
        }
        come_.call =
            set_.call = [](component_listener& l, const hooked& h) { (void)static_cast<ear&>(l).self->note(h.e); };
        gone_.call = [](component_listener& l, const hooked& h) { (void)static_cast<ear&>(l).self->those_.leave(h.e); };
        come_.self = set_.self = gone_.self = this;
        column_.on_add.add(come_);
        if constexpr (WithChanges) column_.on_set.add(set_);
        column_.on_remove.add(gone_);
        home_->hooks_changed(&column_);
    }
    ~noted_entities() {
        if (home_->is_over()) return;
        column_.on_add.remove(come_);
        column_.on_set.remove(set_);
        column_.on_remove.remove(gone_);
        home_->hooks_changed(&column_);
        if constexpr (WithChanges) --column_.write_watchers;
    }

    /// As a term of a query, and all others. Ask for it anew each time: it is then that pages to which walks may have
    /// written are looked at. O(pages), and O(entities of those). Throws what the allocator throws.
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
        if (WithChanges && !home_->is_over()) begin();
        those_.clear();
    }

  private:
    bool note(entity e) { return those_.join(e); }
    /// What has been written to counts from now on; walks that are open may go on writing where they stand.
    void begin() noexcept {
        since_ = ++column_.write_clock;
        seen_ = home_->exchanges + home_->rewinds;
        for (const auto* w = home_->walks.first(); w != nullptr; w = w->next) {
            if (w->at != nowhere && (w->writes & column_.mark) != 0) column_.note_writing(number(w->at) / page_slots);
        }
    }
    /// What stands on a page that a walk may have written to has perhaps changed.
    void catch_up() {
        if constexpr (WithChanges) {
            if (home_->is_over()) return;
            // (Which pages had been written to then is not known any more: perhaps all that have ever been.)
            if (seen_ != home_->exchanges + home_->rewinds) since_ = 1;
            seen_ = home_->exchanges + home_->rewinds;
            for (std::uint32_t p = 0; p < column_.written_at.size() && p < home_->page_count(); ++p) {
                if (column_.written_at[p] < since_ || !column_.is_on(p)) continue;
                for (unsigned w = 0; w < page_words; ++w) {
                    for (word its = column_.present(p)[w]; any(its); its = without_lowest(its))
                        (void)note(home_->entity_at(p * page_slots + w * word_bits + lowest(its)));
                }
            }
            since_ = ++column_.write_clock;
        }
    }

    storage_share<Allocator> home_;
    column_type& column_;
    subset<basic_world<Allocator>> those_;
    ear come_;
    ear set_;
    ear gone_;
    std::uint32_t since_ = 0;
    /// How often all had been exchanged or rolled back then.
    std::uint64_t seen_ = 0;
};

} // namespace core

/// The entities whose component has been given, set, patched or told to be modified since the last `clear`; and perhaps
/// others.
///
///     throng::changes<position> moved(world);
///     ...
///     for (auto [e, p] : world.query<const position>(moved.present())) send(e, p);
///     moved.clear();
///
/// What `add`, `set`, `patch` and `modified` do is known exactly. Of a walk it is known which pages it came to: all
/// entities of a page whose component a query gave as something to write to, `T&` and not `const T&`, have perhaps
/// changed. What is written through an address of one's own is for `world.modified<T>(e)` to tell.
///
/// Each asker has its own, and clears it when it likes: a system when it has run. What loses the component, or is
/// destroyed, is in it no more. It is a subset of the world's entities, and so a query costs what matches, one bit
/// each; rolled back, it is what it was.
///
/// A component costs a call each time it is given or set while there is one of these, and a walk a store for each page;
/// nothing where there is none. It goes along when its world is moved, and is neither copied nor moved.
template <class T, class Allocator = core::standard_allocator> class changes
    : public core::noted_entities<T, Allocator, true> {
  public:
    using core::noted_entities<T, Allocator, true>::noted_entities;
};

/// The same of those whose component has been given since, and no others.
template <class T, class Allocator = core::standard_allocator> class additions
    : public core::noted_entities<T, Allocator, false> {
  public:
    using core::noted_entities<T, Allocator, false>::noted_entities;
};

} // namespace throng
