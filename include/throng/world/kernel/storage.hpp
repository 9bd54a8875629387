#pragma once

#include <throng/fwd.hpp>
#include <throng/world/kernel/edits_under_way.hpp>
#include <throng/world/kernel/entity_index.hpp>
#include <throng/world/kernel/single_values.hpp>
#include <throng/world/kernel/walks.hpp>
#include <throng/world/kernel/watches.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng::core {

template <class Allocator> class world_validation;

/// The data of a world, the access to an entity's value, and the lifetime of removed values: they are kept while a walk
/// is positioned at them, a view shows them, or a system has not been notified. For the edits themselves see edits.hpp.
template <class Allocator> class storage : pinned {
  public:
    using allocator_type = Allocator;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;
    using kind_type = kind<Allocator>;
    using walker = world_walker<Allocator>;
    using edits_type = edits_under_way<Allocator>;

    storage(const Allocator& allocator, [[maybe_unused]] caller where)
        :
#if defined(THRONG_AUDIT) && THRONG_AUDIT
          log_(where),
#endif
          allocator_(allocator),
          components(allocator),
          entities(allocator, components),
          walks(allocator),
          watches(allocator) {
        mark_file<storage>();
    }
    ~storage() = default;

    /// The world is destroyed: the storage is empty. Objects that still share it may use it.
    THRONG_ONCE void end() noexcept {
        followers_.each(~0U, [](auto& f) { f.over(); });
        followers_.clear();
        observers.clear();
        walks.abandon_all();
        components.destroy_values();
        singles_.release(allocator_);
        components.release();
        entities.release();
        entities_as_such.reset();
        update_care(nullptr);
        edits.release(allocator_);
        watches.release();
        walks.release();
        owner_ = nullptr;
    }
    [[nodiscard]] bool is_over() const noexcept { return owner_ == nullptr; }

    // --- who follows it: see follower.hpp ----------------------------------------------------------------------------

    using link_type = follow_link<Allocator>;
    using audience_type = audience<Allocator>;

    /// Of a column; of entities as such, where that is null.
    [[nodiscard]] audience_type& audience_of(column_type* c) noexcept {
        return c == nullptr ? entities_as_such : c->audience;
    }
    /// Sets the user's function of one event of a column, or of entities as such; null takes it off.
    template <class F> void set_function(column_type* c, callback<hooked, Allocator> audience_type::* which, F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) (audience_of(c).*which).reset();
        else (audience_of(c).*which).set(allocator_, std::move(f));
        // (The captures of one that goes may have put another on.)
        update_care(c);
    }
    /// The follower is called of a column from now on, before the user's functions.
    void keep(column_type& c, link_type& l) noexcept {
        c.audience.keepers.insert(l);
        update_care(&c);
    }
    void stop_keeping(column_type& c, link_type& l) noexcept {
        c.audience.keepers.erase(l);
        update_care(&c);
    }
    /// One observer more, or less, asks for a column, or for entities as such.
    void observe(column_type* c, bool more) noexcept {
        audience_type& its = audience_of(c);
        its.observers += more ? 1U : ~0U;
        its.observers_of_additions += more ? 1U : ~0U;
        update_care(c);
    }
    /// One more that does not ask for additions.
    void observe_removals(column_type& c) noexcept {
        ++c.audience.observers;
        update_care(&c);
    }
    /// All that follow it are called when it holds something else, and when it ends.
    void follow(link_type& l) noexcept { followers_.insert(l); }
    void stop_following(const link_type& l) noexcept { followers_.erase(l); }
    /// It holds something else now. No code of the user's has run since.
    THRONG_ONCE void replaced() noexcept {
        watches.kept().clear();
        edits.forget_kept();
        followers_.each(~0U, [](auto& f) { f.replaced(); });
    }
    /// There was no memory to call all who follow a change.
    void lose_track() noexcept {
        followers_.each(~0U, [](auto& f) { f.set_stale(); });
    }
    /// Whether all that follow it agree with it; true in the middle of an edit, of which some are still to be called.
    [[nodiscard]] bool followers_agree() const {
        if (edits.arrivals != nullptr || edits.departures != nullptr || edits.busy != nullptr) return true;
        bool all = true;
        followers_.each([&all](const auto& f) { all = all && (f.is_stale() || f.agrees()); });
        return all;
    }
    /// Whether a function or an observer is called of entities as such.
    [[nodiscard]] bool births_are_told() const noexcept { return births_are_told_; }
    [[nodiscard]] bool deaths_are_told() const noexcept { return deaths_are_told_; }

    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }
    [[nodiscard]] single_values<Allocator>& singles() noexcept { return singles_; }
    [[nodiscard]] const single_values<Allocator>& singles() const noexcept { return singles_; }
    /// The singleton of a component of run time. Null if that cannot be.
    THRONG_ONCE void* set_single(const column_type& c, const void* from) {
        const component_type& type = c.type;
        if (type.size == 0 || type.alignment > 64 || components.is_of_type(c) ||
            !(from == nullptr ? type.can_be_made() : type.can_be_copied()))
            return nullptr;
        return singles_.set(allocator_, single_number(c.number), describe_single(type),
                            [&](void* to) { type.make_value(to, from); });
    }
    /// The world that this is the inside of.
    [[nodiscard]] basic_world<Allocator>& owner() const noexcept { return *owner_; }
    void belongs_to(basic_world<Allocator>& w) noexcept { owner_ = &w; }

    // --- what it has -------------------------------------------------------------------------------------------------

    template <class T> [[nodiscard]] column_type& column_of() { return components.template of<T>(); }
    /// Null if the type has not been needed yet.
    template <class T> [[nodiscard]] column_type* find_column() const noexcept {
        return components.of_type(known_component_number<T>());
    }
    [[nodiscard]] const row<column_type*>& columns() const noexcept { return components.all(); }
    [[nodiscard]] const row<kind_type*>& kinds() const noexcept { return entities.kinds.all(); }
    [[nodiscard]] std::uint32_t page_count() const noexcept { return entities.page_count(); }
    [[nodiscard]] page_type& page(std::uint32_t n) const noexcept { return entities.page(n); }
    [[nodiscard]] std::size_t size() const noexcept { return entities.size(); }
    [[nodiscard]] bool is_alive(entity e) const noexcept { return entities.is_alive(e); }
    [[nodiscard]] entity entity_at(std::uint32_t index) const noexcept { return entities.entity_at(index); }
    void start_generations_at(std::uint32_t generation) noexcept { entities.start_generations_at(generation); }
    [[nodiscard]] std::uint32_t unused_generation() const noexcept { return entities.unused_generation(); }

    /// The columns that an addition must consider: because of their properties, or because of open walks.
    [[nodiscard]] std::uint64_t careful_additions() const noexcept {
        return components.special_additions() | walks.additions();
    }
    [[nodiscard]] std::uint64_t careful_removals() const noexcept {
        return components.special_removals() | walks.removals();
    }

    // These read everything before any check, so that a loop over entities reads it once. Distant data is looked up in
    // separate functions, where it costs the loop no registers; and so are the values of an entity whose destruction
    // hooks are being called: its handle is stale already.

    /// Whether an entity has a component of the type. False if the handle is stale.
    [[nodiscard]] bool has(std::uint32_t type, entity e) const noexcept {
        const known_type<Allocator>& its = components.near_type(type);
        word* const* const present = its.parts.present;
        page_type* const* const pages = entities.pages().begin();
        if (its.number != type) [[unlikely]]
            return has_further(type, e);
        if (!entities.is_present(pages, e)) [[unlikely]]
            return edits.departures != nullptr && had_when_it_died(its.of, e);
        return has_bit(word_in(present, e.index()), e.index() % word_bits);
    }
    [[nodiscard]] bool has(const column_type& c, entity e) const noexcept {
        return entities.is_present(e) ? c.has(e.index()) : had_when_it_died(&c, e);
    }
    /// The component of an entity; null if it has none, or if the handle is stale.
    template <class T> [[nodiscard]] T* find_value(entity e) const noexcept {
        const std::uint32_t type = known_component_number<T>();
        const known_type<Allocator>& its = components.near_type(type);
        word* const* const present = its.parts.present;
        std::byte* const* const values = its.parts.values;
        page_type* const* const pages = entities.pages().begin();
        if (its.number != type) [[unlikely]]
            return components.is_unneeded(type, its) ? nullptr : find_further_value<T>(type, e);
        // (As `has`, spelt out: so g++ makes one slot of both uses.)
        const std::uint32_t p = e.index() / page_slots;
        const unsigned s = e.index() % page_slots;
        if (p >= entities.page_count() || pages[p]->generation(s) != e.generation()) [[unlikely]]
            return edits.departures == nullptr ? nullptr : find_further_value<T>(type, e);
        if (!has_bit(present[p][s / word_bits], s % word_bits)) return nullptr;
        T* const x = column_type::template value_of<T>(values[p], s);
        if (x == nullptr) unreachable();
        return x;
    }
    /// The same of one that has it.
    template <class T> [[nodiscard]] T* value(entity e) const noexcept {
        const std::uint32_t type = known_component_number<T>();
        const known_type<Allocator>& its = components.near_type(type);
        std::byte* const* const values = its.parts.values;
        if (its.number != type) [[unlikely]]
            return find_further_value<T>(type, e);
        return column_type::template value_of<T>(values[e.index() / page_slots], e.index() % page_slots);
    }

    // --- what is kept ------------------------------------------------------------------------------------------------

    THRONG_NOINLINE void link(walker& w) noexcept {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        if (w.opened) {
            log_.check_walks(walks.opened(), w.opened->where, "second walk opened");
            log_.check_walk(*w.opened, innermost_walk());
        }
#endif
        w.home = this;
        walks.link(w);
    }
    /// The node has moved.
    THRONG_ONCE void relink(walker& from, walker& to) noexcept {
        to.take(from);
        link(to);
        walks.unlink(from);
    }
    /// The walk is over.
    void close(walker& w) noexcept {
        walks.unlink(w);
        if (any(w.changed) || w.is_equipped()) [[unlikely]]
            let_go_of_all(w);
    }
    /// Lets go of what a walk that is over stood on or showed, and gives its memory back.
    THRONG_NOINLINE void let_go_of_all(walker& w) noexcept {
        const std::uint32_t from = number(w.at);
        const std::uint32_t to = w.on_run ? number(w.run_end) : from + 1;
        if (any(w.changed & core::let_go_of) && from != number(nowhere)) {
            for (std::uint32_t i = from; i != to; ++i) let_go(i);
        }
        if (w.is_view && w.gone.any()) {
            w.gone.each_word([this](std::uint32_t p, unsigned i, word those) { let_go(p, i, those); });
        }
        walks.give_back(w);
    }
    /// Perhaps nothing looks at the index any more: what is dead is destroyed then, and what was destroyed may be used
    /// again. Of the walks that still stand on it one is marked, to ask again; a view asks when it is closed.
    void let_go(std::uint32_t index) noexcept {
        page_type& p = entities.page(index / page_slots);
        const unsigned s = index % page_slots;
        // (Asked anew for each value: its destructor may have ended its entity, taken other values along, or begun to
        // show them.)
        do {
            if (walker* const w = walks.holder(index); w != nullptr) {
                if (w->stands_on(index)) w->stop(core::let_go_of);
                return;
            }
            if (watches.keep(index)) return;
        } while (p.special && destroy_ghost(p, s));
        if (any(p.limbo(s / word_bits) & bit(s % word_bits))) entities.give_up(p, s);
    }
    /// Releases the entities of which no watcher has to be notified any more.
    THRONG_ONCE void release_kept(std::uint32_t p, unsigned i, word those) noexcept {
        those = watches.release(p, i, those);
        // The living that lost nothing that must be destroyed have nothing to be let go of.
        if (any(those) && !page(p).special) those &= page(p).limbo(i);
        let_go(p, i, those);
    }
    /// Whether an entity that has been destroyed can live again in its slot: no edit of it or of that slot is under
    /// way.
    [[nodiscard]] THRONG_ONCE bool is_at_rest(entity e) const noexcept {
        for (const walker* w = walks.first(); w != nullptr; w = w->next) {
            if (w->is_cradle && w->stands_on(e.index())) return false;
        }
        return !edits.is_concerned(e);
    }
    /// A removed value, which a walk or a system may still read, makes way for another one in its place.
    void make_way(column_type& c, std::uint32_t index) noexcept {
        const std::uint32_t page = index / page_slots;
        const unsigned w = index / word_bits % page_words;
        if (!c.leaves_ghosts() || !any(c.ghosts(page, w) & bit(index % word_bits))) return;
        c.ghosts(page, w) &= ~bit(index % word_bits);
        const typename edits_type::busy_value busy(edits, c, index);
        c.type.destroy(c.value(index));
    }
    /// Whether a value is being constructed or destroyed: missing values may be about to appear.
    [[nodiscard]] bool is_amid_something() const noexcept { return edits.busy != nullptr; }
    /// Whether what is here now is looked at: all of it can be exchanged for something else only otherwise.
    [[nodiscard]] bool is_being_looked_at() const noexcept {
        return walks.any() || edits.showings != 0 || singles_.are_assigned_to();
    }
    void trim() noexcept {
        if (walks.any()) return;
        entities.trim();
        walks.release();
    }

    /// Keeps an entity while a hook is called for it.
    class standing : pinned {
      public:
        standing(storage& home, std::uint32_t index) noexcept : index_(index) {
            node_.at = place{index};
            node_.last = place{index};
            if (!home.is_over()) home.link(node_);
        }
        ~standing() {
            storage* const home = node_.home;
            if (home == nullptr) return;
            home->walks.unlink(node_);
            if (lets_go) home->let_go(index_);
        }
        bool lets_go = true;
        void is_cradle() noexcept { node_.is_cradle = true; }

      private:
        walker node_;
        std::uint32_t index_;
    };

    /// One watcher more for the column, which must know what has lost it, or else what has got it.
    THRONG_ONCE void watch(column_type& c, bool losses) {
        if ((c.special & column_type::watched) == 0) {
            for (std::uint32_t p = 0; p < page_count(); ++p) {
                if (c.is_on(p)) c.equip_sides(allocator_, p);
            }
        }
        ++(losses ? c.loss_watchers : c.gain_watchers);
        c.special |= losses ? column_type::losses_watched : column_type::gains_watched;
        entities.update_special(c);
    }
    void unwatch(column_type& c, bool losses) noexcept {
        if (--(losses ? c.loss_watchers : c.gain_watchers) != 0) return;
        c.special &= ~(losses ? column_type::losses_watched : column_type::gains_watched);
        entities.update_special(c);
    }

    /// Memory held, in bytes.
    [[nodiscard]] std::size_t bytes() const noexcept {
        return components.bytes() + entities.bytes() + edits.departed.bytes() + edits.kept.bytes();
    }

    // --- the audit build's checks; nothing in any other --------------------------------------------------------------

    /// See validation.hpp.
    [[nodiscard]] bool is_whole() const noexcept { return world_validation<Allocator>::is_whole(*this); }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// An edit is made.
    [[nodiscard]] audit::visit entered(caller where) const {
        mark_file<storage>();
        log_.check_walks(walks.opened(), where);
        return audit::visit(log_, where, innermost_walk(), *this);
    }
    void check_unwalked(const char* what, caller where) const {
        log_.check_walks(walks.opened(), where);
        log_.check_unwalked(what, where, innermost_walk());
    }
    [[noreturn]] void complain(const char* what, entity e, caller where) const {
        const std::string known = story(e);
        log_.fail(known.empty() ? what : what + (":\n" + known), where, innermost_walk());
    }
    void journal_birth(entity e, caller where) const { log_.added(e.number(), where, innermost_walk()); }
    void journal_death(entity e) const { log_.removed(e.number(), innermost_walk()); }
    [[nodiscard]] std::string story(entity e) const { return log_.story(e.number()); }
    void name(const char* text) noexcept { log_.name(text); }
#else
#if defined(THRONG_AFTER_EDIT) // of tests: see tests/support/exchanging.hpp
    using nothing = THRONG_AFTER_EDIT<storage>;
#else
    struct [[maybe_unused]] nothing {
        explicit nothing(const storage&) noexcept {}
    };
#endif
    [[nodiscard]] nothing entered(caller) const noexcept {
        mark_file<storage>();
        return nothing(*this);
    }
    void check_unwalked(const char*, caller) const noexcept {}
    void complain(const char*, entity, caller) const noexcept {}
    void journal_birth(entity, caller) const noexcept {}
    void journal_death(entity) const noexcept {}
    void name(const char*) noexcept {}
#endif

  private:
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Null if no walk is open.
    [[nodiscard]] const opening* innermost_walk() const noexcept { return walks.opened().innermost(); }

    mutable audit log_;
#endif

    [[nodiscard]] THRONG_NOINLINE bool has_further(std::uint32_t type, entity e) const noexcept {
        const column_type* const c = components.of_type(type);
        return c != nullptr && has(*c, e);
    }
    [[nodiscard]] THRONG_NOINLINE bool had_when_it_died(const column_type* c, entity e) const noexcept {
        const departure* const d = edits.departure_of(c, e);
        return d != nullptr && d->dies;
    }
    template <class T>
    [[nodiscard]] THRONG_NOINLINE T* find_further_value(std::uint32_t type, entity e) const noexcept {
        return has_further(type, e) ? components.of_type(type)->template value_at<T>(e.index()) : nullptr;
    }
    /// Updates the properties that edits must consider.
    THRONG_ONCE void update_care(column_type* c) noexcept {
        births_are_told_ = entities_as_such.on_add || entities_as_such.observers != 0;
        deaths_are_told_ = entities_as_such.on_remove || entities_as_such.observers != 0;
        components.births_are_told = births_are_told_;
        if (c == nullptr) return components.update_special();
        c->special = (c->special & ~column_type::of_audience) | c->asked_by_audience();
        entities.update_special(*c);
    }
    void let_go(std::uint32_t page, unsigned w, word those) noexcept {
        for (; any(those); those = without_lowest(those)) let_go(page * page_slots + w * word_bits + lowest(those));
    }
    /// Destroys a value that its entity has no more; false if there is none. The page is kept meanwhile: a destructor
    /// may make any edit.
    bool destroy_ghost(page_type& p, unsigned s) noexcept {
        const unsigned w = s / word_bits;
        for (std::size_t i = 0; i < p.columns.size(); ++i) {
            column_type& c = *p.columns[i].of;
            if (!c.leaves_ghosts() || !any(c.ghosts(p.number, w) & bit(s % word_bits))) continue;
            c.ghosts(p.number, w) &= ~bit(s % word_bits);
            const std::uint32_t index = p.number * page_slots + s;
            standing here(*this, index);
            here.lets_go = false;
            const typename edits_type::busy_value busy(edits, c, index);
            c.type.destroy(c.value(p.number, s));
            return true;
        }
        return false;
    }

    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;

  public:
    column_set<Allocator> components;
    entity_index<Allocator> entities;
    open_walks<Allocator> walks;
    watch_list<Allocator> watches;
    edits_type edits;
    /// Called after the user's functions, in the order of their numbers.
    follow_list<Allocator> observers;
    audience_type entities_as_such;

  private:
    follow_list<Allocator> followers_;
    bool births_are_told_ = false;
    bool deaths_are_told_ = false;
    single_values<Allocator> singles_;
    basic_world<Allocator>* owner_ = nullptr;
    /// Of the world, and of what stays with it.
    template <class> friend class storage_share;
    std::size_t shares_ = 1;
};

/// A share in a world's storage, of what goes along when that is moved, and may outlive it.
template <class Allocator> class storage_share {
    using storage_type = storage<Allocator>;

  public:
    explicit storage_share(storage_type& s) noexcept : storage_(&s) { ++s.shares_; }
    storage_share(const storage_share& other) noexcept : storage_share(*other.storage_) {}
    storage_share& operator=(const storage_share& other) noexcept {
        storage_share copy(other);
        std::swap(storage_, copy.storage_);
        return *this;
    }
    ~storage_share() { drop(storage_); }
    /// One share less; with the last one the storage goes.
    static void drop(storage_type* s) noexcept {
        if (--s->shares_ == 0) discard_object(Allocator(s->allocator()), s);
    }
    [[nodiscard]] storage_type& operator*() const noexcept { return *storage_; }
    [[nodiscard]] storage_type* operator->() const noexcept { return storage_; }

  private:
    storage_type* storage_;
};

} // namespace throng::core
