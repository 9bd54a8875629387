#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/storage.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// How all who follow a change are called: keepers, the user's functions, observers. See follower.hpp.
template <class Allocator> class calls {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using span_type = edited_span<Allocator>;
    using edits_type = typename storage_type::edits_type;

  public:
    using keeping = typename edits_type::keeping;

    /// Calls the keepers of a column: of entities that have just got it.
    static void tell_keepers_came(storage_type& s, column_type& c, const span_type& those) noexcept {
        if ((c.special & column_type::kept_on_add) == 0) return;
        const keeping now(s.edits);
        c.audience.tell_keepers_came(those);
    }
    static void tell_keepers_going(storage_type& s, column_type& c, const span_type& those) noexcept {
        const keeping now(s.edits);
        c.audience.tell_keepers_going(those);
    }
    static void tell_keepers_written(storage_type& s, column_type& c, entity e) noexcept {
        const keeping now(s.edits);
        c.audience.tell_keepers_written(span_type::one(&c, e));
    }
    /// The library has written to one of its values: only keepers are called.
    static void was_rewritten(storage_type& s, column_type& c, entity e) noexcept {
        if ((c.special & column_type::hooked_on_set) != 0) tell_keepers_written(s, c, e);
    }
    /// Calls the observers of the sets that keepers have changed since it was made, at its end at the latest. (Where
    /// that is among the calls of other keepers, after those.) All of them are called, whatever throws; the first
    /// exception goes on.
    class observers_of_sets : pinned {
      public:
        explicit observers_of_sets(storage_type& s) noexcept : observers_of_sets(s, s.edits.kept.size()) {}
        /// Since there were so many changes.
        observers_of_sets(storage_type& s, std::size_t first) noexcept : storage_(s), first_(first) {}
        ~observers_of_sets() {
            while (is_due()) (void)attempt([this] { call(); });
        }
        [[nodiscard]] bool is_due() const noexcept {
            return storage_.edits.kept.size() > first_ && !storage_.edits.are_keepers_called();
        }
        void call() {
            if (is_due()) call_all();
        }

      private:
        THRONG_ONCE void call_all() {
            // (Nested edits add their own behind them, and take those away again.)
            auto& those = storage_.edits.kept;
            for (std::size_t i = first_; i < those.size(); ++i) {
                const auto its = std::exchange(those[i], {});
                // (Of one that has died, its departure has told.)
                if (storage_.is_alive(its.e))
                    tell_observers_came(storage_, its.of->mark, span_type::one(its.of, its.e));
            }
            if (those.size() > first_) those.shorten(first_);
        }

        storage_type& storage_;
        std::size_t first_;
    };
    static void call(typename audience<Allocator>::function_type& function, const column_type& c, entity e,
                     const void* before = nullptr) {
        hooked h{e, c.value(e.index()), before};
        function.call(h);
    }
    /// A function has been given a value to write to, and the keepers may have been called before it did.
    THRONG_ONCE static void wrote(storage_type& s, column_type& c, entity e) noexcept {
        if ((c.special & column_type::hooked_on_set) != 0 && s.is_alive(e) && c.has(e.index()))
            tell_keepers_written(s, c, e);
    }
    /// In the place of marks: entities as such.
    static constexpr std::uint64_t as_such = 0;
    [[nodiscard]] static bool asks_for(const follow_link<Allocator>& l, std::uint64_t marks) noexcept {
        return marks == as_such ? l.as_such : (l.marks & marks) != 0;
    }
    /// Calls the observers that ask for one of the marked columns. (Columns may share a mark: an observer asks what has
    /// become of the entity.)
    static void tell_observers_came(storage_type& s, std::uint64_t marks, const span_type& those) {
        typename follow_list<Allocator>::walk w(s.observers);
        while (const auto* const l = w.next()) {
            if (asks_for(*l, marks)) l->who->came(those);
        }
    }
    /// The same of what they lose: all are called, whatever one of them throws; the first exception goes on.
    static void tell_observers_going(storage_type& s, std::uint64_t marks, column_type* of, entity e, bool dies) {
        struct run : pinned {
            storage_type& s;
            typename follow_list<Allocator>::walk w;
            std::uint64_t marks;
            column_type* of;
            entity e;
            bool dies;
            bool is_under_way = true;
            run(storage_type& home, std::uint64_t m, column_type* c, entity which, bool ends) noexcept
                : s(home), w(home.observers), marks(m), of(c), e(which), dies(ends) {}
            ~run() {
                while (is_under_way) (void)attempt([this] { go_on(); });
            }
            void go_on() {
                while (const auto* const l = w.next()) {
                    // (A function or an observer may have destroyed an entity that only lost a component.)
                    if (asks_for(*l, marks)) l->who->going(span_type::one(of, e, dies || !s.is_alive(e)));
                }
                is_under_way = false;
            }
        } c(s, marks, of, e, dies);
        c.go_on();
    }
    /// While all who follow it are called of what goes, an entity or one component: keepers, functions, observers. All
    /// of them are, whatever throws: the first exception goes on.
    struct telling_of_departure : departure, pinned {
        storage_type& s;
        std::size_t next;
        std::uint64_t marks = 0;
        bool observers_are_told = false;
        bool is_under_way = false;
        observers_of_sets sets;

        telling_of_departure(storage_type& home, entity which, bool whole) noexcept
            : departure{which, whole, home.edits.departed.size(), home.edits.departed.size(), home.edits.departures},
              s(home),
              next(this->first),
              sets(home) {
            s.edits.departures = this;
        }
        ~telling_of_departure() {
            while (is_under_way) (void)attempt([this] { go_on(); });
            s.edits.departed.shorten(this->first);
            s.edits.departures = this->outer;
        }
        void add(column_type& c) {
            s.edits.departed.push(s.allocator(), {&c, false});
            ++this->last;
        }
        THRONG_ONCE void tell() {
            is_under_way = true;
            for (std::size_t i = this->first; i != this->last; ++i) {
                auto& its = s.edits.departed[i];
                its.silent = s.edits.goes_untold(*its.of, this->e);
                if (its.of->audience.observers != 0) marks |= its.of->mark;
            }
            {
                const keeping now(s.edits);
                for (std::size_t i = this->first; i != this->last; ++i) {
                    column_type& c = *s.edits.departed[i].of;
                    c.audience.tell_keepers_going(span_type::one(&c, this->e, this->dies));
                }
            }
            if (this->dies) marks |= s.edits.marks_of_kept(this->e);
            go_on();
        }
        THRONG_ONCE void go_on() {
            while (next != this->last) {
                const auto its = s.edits.departed[next++];
                if (its.of->audience.on_remove && !its.silent) call(its.of->audience.on_remove, *its.of, this->e);
            }
            is_under_way = false;
            if (std::exchange(observers_are_told, true)) return;
            call_both(
                [this] {
                    if (marks == 0) return;
                    column_type* const one = this->dies ? nullptr : s.edits.departed[this->first].of;
                    tell_observers_going(s, marks, one, this->e, this->dies);
                },
                [this] { sets.call(); });
        }
    };

    /// Last, those are called that follow entities as such: also where another function throws.
    struct telling_of_death : pinned {
        storage_type& s;
        entity e;
        /// No function has been called of its birth.
        bool silent;
        unsigned told = 0;
        telling_of_death(storage_type& home, entity which, bool is_silent) noexcept
            : s(home), e(which), silent(is_silent) {}
        ~telling_of_death() {
            while (told != 2) (void)attempt([this] { tell(); });
        }
        THRONG_ONCE void tell() {
            if (told == 0) {
                told = 1;
                hooked h{e};
                if (s.entities_as_such.on_remove && !silent) s.entities_as_such.on_remove.call(h);
            }
            if (std::exchange(told, 2U) == 1 && s.entities_as_such.observers != 0)
                tell_observers_going(s, as_such, nullptr, e, true);
        }
    };
};

} // namespace throng::core
