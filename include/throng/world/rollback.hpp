#pragma once

#include <throng/fwd.hpp>
#include <throng/world/hash.hpp>
#include <throng/world/state/kept_collection.hpp>
#include <throng/world/state/world_rewind.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {

/// A frame that is kept: what leads to it from the one before, and what is copied as objects.
template <class Allocator> struct kept_frame {
    std::uint64_t number;
    frame_log<Allocator> log = {};
    object_copies<Allocator> objects;

    kept_frame(const Allocator& allocator, std::uint64_t n) noexcept : number(n), objects(allocator) {}
};

/// A frame as a world's hash sees it.
template <class Allocator> class world_then {
    using column_type = column<Allocator>;

  public:
    world_then(const world_copy<Allocator>& copy, const object_copies<Allocator>& objects) noexcept
        : copy_(copy), objects_(objects) {}
    [[nodiscard]] std::uint64_t size() const noexcept { return copy_.size; }
    [[nodiscard]] std::uint32_t page_count() const noexcept { return static_cast<std::uint32_t>(copy_.page_count); }
    [[nodiscard]] const word* alive(std::uint32_t p) const noexcept { return copy_.pages[p]->alive; }
    [[nodiscard]] std::uint32_t generation(std::uint32_t p, unsigned slot) const noexcept {
        return copy_.pages[p]->generation(slot);
    }
    [[nodiscard]] const word* present(const column_type& c, std::uint32_t p) const noexcept {
        const copied_part* const its = copy_.part(c.number, p);
        if (its == nullptr) return no_words;
        return is_of_objects(c.type) ? objects_.column_numbered(c.number)->present(p) : its->present;
    }
    [[nodiscard]] const void* value(const column_type& c, std::uint32_t p, unsigned slot) const noexcept {
        if (is_of_objects(c.type)) return objects_.column_numbered(c.number)->value(p, slot);
        return copy_.part(c.number, p)->values + slot * c.type.size;
    }
    [[nodiscard]] const void* single(std::uint32_t n) const noexcept {
        const copied_single* const its = copy_.single(n);
        return its != nullptr ? its->value : objects_.singles().get(n);
    }

  private:
    const world_copy<Allocator>& copy_;
    const object_copies<Allocator>& objects_;
};

} // namespace core

/// The last frames of a world, for sessions that predict what other players do, and go back when they did something
/// else: GGPO, GekkoNet and others like them, which call just this.
///
///     throng::rollback<inputs> game(world, 60, [&](const inputs& of_all) { step(world, of_all); },
///                                   throng::components<position, health>);
///     game.save(7);           // frame 7 is what the world is now
///     game.advance(guess);    // and is frame 8 then
///     game.load(7);           // the guess was wrong
///     game.advance(truth);
///
/// There is one copy of the world, and for each frame what differs from the one before, so that a frame costs the
/// memory of what changed. Saving compares the world with the copy: nothing is noted while the game runs.
///
/// Collections and objects beside the world go with it (`include`).
///
/// A world that has been rolled back goes on as it did: entities, handles and so the indices of later creations, the
/// order of walks, components, subsets, singletons, which entities systems have been called with; of schedules that are
/// included the systems' intervals, steps and activity. (Which components there are, hooks, observers and systems
/// themselves are not state: they stay as they are. A game that compares saved worlds names its components before the
/// first frame.)
///
/// Not rolled back: `timers` and `world_timers`, events that are posted and not yet delivered, random generators that
/// are no singleton, `value_order`s of values that walks have written to since the last `refresh`. A game that rolls
/// back counts times in components, delivers what it posts in the same step, and keeps its generator in a singleton.
///
/// Components and singletons whose bytes are their value are compared; their addresses stay valid where the entity is
/// there before and after. Others (text, vectors, sparse components) are copied one by one each time, and those that
/// cannot be copied are left out: entities have them no more, singletons stay as they are. A copy must not edit the
/// world.
///
/// Rolling back calls no hooks. The frames go along when the world is moved.
template <class Input, class Allocator> class basic_rollback : core::pinned {
    using frame_type = core::kept_frame<Allocator>;

  public:
    using world_type = basic_world<Allocator>;

    /// Keeps so many frames, one at least. `step(input)` takes the world from a frame to the next one. The components
    /// are those that hashes are made of, as of `throng::hash`. Throws what the allocator throws.
    template <class Step, class... Cs> basic_rollback(world_type& w, std::size_t frames, Step step, components_t<Cs...>)
        : home_(w.storage()),
          most_(frames == 0 ? 1 : frames),
          copy_(home_->allocator()),
          frames_(home_->allocator()),
          schedules_(home_->allocator()),
          collections_(home_->allocator()),
          hash_(&hash_of<Cs...>) {
        frames_.reserve(home_->allocator(), most_);
        step_.set(home_->allocator(), std::move(step));
    }
    ~basic_rollback() {
        step_.reset();
        drop_from(0);
        for (core::kept_collection* const c : collections_) c->destroy();
    }

    /// The state of a schedule's systems is part of frames from now on. It must live as long as this.
    void include(basic_schedule<Allocator>& s) { schedules_.push(&s); }

    /// A collection beside the world (`throng::snapshot_of`) is part of frames from now on; also of those already kept,
    /// with its present state. It must live as long as this; the hashes do not know of it. Throws what the allocator or
    /// a copy throws; nothing has changed then.
    ///
    /// So is an object that has `save()`, which returns its state, and `load(const its_state&)`, which returns false,
    /// and has changed nothing, where that is impossible: a level with counters and collections, say. `load` may use
    /// nothing that is rolled back with it: the world and the collections are rolled back after all `load`s have
    /// succeeded, and where one fails, the objects before it are given the state back which they had, by `load`. (A
    /// state may have `memory()`.)
    template <class C>
        requires(!std::is_base_of_v<basic_schedule<Allocator>, C>)
    void include(C& collection) {
        using kept = core::frames_of_collection<C, Allocator>;
        struct guard {
            core::kept_collection* made;
            ~guard() {
                if (made != nullptr) made->destroy();
            }
        } g{core::make_object<kept>(home_->allocator(), collection, home_->allocator())};
        for (const frame_type* const f : frames_) {
            g.made->prepare_save(f->number);
            g.made->commit();
        }
        collections_.push(g.made);
        g.made = nullptr;
    }

    /// Keeps the present state of the world, and of included objects, as the frame with that number, in place of those
    /// with this or a higher number; if there are too many, the oldest is dropped. False while a walk of one of them is
    /// open, while hooks or systems are notified, or if the world has been destroyed. O(size of the state); unchanged
    /// parts are only read. Throws what the allocator or a copy throws. No effect if it returns false or throws.
    bool save(std::uint64_t frame) {
        if (!is_free()) return false;
        const under_way all(*this);
        std::size_t before = frames_.size();
        while (before != 0 && frames_[before - 1]->number >= frame) --before;
        if (before != 0) move_to(before - 1);
        for (core::kept_collection* const c : collections_) c->prepare_save(frame);
        add(frame, before);
        for (core::kept_collection* const c : collections_) {
            c->commit();
            c->forget_before(frames_[0]->number);
        }
        return true;
    }
    /// Restores the world, and included objects, to that frame. Later frames are kept until one is saved in their
    /// place. False if the frame is not kept, if an object's `load` returns false, and in the cases of `save`. O(size
    /// of the state); equal parts are only read. Throws what the allocator, a copy or a `load` throws. No effect if it
    /// returns false or throws: everything that can fail is done first, for all.
    bool load(std::uint64_t frame) {
        if (!is_free() || !contains(frame)) return false;
        const under_way all(*this);
        for (const bool itself : {false, true}) {
            for (core::kept_collection* const c : collections_) {
                if (c->loads_itself() == itself && !c->prepare_load(frame)) return false;
            }
        }
        move_to(place_of(frame));
        core::world_rewind<Allocator> r(*home_, copy_, frames_[at_]->objects);
        r.prepare();
        r.write(schedules_);
        for (core::kept_collection* const c : collections_) c->commit();
        return true;
    }
    /// Forgets the oldest frame, and gives back the memory that it alone took; false if none is kept. O(frames + that).
    bool forget_oldest() noexcept {
        if (frames_.empty()) return false;
        if (frames_.size() != 1 && at_ == 0) move_to(1);
        drop_oldest();
        for (core::kept_collection* const c : collections_) {
            if (frames_.empty()) c->forget_from(0);
            else c->forget_before(frames_[0]->number);
        }
        copy_.logs().trim();
        return true;
    }
    /// Calls the step.
    void advance(const Input& input) { step_.call(input); }
    /// The hash of the world in a frame that is kept, as `throng::hash` gave it then; 0 if it is not kept. O(what is
    /// held). Throws what the allocator throws.
    [[nodiscard]] std::uint64_t hash(std::uint64_t frame) {
        if (home_->is_over() || !contains(frame)) return 0;
        move_to(place_of(frame));
        return hash_(*home_, core::world_then<Allocator>(copy_, frames_[at_]->objects));
    }

    /// Whether that frame is kept, so that it can be gone back to.
    [[nodiscard]] bool contains(std::uint64_t frame) const noexcept { return place_of(frame) != frames_.size(); }
    [[deprecated("throng: use contains")]] [[nodiscard]] bool holds(std::uint64_t frame) const noexcept {
        return contains(frame);
    }
    /// How many frames are kept.
    [[nodiscard]] std::size_t size() const noexcept { return frames_.size(); }
    /// The memory of all frames, in bytes.
    [[nodiscard]] std::size_t memory() const noexcept {
        std::size_t n = sizeof(basic_rollback) - sizeof(copy_) + copy_.bytes() + frames_.bytes();
        for (const frame_type* const f : frames_) n += sizeof(frame_type) + f->objects.bytes();
        for (const core::kept_collection* const c : collections_) n += c->memory();
        return n;
    }

  private:
    template <class... Cs> [[nodiscard]] static std::uint64_t hash_of(const core::storage<Allocator>& home,
                                                                      const core::world_then<Allocator>& then) {
        return core::hash_of_world(then, core::saved_components<Allocator>(home, components<Cs...>));
    }

    /// While all is saved or loaded: what has been prepared and not committed in the end is cancelled.
    struct under_way : core::pinned {
        basic_rollback& home;
        explicit under_way(basic_rollback& all) noexcept : home(all) { home.is_under_way_ = true; }
        ~under_way() {
            for (std::size_t n = home.collections_.size(); n != 0; --n) home.collections_[n - 1]->cancel();
            home.is_under_way_ = false;
        }
    };
    /// Whether everything can be saved or rolled back now. (A copy or a destructor may ask.)
    [[nodiscard]] bool is_free() const noexcept {
        if (is_under_way_ || home_->is_over() || home_->is_being_looked_at()) return false;
        for (const core::kept_collection* const c : collections_) {
            if (c->is_walked()) return false;
        }
        return true;
    }
    /// As many as there are if it is not kept.
    [[nodiscard]] std::size_t place_of(std::uint64_t frame) const noexcept {
        std::size_t n = 0;
        while (n != frames_.size() && frames_[n]->number != frame) ++n;
        return n;
    }
    /// Brings the copy to another frame.
    void move_to(std::size_t n) noexcept {
        for (; at_ < n; ++at_) frames_[at_ + 1]->log.apply();
        for (; at_ > n; --at_) frames_[at_]->log.apply();
    }
    /// A frame for the world as it is now, in the place of those from the `before`-th on.
    void add(std::uint64_t number, std::size_t before) {
        const Allocator& a = home_->allocator();
        struct guard {
            basic_rollback& all;
            frame_type* made;
            ~guard() {
                if (made == nullptr) return;
                made->log.apply();
                all.drop(made);
            }
        } g{*this, core::make_object<frame_type>(a, a, number)};
        g.made->objects.take(*home_);
        copy_.update(*home_, schedules_, g.made->log);
        drop_from(before);
        if (before == most_) drop_oldest();
        frames_.push(std::exchange(g.made, nullptr));
        at_ = frames_.size() - 1;
        if (at_ == 0) forget_before();
    }
    void drop(frame_type* f) noexcept {
        f->log.clear(copy_.logs());
        core::discard_object(Allocator(home_->allocator()), f);
    }
    void drop_from(std::size_t n) noexcept {
        while (frames_.size() > n) {
            frame_type* const last = frames_[frames_.size() - 1];
            frames_.pop();
            drop(last);
        }
    }
    void drop_oldest() noexcept {
        drop(frames_[0]);
        for (std::size_t i = 1; i < frames_.size(); ++i) frames_[i - 1] = frames_[i];
        frames_.pop();
        if (frames_.empty()) return;
        --at_;
        frames_[0]->log.clear(copy_.logs());
    }
    /// Nothing leads to the first frame: that was all of it.
    void forget_before() noexcept {
        frames_[0]->log.clear(copy_.logs());
        copy_.logs().trim();
    }

    core::storage_share<Allocator> home_;
    std::size_t most_;
    core::world_copy<Allocator> copy_;
    /// The oldest first; and the one that the copy is now.
    core::local_row<frame_type*, Allocator> frames_;
    std::size_t at_ = 0;
    core::local_row<basic_schedule<Allocator>*, Allocator> schedules_;
    core::local_row<core::kept_collection*, Allocator> collections_;
    bool is_under_way_ = false;
    core::callback<const Input, Allocator> step_;
    std::uint64_t (*hash_)(const core::storage<Allocator>&, const core::world_then<Allocator>&);
};

} // namespace throng
