#pragma once

#include <throng/world/pattern/alike.hpp>
#include <throng/world/relation/name_index.hpp>
#include <throng/world/relation/references.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace throng {

/// A pattern that has what another one has, unless it has its own. A component of patterns: see `prefabs`.
struct based_on {
    entity pattern;
};

template <> struct component<based_on> {
    static constexpr const char* name = "throng::based_on";
};

/// Of which pattern an entity is an instance, or a part of one. A component of instances, if `prefabs` links them: see
/// there. If it is removed, the entity is an instance no longer.
struct instance_of {
    /// The pattern's handle as a number: it is of another world, so saves and texts must not map it as an entity.
    std::uint64_t number = 0;
    /// Whether `linked_prefabs` has recorded the values that the pattern gave.
    bool is_recorded = false;

    /// The pattern, in the world of patterns.
    [[nodiscard]] constexpr entity pattern() const noexcept { return entity::of_number(number); }
};

template <> struct component<instance_of> {
    static constexpr const char* name = "throng::instance_of";
    static constexpr auto fields =
        throng::fields(field("number", &instance_of::number), field("is_recorded", &instance_of::is_recorded));
};

namespace core {

/// The plan of a pattern's instance: the pattern and its family, parents before their children, each with its
/// components and those of the patterns that it is based on. Values are referred to in the patterns: they are valid
/// until user code runs, and while all of the plan is held (`standing`).
template <class Allocator> class prefab_plan : pinned {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;

  public:
    using index = std::uint32_t;
    static constexpr index none = ~index{0};
    struct node {
        index parent;
        index first_child = none;
        index last_child = none;
        index previous = none;
        index next = none;
        /// Where its components stand among the parts.
        std::size_t first = 0;
        std::size_t last = 0;
        /// Of nothing if it has none.
        copied_component<Allocator> name{};
        /// Which pattern's that is.
        entity named{};
        /// To the pattern that says most of it.
        instance_of link{};
    };

    /// `column_for(column)` gives that of the world where instances are made, or null. Throws what the allocator
    /// throws.
    template <class F> prefab_plan(storage_type& patterns, entity top, F column_for,
                                   std::size_t most = std::numeric_limits<index>::max() - 1)
        : patterns_(patterns),
          most_(most),
          nodes_(patterns.allocator()),
          parts_(patterns.allocator()),
          sources_(patterns.allocator()),
          above_(patterns.allocator()) {
        local_row<entity, Allocator> those(patterns.allocator());
        those.push(top);
        is_good_ = patterns.is_alive(top) && add(none, those, 0, column_for);
    }

    /// Stands on all patterns that the plan is made of: what they lose, and if they die, stays to be copied.
    class standing : pinned {
      public:
        /// Throws what the allocator throws.
        explicit standing(const prefab_plan& plan) : home_(plan.patterns_) {
            if (plan.sources_.size() <= few) {
                all_ = reinterpret_cast<place*>(few_);
                for (const source& s : plan.sources_) stand_on(s.pattern.index());
                return;
            }
            // (On each once: of patterns that have several of each other there are few.)
            local_row<std::uint32_t, Allocator> indices(home_->allocator());
            for (const source& s : plan.sources_) indices.push(s.pattern.index());
            std::sort(indices.begin(), indices.end());
            indices.shorten(static_cast<std::size_t>(std::unique(indices.begin(), indices.end()) - indices.begin()));
            bytes_ = indices.size() * sizeof(place);
            all_ = static_cast<place*>(line_memory<Allocator>::take(home_->allocator(), bytes_));
            for (const std::uint32_t i : indices) stand_on(i);
        }
        ~standing() {
            while (n_ != 0) all_[--n_].~place();
            if (bytes_ != 0) line_memory<Allocator>::give_back(home_->allocator(), all_, bytes_);
        }

      private:
        using place = typename storage_type::standing;
        static constexpr std::size_t few = 4;

        void stand_on(std::uint32_t index) noexcept {
            ::new (static_cast<void*>(all_ + n_)) place(*home_, index);
            ++n_;
        }

        storage_share<Allocator> home_;
        /// The size of the allocation: nothing for the few parts that most patterns have.
        std::size_t bytes_ = 0;
        place* all_ = nullptr;
        std::size_t n_ = 0;
        alignas(place) std::byte few_[few * sizeof(place)];
    };

    /// False if a pattern is a part of itself, too deep, or has more parts than are wanted.
    [[nodiscard]] bool is_good() const noexcept { return is_good_; }
    [[nodiscard]] bool is_too_large() const noexcept { return is_too_large_; }
    [[nodiscard]] const row<node>& nodes() const noexcept { return nodes_; }
    struct part {
        copied_component<Allocator> what;
        /// Its description, if it may contain entities; else null.
        const description* mapped;
    };
    [[nodiscard]] const row<part>& parts() const noexcept { return parts_; }
    /// Calls f(pattern, node) for each pattern that it is made of.
    template <class F> void each_pattern(F f) const {
        for (const source& s : sources_) f(s.pattern, s.of);
    }
    /// Calls f(pattern) for each of one node, from the one that says most to the one that says least.
    template <class F> void each_pattern_of(index k, F f) const {
        for (const source* s = first_source(k); s != sources_.end() && s->of == k; ++s) f(s->pattern);
    }
    /// The child of a node that a pattern stands for, not as the base of another one; none if there is none.
    [[nodiscard]] index child_of(index parent, entity pattern) const noexcept {
        for (index k = nodes_[parent].first_child; k != none; k = nodes_[k].next) {
            for (const source* s = first_source(k); s != sources_.end() && s->of == k; ++s) {
                if (s->pattern == pattern && s->is_direct) return k;
            }
        }
        return none;
    }
    /// Of which node a pattern is a part; none if of none.
    [[nodiscard]] index node_of(entity pattern) const noexcept {
        for (const source& s : sources_) {
            if (s.pattern == pattern) return s.of;
        }
        return none;
    }

  private:
    static constexpr unsigned deepest = 200;

    struct source {
        entity pattern;
        index of;
        /// Whether it is there by itself, and not only as the base of another one.
        bool is_direct;
    };
    struct child {
        const entity_name* name;
        entity pattern;
    };
    using entity_row = local_row<entity, Allocator>;

    /// A node that is made of these patterns, of which the first says most, and of those that they are based on.
    template <class F> bool add(index parent, const row<entity>& those, unsigned depth, F& column_for) {
        is_too_large_ = nodes_.size() >= most_;
        if (depth > deepest || is_too_large_) return false;
        const auto its = static_cast<index>(nodes_.size());
        nodes_.push({parent});
        nodes_[its].link.number = those[0].number();
        const std::size_t begin = above_.size();
        for (const entity pattern : those) {
            for (entity e = pattern; e; e = base_of(e)) {
                const std::size_t at = place_above(e);
                if (at < begin) return false;
                if (at < above_.size()) break;
                above_.push(e);
            }
        }
        const std::size_t end = above_.size();
        for (std::size_t i = begin; i < end; ++i)
            sources_.push({above_[i], its, std::find(those.begin(), those.end(), above_[i]) != those.end()});
        nodes_[its].first = parts_.size();
        for (std::size_t i = begin; i < end; ++i) add_components(its, above_[i], column_for);
        nodes_[its].last = parts_.size();

        // The base's children come first. A child with the name of one of the base's adds to that one.
        local_row<child, Allocator> children(patterns_.allocator());
        for (std::size_t i = end; i-- > begin;) {
            each_child(patterns_, above_[i],
                       [&](entity c) { children.push({name_index<Allocator>::name_of(patterns_, c), c}); });
        }
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (is_more_of_the_same(children, i)) continue;
            entity_row same(patterns_.allocator());
            for (std::size_t j = children.size(); j-- > i;) {
                if (j == i || have_one_name(children[i], children[j])) same.push(children[j].pattern);
            }
            const auto made = static_cast<index>(nodes_.size());
            if (!add(its, same, depth + 1, column_for)) return false;
            if (children[i].name != nullptr) {
                const column_type& names = *patterns_.template find_column<entity_name>();
                nodes_[made].name = copy_of_value(patterns_, names, children[i].pattern, nullptr);
                nodes_[made].named = children[i].pattern;
            }
            nodes_[made].previous = nodes_[its].last_child;
            (nodes_[its].last_child == none ? nodes_[its].first_child : nodes_[nodes_[its].last_child].next) = made;
            nodes_[its].last_child = made;
        }
        above_.shorten(begin);
        return true;
    }
    [[nodiscard]] const source* first_source(index k) const noexcept {
        return std::lower_bound(sources_.begin(), sources_.end(), k,
                                [](const source& s, index of) { return s.of < of; });
    }
    [[nodiscard]] std::size_t place_above(entity e) const noexcept {
        std::size_t i = 0;
        while (i < above_.size() && above_[i] != e) ++i;
        return i;
    }
    template <class F> void add_components(index its, entity pattern, F& column_for) {
        for (const auto& a : patterns_.entities.page_of(pattern).columns) {
            const column_type& c = *a.of;
            if (!c.has(pattern.index()) || c.lending != 0 || !c.type.can_be_copied() || is_structural(c)) continue;
            column_type* const to = column_for(c);
            bool is_new = to != nullptr;
            for (std::size_t i = nodes_[its].first; i < parts_.size(); ++i) is_new = is_new && parts_[i].what.to != to;
            if (!is_new) continue;
            const description* const d = c.type.made_of;
            parts_.push({copy_of_value(patterns_, c, pattern, to), d != nullptr && has_entities(*d) ? d : nullptr});
        }
    }
    /// The data of the plan: families and names, which stand in it, relations, bases, and links to patterns.
    [[nodiscard]] bool is_structural(const column_type& c) const noexcept {
        return c.is_upkept || &c == patterns_.template find_column<entity_name>() ||
               &c == patterns_.template find_column<based_on>() || &c == patterns_.template find_column<instance_of>();
    }
    [[nodiscard]] entity base_of(entity e) const noexcept {
        const based_on* const b = patterns_.template find_value<based_on>(e);
        return b != nullptr && patterns_.is_alive(b->pattern) ? b->pattern : entity{};
    }
    [[nodiscard]] static bool have_one_name(const child& a, const child& b) noexcept {
        return a.name != nullptr && b.name != nullptr && a.name->text == b.name->text;
    }
    [[nodiscard]] static bool is_more_of_the_same(const row<child>& all, std::size_t i) noexcept {
        for (std::size_t j = 0; j < i; ++j) {
            if (have_one_name(all[j], all[i])) return true;
        }
        return false;
    }

    storage_type& patterns_;
    std::size_t most_;
    local_row<node, Allocator> nodes_;
    local_row<part, Allocator> parts_;
    local_row<source, Allocator> sources_;
    /// The patterns of the node that is added, and of those above it.
    entity_row above_;
    bool is_good_ = false;
    bool is_too_large_ = false;
};

} // namespace core
} // namespace throng
