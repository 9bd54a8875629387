#pragma once

#include <throng/core/compiler.hpp>
#include <throng/fwd.hpp>
#include <throng/world/query.hpp>
#include <throng/world/query/typed_edits.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

/// Makes an observer call `joined` for the entities that match already.
struct existing_t {
    explicit existing_t() = default;
};
inline constexpr existing_t existing{};

namespace core {

/// The state of an observer: its functions, and the entities of which it has called `joined`.
template <class Allocator> class observing : public follower<Allocator> {
  public:
    using storage_type = storage<Allocator>;
    using span_type = edited_span<Allocator>;

    /// A question to the user's condition.
    struct question {
        entity e;
        bool yes = false;
    };

    /// Throws what the allocator throws.
    explicit observing(storage_type& s) : home(s) {
        in_all_.who = link_.who = this;
        home->follow(in_all_);
    }
    virtual void destroy() noexcept = 0;

    [[nodiscard]] bool contains(entity e) const noexcept { return home->is_alive(e) && members_.has(e.index()); }
    [[nodiscard]] int order() const noexcept { return link_.order; }
    void order(int n) noexcept {
        link_.order = n;
        if (home->is_over()) return;
        home->observers.erase(link_);
        home->observers.insert(link_);
    }
    /// Calls `joined` for all that match.
    void call_existing() {
        local_row<entity, Allocator> now(home->allocator());
        members_.each_word([&](std::uint32_t page, unsigned w, word its) {
            for (; any(its); its = without_lowest(its))
                now.push(home->entity_at(page * page_slots + w * word_bits + lowest(its)));
        });
        const storage_share<Allocator> keep(home);
        const my_end end(*this);
        for (const entity e : now) {
            hooked h{e};
            if (end.has_come() || !contains(e)) continue;
            joined.call(h);
        }
    }

    storage_share<Allocator> home;
    callback<hooked, Allocator> joined;
    callback<hooked, Allocator> left;
    callback<question, Allocator> condition;

  protected:
    ~observing() {
        for (my_end* m = ends_; m != nullptr; m = m->outer_) m->of_ = nullptr;
        if (!home->is_over()) {
            home->stop_following(in_all_);
            home->observers.erase(link_);
        }
        members_.release(home->allocator());
    }
    [[nodiscard]] virtual bool matches(std::uint32_t index) const noexcept = 0;
    /// The members are all that match. Throws what the allocator throws.
    virtual void find_members() = 0;

    /// It is called from now on.
    void begin(std::uint64_t marks, bool as_such) {
        link_.marks = marks;
        link_.as_such = as_such;
        home->observers.insert(link_);
    }
    some_entities members_;

  private:
    /// Tells code that calls a user's function whether the observer has been destroyed by that.
    class my_end : pinned {
      public:
        explicit my_end(observing& o) noexcept : of_(&o), outer_(std::exchange(o.ends_, this)) {}
        ~my_end() {
            if (of_ != nullptr) of_->ends_ = outer_;
        }
        [[nodiscard]] bool has_come() const noexcept { return of_ == nullptr; }

      private:
        friend observing;
        observing* of_;
        my_end* outer_;
    };

    void came(const span_type& those) override {
        those.each(*home, [this](entity e) { look_at(e); });
    }
    void going(const span_type& those) override { came(those); }
    void written(const span_type&) override {}
    void replaced() noexcept override {
        this->set_stale(false);
        this->keep([this] { find_members(); });
    }
    void over() noexcept override { members_.clear(); }
    /// (What matches and is no member was not wanted, or its function threw.)
    [[nodiscard]] bool agrees() const override {
        bool all = true;
        members_.each_word([&](std::uint32_t page, unsigned w, word those) {
            for (; any(those); those = without_lowest(those)) {
                const std::uint32_t index = page * page_slots + w * word_bits + lowest(those);
                all = all && home->entities.is_alive(index) && matches(index);
            }
        });
        return all;
    }

    void look_at(entity e) {
        // (There was no memory to find the members, or to follow: entities that match now are not reported.)
        if (this->is_stale()) {
            find_members();
            this->set_stale(false);
            return;
        }
        const std::uint32_t index = e.index();
        const bool is_there = home->is_alive(e) && matches(index);
        if (is_there == members_.has(index)) return;
        hooked h{e};
        if (!is_there) {
            members_.unset(index);
            left.call(h);
            return;
        }
        if (condition && !is_wanted(e)) return;
        (void)members_.equip(home->allocator(), index / page_slots);
        members_.set(index);
        // (An entity that was not reported because the function threw is not reported to leave, either.)
        struct undo {
            my_end end;
            std::uint32_t index;
            bool done = false;
            undo(observing& o, std::uint32_t i) noexcept : end(o), index(i) {}
            ~undo() {
                if (!done && !end.has_come()) end.of_->members_.unset(index);
            }
        } u(*this, index);
        joined.call(h);
        u.done = true;
    }
    /// Asks the user's condition, which may have made any edit.
    [[nodiscard]] bool is_wanted(entity e) {
        question q{e};
        const my_end end(*this);
        condition.call(q);
        return q.yes && !end.has_come() && home->is_alive(e) && matches(e.index()) && !members_.has(e.index());
    }

    follow_link<Allocator> in_all_;
    follow_link<Allocator> link_;
    my_end* ends_ = nullptr;
};

template <class Matcher> class observing_query final
    : public observing<typename Matcher::storage_type::allocator_type> {
    using allocator_type = typename Matcher::storage_type::allocator_type;
    using base = observing<allocator_type>;
    using column_type = column<allocator_type>;
    static_assert(!Matcher::has_filters, "throng: an observer follows components: related_to asks each entity");

  public:
    template <class Joined, class Left> observing_query(const query<Matcher>& those, Joined on_join, Left on_leave)
        : base(those.terms().home()), matcher_(those.terms()) {
        const allocator_type& a = this->home->allocator();
        this->joined.set(a, told_of_whole(std::move(on_join)));
        this->left.set(a, told_of_whole(std::move(on_leave)));
        matcher_.make_columns();
        if (!Matcher::shows_disabled) (void)this->home->template column_of<disabled>();
        find_members();
        std::uint64_t marks = 0;
        bool as_such = true;
        each_column([&](column_type& c, bool decides) {
            marks |= c.mark;
            if (decides) as_such = false;
            this->home->observe(&c, true);
        });
        if (as_such) this->home->observe(nullptr, true);
        as_such_ = as_such;
        this->begin(marks, as_such);
    }
    ~observing_query() {
        if (this->home->is_over()) return;
        each_column([&](column_type& c, bool) { this->home->observe(&c, false); });
        if (as_such_) this->home->observe(nullptr, false);
    }
    void destroy() noexcept override {
        const allocator_type a(this->home->allocator());
        // (The storage may end with it.)
        const storage_share<allocator_type> share(this->home);
        discard_object(a, this);
    }

  private:
    /// Calls f(column, whether the query names it) for each that makes a difference.
    template <class F> void each_column(F f) const {
        matcher_.each_deciding([&](column_type& c, bool) { f(c, true); });
        if (!Matcher::shows_disabled) f(this->home->template column_of<disabled>(), false);
    }
    [[nodiscard]] bool matches(std::uint32_t index) const noexcept override { return matcher_.matches(index); }
    void find_members() override {
        this->members_.clear();
        query<Matcher>(matcher_).each_word([this](std::uint32_t page, unsigned w, word those) {
            this->members_.equip(this->home->allocator(), page)[w] = those;
            this->members_.is_used();
            return true;
        });
    }

    Matcher matcher_;
    bool as_such_ = false;
};

} // namespace core

/// Two functions that are called when an entity begins to match a query, and when it ceases to: a query of several
/// components, with `none_of` and `any_of`, with disabled entities or without.
///
///     throng::observer o(world.query<const position>(throng::none_of<frozen>),
///                        [&](throng::entity e) { show(e); }, [&](throng::entity e) { hide(e); });
///
/// `joined(entity)` is called after the hook of the component that made the difference, and `left(entity)` after the
/// hook of the one whose removal did; of an entity that is being destroyed, the values can still be read. Both may make
/// any edit, and may end the observer. Any number of observers: they are called in ascending `order`, 0 at first, and
/// of the same order the newest first. Calls come in pairs, except for entities that match when the observer is made
/// (with `throng::existing`, `joined` is called for those) and when it ends. If `joined` throws, the edit is undone,
/// and `left` is not called.
///
/// A query without components observes entities as such: created, and destroyed. Roll-back and restoring call nothing,
/// as they call no hooks; calls continue with the first edit after it. A term that asks each entity, such as
/// `related_to`, cannot be observed. An observer remains valid when its world is moved. It can be moved, and be a
/// member of a class; one that has been default constructed, or moved from, observes nothing.
///
/// Each edit of one of the components costs O(1) an observer; nothing else costs anything. (Systems that are notified
/// in their turn, of all changes at once: see `schedule`, `joined` and `left`.)
template <class Allocator> class basic_observer {
    using observing = core::observing<Allocator>;

  public:
    /// Observes nothing.
    basic_observer() noexcept = default;
    /// Throws what the allocator throws.
    template <class Matcher, class Joined, class Left>
    basic_observer(const query<Matcher>& those, Joined joined, Left left)
        : its_(made(those, std::move(joined), std::move(left))) {}
    /// Calls `joined` for what matches already. Throws what that throws.
    template <class Matcher, class Joined, class Left>
    basic_observer(const query<Matcher>& those, existing_t, Joined joined, Left left)
        : basic_observer(those, std::move(joined), std::move(left)) {
        its_->call_existing();
    }
    basic_observer(basic_observer&& other) noexcept : its_(std::exchange(other.its_, nullptr)) {}
    basic_observer& operator=(basic_observer&& other) noexcept {
        basic_observer old(std::move(*this));
        its_ = std::exchange(other.its_, nullptr);
        return *this;
    }
    ~basic_observer() {
        if (its_ != nullptr) std::exchange(its_, nullptr)->destroy();
    }

    /// Whether `joined` has been called of the entity, and `left` has not; or it has matched from the beginning, or
    /// since a roll-back.
    [[nodiscard]] bool contains(entity e) const noexcept { return its_ != nullptr && its_->contains(e); }

    /// Its place among the observers of the world. O(observers).
    [[nodiscard]] int order() const noexcept { return its_ == nullptr ? 0 : its_->order(); }
    basic_observer& order(int n) noexcept {
        if (its_ != nullptr) its_->order(n);
        return *this;
    }
    /// From now on `joined` is called of an entity only if f(entity) returns true when it begins to match. It is asked
    /// again at each later edit of one of the components. It may make any edit. Throws what the allocator throws.
    template <class F> basic_observer& only_if(F f) {
        static_assert(std::is_invocable_r_v<bool, F&, entity>,
                      "throng: the condition of an observer takes the entity, and returns whether it is wanted");
        if (its_ != nullptr) {
            its_->condition.set(its_->home->allocator(), [f = std::move(f)](typename observing::question& q) mutable {
                q.yes = static_cast<bool>(f(q.e));
            });
        }
        return *this;
    }

  private:
    template <class Matcher, class Joined, class Left>
    [[nodiscard]] static observing* made(const query<Matcher>& those, Joined joined, Left left) {
        static_assert(std::is_invocable_v<Joined&, entity> && std::is_invocable_v<Left&, entity>,
                      "throng: an observer's functions take the entity");
        const Allocator& a = those.terms().home().allocator();
        return core::make_object<core::observing_query<Matcher>>(a, those, std::move(joined), std::move(left));
    }

    observing* its_ = nullptr;
};
template <class Matcher, class... Rest> basic_observer(const query<Matcher>&, Rest...)
    -> basic_observer<typename Matcher::storage_type::allocator_type>;

} // namespace throng
