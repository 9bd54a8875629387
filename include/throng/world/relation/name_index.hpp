#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/compiler.hpp>
#include <throng/world/byte_stream.hpp>
#include <throng/world/kernel/storage.hpp>
#include <throng/world/relation/kin.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng {

/// The name of an entity. A component of those that have one; `naming` gives names that are unique among siblings.
struct entity_name {
    /// The entity that it belongs to. A clone has its original's name, which counts as none.
    entity self;
    std::string text;
};

template <> struct component<entity_name> {
    static constexpr const char* name = "throng::name";
};

namespace core {

/// Finds entities by their parents and names: a table of handles, found by the hash of both. Derived from the world,
/// whose singleton it is.
///
/// Each entity that has a name is in the table at the hash of its parent and name. Each entry is verified against its
/// entity before use: so entries of entities that have been destroyed, renamed or moved stay until the table grows.
template <class Allocator> class name_index final : public follower<Allocator> {
    using storage_type = storage<Allocator>;
    using span_type = edited_span<Allocator>;
    using link_type = follow_link<Allocator>;

  public:
    explicit name_index(storage_type& home) : home_(home), table_(home.allocator()) {
        column<Allocator>& names = home.template column_of<entity_name>();
        column<Allocator>& families = home.template column_of<kin>();
        this->set_stale();
        in_all_.who = of_names_.who = of_kin_.who = this;
        of_names_.needs = link_type::came | link_type::written;
        of_kin_.needs = link_type::going | link_type::written;
        home.follow(in_all_);
        home.keep(names, of_names_);
        home.keep(families, of_kin_);
    }
    ~name_index() {
        home_.stop_following(in_all_);
        home_.stop_keeping(home_.template column_of<entity_name>(), of_names_);
        home_.stop_keeping(home_.template column_of<kin>(), of_kin_);
    }

    /// Null if nothing in the world has been named yet.
    [[nodiscard]] static name_index* of(const storage_type& home) noexcept {
        return static_cast<name_index*>(home.singles().get(single_number<name_index>()));
    }
    /// Throws what the allocator throws.
    static name_index& made_in(storage_type& home) {
        if (name_index* const there = of(home)) return *there;
        return *static_cast<name_index*>(home.singles().set(home.allocator(), single_number<name_index>(),
                                                            describe_single<name_index>(),
                                                            [&](void* at) { ::new (at) name_index(home); }));
    }

    /// Its name, if it has one that belongs to it.
    [[nodiscard]] static const entity_name* name_of(const storage_type& home, entity e) noexcept {
        const entity_name* const its = home.is_alive(e) ? home.template find_value<entity_name>(e) : nullptr;
        return its != nullptr && its->self == e && !its->text.empty() ? its : nullptr;
    }
    /// The child of that name, or the entity without a parent: of several, the one of the lowest index. O(1),
    /// amortized. Throws what the allocator throws.
    [[nodiscard]] entity find(entity parent, std::string_view text) {
        if (this->is_stale()) rebuild(0);
        entity found;
        each_at(parent, text, [&](entity e) {
            if (!found || e.index() < found.index()) found = e;
        });
        return found;
    }
    /// Room for one more. Throws what the allocator throws.
    void reserve() {
        if (this->is_stale() || (used_ + 1) * 2 > table_.size()) rebuild(1);
    }
    /// Whether a parent has no other child that is called as this one, if it has a name. (Two that a server shows may
    /// be called alike: their parents are out of sight.) Throws what the allocator throws.
    [[nodiscard]] static bool is_free(const storage_type& home, entity parent, entity child) {
        if (home.edits.is_spared(child)) return true;
        name_index* const all = of(home);
        const entity_name* const its = all == nullptr ? nullptr : name_of(home, child);
        if (its == nullptr) return true;
        const entity other = all->find(parent, its->text);
        return !other || other == child;
    }

    void came(const span_type& those) override { enter(those); }
    void written(const span_type& those) override { enter(those); }
    /// Of kin.
    void going(const span_type& those) override {
        if (!those.dying) enter(those);
    }
    void replaced() noexcept override {
        this->keep([this] { rebuild(0); });
    }
    void over() noexcept override {}
    [[nodiscard]] bool agrees() const override {
        bool all = true;
        each_named([&](entity e, const entity_name& its) {
            bool is_here = false;
            each_at(parent_of(home_, e), its.text, [&](entity other) { is_here = is_here || other == e; });
            all = all && is_here;
        });
        return all;
    }

  private:
    [[nodiscard]] static std::size_t hash_of(entity parent, std::string_view text) noexcept {
        return static_cast<std::size_t>(mix(mix_number(1, parent.number()), text.data(), text.size()));
    }
    /// Calls f(entity) for each child of that name.
    template <class F> void each_at(entity parent, std::string_view text, F f) const {
        if (table_.empty()) return;
        for (std::size_t i = hash_of(parent, text);; ++i) {
            const entity e = table_[i % table_.size()];
            if (!e) return;
            const entity_name* const its = name_of(home_, e);
            if (its != nullptr && its->text == text && parent_of(home_, e) == parent) f(e);
        }
    }
    /// Calls f(parent) for the parent of an entity, and, while it loses its `kin`, also for none: until all hooks have
    /// been called, it has the parent that it had.
    template <class F> void each_parent(entity e, F f) const {
        const entity parent = parent_of(home_, e);
        f(parent);
        if (parent && home_.template find_value<kin>(e) == nullptr) f(entity{});
    }
    void enter(const span_type& those) {
        those.each(home_, [this](entity e) {
            const entity_name* const its = this->is_stale() ? nullptr : name_of(home_, e);
            if (its == nullptr) return;
            each_parent(e, [&](entity parent) {
                bool is_here = false;
                each_at(parent, its->text, [&](entity other) { is_here = is_here || other == e; });
                if (is_here) return;
                // (Where it is made anew, all are entered.)
                if ((used_ + 1) * 2 > table_.size()) rebuild(1);
                else insert(e, parent, its->text);
            });
        });
    }
    void insert(entity e, entity parent, std::string_view text) noexcept {
        THRONG_EXPECTS(used_ < table_.size());
        std::size_t i = hash_of(parent, text);
        while (table_[i % table_.size()]) ++i;
        table_[i % table_.size()] = e;
        ++used_;
    }
    template <class F> void each_named(F f) const {
        const column<Allocator>* const c = home_.template find_column<entity_name>();
        for (std::uint32_t p = 0; c != nullptr && p < home_.page_count(); ++p) {
            for (unsigned w = 0; c->is_on(p) && w < page_words; ++w) {
                for (word rest = c->present(p)[w]; any(rest); rest = without_lowest(rest)) {
                    const entity e = home_.entity_at(p * page_slots + w * word_bits + lowest(rest));
                    if (const entity_name* const its = name_of(home_, e); its != nullptr) f(e, *its);
                }
            }
        }
    }
    /// From what is in the world now, with room for so many more.
    THRONG_NOINLINE void rebuild(std::size_t more) {
        this->set_stale();
        std::size_t n = more;
        each_named([&](entity e, const entity_name&) { each_parent(e, [&](entity) { ++n; }); });
        std::size_t size = 16;
        while (size < n * 4) size *= 2;
        local_row<entity, Allocator> empty(home_.allocator());
        empty.extend(home_.allocator(), size);
        table_.swap(empty);
        used_ = 0;
        each_named([this](entity e, const entity_name& its) {
            each_parent(e, [&](entity parent) { insert(e, parent, its.text); });
        });
        this->set_stale(false);
    }

    storage_type& home_;
    local_row<entity, Allocator> table_;
    /// How many handles stand in the table, of whatever.
    std::size_t used_ = 0;
    link_type in_all_;
    link_type of_names_;
    link_type of_kin_;
};

} // namespace core
} // namespace throng
