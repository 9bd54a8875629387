#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/query.hpp>
#include <throng/world/typed_edits.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

/// Says of an observer that it is told of what matches already.
struct existing_t {
    explicit existing_t() = default;
};
inline constexpr existing_t existing{};

/// Two functions that are told at once when an entity begins to match a query, and when it ceases to: of several
/// components together, of `none_of` and `any_of`, of what is disabled.
///
///     throng::observer o(world.query<const position>(throng::none_of<frozen>),
///                        [&](throng::entity e) { show(e); }, [&](throng::entity e) { hide(e); });
///
/// `joined(entity)` is called after the hook of the component that made the difference, and `left(entity)` after the
/// hook of the one whose going did; of an entity that is destroyed, the values can be read still. Both may make any
/// edit, and may end the observer. Any number of observers; the newest is told first. Calls come in pairs, but for what
/// matches when the observer is made (it is told of, too, where it is made with `throng::existing`) and when it ends.
///
/// A query without components is of entities as such: created, and destroyed. Roll-back and restoring tell nothing, as
/// hooks are not told then; what matches from then on is found out silently. A term that asks each entity, such as
/// `related_to`, cannot be observed. It goes along when its world is moved, and is neither copied nor moved.
///
/// O(1) for each edit of one of the components; nothing else costs anything. (For what systems are to be told in their
/// turn, all at once, see `schedule`: `joined` and `left`.)
template <class Matcher> class observer : core::pinned {
    using storage_type = typename Matcher::storage_type;
    using allocator_type = typename storage_type::allocator_type;
    using column_type = typename storage_type::column_type;
    using hook_type = core::component_hook<allocator_type>;
    /// In one hook, and of which column; of entities as such there is none.
    struct ear : core::component_listener {
        observer* self;
        hook_type* hook;
        column_type* of;
    };
    static_assert(!Matcher::has_filters, "throng: an observer is told by components: related_to asks each entity");

  public:
    /// Throws what the allocator throws.
    template <class Joined, class Left> observer(const query<Matcher>& those, Joined joined, Left left)
        : observer(those) {
        static_assert(std::is_invocable_v<Joined&, entity> && std::is_invocable_v<Left&, entity>,
                      "throng: an observer's functions take the entity");
        matcher_.make_columns();
        joined_.set(home_->allocator(), core::told_of_whole(std::move(joined)));
        left_.set(home_->allocator(), core::told_of_whole(std::move(left)));
        find_members();
        ears_.reserve(home_->allocator(), 2 * most_columns);
        std::size_t decides = 0;
        matcher_.each_deciding([&](column_type& c, bool) {
            listen(c.on_add, &c);
            listen(c.on_remove, &c);
            ++decides;
        });
        if (decides == 0) {
            listen(home_->edits.births, nullptr);
            listen(home_->edits.deaths, nullptr);
        }
        if (!Matcher::shows_disabled) {
            column_type& c = home_->template column_of<disabled>();
            listen(c.on_add, &c);
            listen(c.on_remove, &c);
        }
    }
    template <class Joined, class Left> observer(const query<Matcher>& those, existing_t, Joined joined, Left left)
        : observer(those, std::move(joined), std::move(left)) {
        core::local_row<entity, allocator_type> now(home_->allocator());
        query<Matcher>(matcher_).each_word([&](std::uint32_t page, unsigned w, core::word its) {
            for (; core::any(its); its = core::without_lowest(its))
                now.push(home_->entity_at(page * core::page_slots + w * core::word_bits + core::lowest(its)));
            return true;
        });
        for (const entity e : now) {
            core::hooked h{e};
            if (contains(e)) joined_.call(h);
        }
    }
    ~observer() {
        if (!home_->is_over()) {
            for (ear* const l : ears_) {
                l->hook->remove(*l);
                home_->hooks_changed(l->of);
            }
        }
        for (ear* const l : ears_) core::discard_object(allocator_type(home_->allocator()), l);
        joined_.reset();
        left_.reset();
        members_.release(home_->allocator());
    }

    /// Whether the entity matches, as far as has been told.
    [[nodiscard]] bool contains(entity e) const noexcept { return home_->is_alive(e) && members_.has(e.index()); }

  private:
    static constexpr std::size_t most_columns = Matcher::column_count + 2;

    explicit observer(const query<Matcher>& those) noexcept
        : home_(those.terms().home()), matcher_(those.terms()), ears_(home_->allocator()) {}
    void listen(hook_type& hook, column_type* of) {
        ear* const l = core::make_object<ear>(home_->allocator(), ear{{}, this, &hook, of});
        l->call = [](core::component_listener& self, const core::hooked& h) {
            static_cast<ear&>(self).self->look_at(h.e);
        };
        ears_.push(l);
        hook.add(*l);
        home_->hooks_changed(of);
    }
    void find_members() {
        members_.clear();
        seen_ = home_->exchanges + home_->rewinds;
        query<Matcher>(matcher_).each_word([this](std::uint32_t page, unsigned w, core::word those) {
            members_.equip(home_->allocator(), page)[w] = those;
            members_.is_used();
            return true;
        });
    }
    void look_at(entity e) {
        if (seen_ != home_->exchanges + home_->rewinds) return find_members();
        const std::uint32_t index = e.index();
        const bool matches = home_->is_alive(e) && matcher_.matches(index);
        if (matches == members_.has(index)) return;
        core::hooked h{e};
        if (matches) {
            (void)members_.equip(home_->allocator(), index / core::page_slots);
            members_.set(index);
            joined_.call(h);
        } else {
            members_.unset(index);
            left_.call(h);
        }
    }

    core::storage_share<allocator_type> home_;
    Matcher matcher_;
    core::callback<core::hooked, allocator_type> joined_;
    core::callback<core::hooked, allocator_type> left_;
    core::some_entities members_;
    core::local_row<ear*, allocator_type> ears_;
    /// How often all had been exchanged or rolled back when the members were found.
    std::uint64_t seen_ = 0;
};

} // namespace throng
