#pragma once

#include "support/numbers.hpp"

#include <throng/dice.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world_grid.hpp>
#include <throng/world/world_index.hpp>
#include <throng/world/world_weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace law {

using throng::entity;
using throng::world;

struct stand {
    int tile = 0;
    int depth = 0;
};
struct eaten {};
struct goes_home {};
struct label {
    std::string text;
};
struct likes {
    int how = 0;
};
struct docked_to {};
struct allied_with {};

} // namespace law

template <> struct throng::component<law::stand> {
    static constexpr const char* name = "stand";
};
template <> struct throng::component<law::eaten> {
    static constexpr const char* name = "eaten";
};
template <> struct throng::component<law::goes_home> {
    static constexpr const char* name = "goes_home";
};
template <> struct throng::component<law::label> {
    static constexpr const char* name = "label";
};
template <> struct throng::component<law::likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<law::docked_to> {
    static constexpr const char* name = "docked_to";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<law::allied_with> {
    static constexpr const char* name = "allied_with";
    static constexpr bool symmetric = true;
};

namespace law {

constexpr auto state =
    throng::components<stand, eaten, goes_home, label, throng::disabled, throng::kin, throng::entity_name,
                       throng::related<likes>, throng::related<docked_to>, throng::related<allied_with>>;
/// The names that entities have are numbers below this.
constexpr int many_names = 12;

/// The number that stands for an entity in an answer; none for an entity that is left out of it.
using naming_of_entities = std::function<std::optional<std::uint64_t>(entity)>;

/// Every query of one follower after the other, with an answer each: as text.
class digest {
  public:
    /// Answers whose order is not promised are sorted if the copies of the entities have other indices.
    digest(const naming_of_entities& id, bool ordered, bool named = true) : id_(id), ordered_(ordered), named_(named) {}

    digest& operator<<(entity e) {
        const auto n = e ? id_(e) : std::nullopt;
        return *this << (n ? std::to_string(*n) : "-");
    }
    digest& operator<<(std::size_t n) { return *this << std::to_string(n); }
    digest& operator<<(std::string_view s) {
        text_ += s;
        text_ += ' ';
        return *this;
    }
    /// Entities, each perhaps with a value.
    void put_all(std::vector<std::pair<entity, int>> all) {
        std::vector<std::pair<std::uint64_t, int>> those;
        for (const auto& [e, value] : all) {
            if (const auto n = id_(e)) those.emplace_back(*n, value);
        }
        if (!ordered_) std::sort(those.begin(), those.end());
        for (const auto& [n, value] : those) *this << std::to_string(n) + ':' + std::to_string(value);
    }
    void put_all(const std::vector<entity>& all) {
        std::vector<std::pair<entity, int>> those;
        those.reserve(all.size());
        for (const entity e : all) those.emplace_back(e, 0);
        put_all(std::move(those));
    }
    [[nodiscard]] bool is_ordered() const { return ordered_; }
    /// Whether names are part of it.
    [[nodiscard]] bool is_named() const { return named_; }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    const naming_of_entities& id_;
    bool ordered_;
    bool named_;
    std::string text_;
};

[[nodiscard]] inline std::vector<entity> entities_of(const world& w) {
    std::vector<entity> all;
    for (const entity e : w) all.push_back(e);
    return all;
}

[[nodiscard]] inline float tile_of(const stand& s) { return static_cast<float>(s.tile); }
[[nodiscard]] inline float depth_of(const stand& s) { return static_cast<float>(s.depth); }

/// Everything that derives data from a world and is asked for it, attached to one.
class followers {
  public:
    using index_of_tiles = throng::world_index<stand, int stand::*>;
    using order_of_depths = throng::value_order<stand, int stand::*>;
    using weights_of_depths = throng::world_weights<stand, int stand::*>;
    using places = throng::world_grid<stand, &tile_of, &depth_of>;

    explicit followers(world& w)
        : tiles_(w, &stand::tile),
          depths_(w, &stand::depth),
          weights_(w, &stand::depth),
          near_(w, 2, {std::numeric_limits<float>::infinity(), 100}),
          names_(w),
          family_(w),
          likes_(w),
          docks_(w),
          allies_(w) {}

    /// What they answer of these entities of the world.
    void put(digest& d, const world& w, const std::vector<entity>& those) {
        for (int t = 0; t < 5; ++t) {
            d << "\ntile" << static_cast<std::size_t>(t);
            if (d.is_ordered()) d << tiles_.find(t);
            d.put_all(tiles_.all(t));
        }
        d << "\ndepths";
        std::vector<std::pair<entity, int>> by_depth;
        for (const entity e : depths_.entities()) by_depth.emplace_back(e, w.get<stand>(e).depth);
        d << (std::is_sorted(by_depth.begin(), by_depth.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; })
                  ? "sorted"
                  : "NOT SORTED");
        d.put_all(std::move(by_depth));
        // (Which one is picked depends on their indices.)
        for (std::uint64_t seed = 0; seed < 4 && d.is_ordered(); ++seed) d << weights_.pick(throng::dice{seed});
        d << "\nnear";
        for (int t = 0; t < 5; t += 2) d.put_all(all_of(near_.in_circle({static_cast<float>(t), 1}, 3)));
        near_.each_nearest({2, 50}, d.is_ordered() ? 5 : 0,
                           [&](entity e, float distance) { d << e << static_cast<std::size_t>(distance * 64); });
        near_.each_pair(1, [&](entity a, entity b) {
            if (d.is_ordered()) d << a << b;
        });
        for (const entity e : those) {
            d << "\n" << e << "of" << family_.parent_of(e);
            if (d.is_named()) d << names_.of(e) << names_.path_of(e);
            d << "children";
            // (Children stand in order, wherever they are copied to.)
            family_.each_child(e, [&](entity c) { d << c; });
            d << (w.enabled(e) ? "likes" : "disabled, likes");
            std::vector<std::pair<entity, int>> liked;
            for (const auto& [t, how] : likes_.targets(e)) liked.emplace_back(t, how.how);
            d.put_all(std::move(liked));
            d << "liked";
            std::vector<std::pair<entity, int>> liking;
            for (const auto& [s, how] : likes_.sources(e)) liking.emplace_back(s, how.how);
            d.put_all(std::move(liking));
            d << "docked" << docks_.target_of(e);
            d.put_all(all_of(docks_.sources(e)));
            d << "allies";
            d.put_all(all_of(allies_.targets(e)));
        }
    }
    /// The same of all entities.
    [[nodiscard]] std::string answers(const world& w) {
        const naming_of_entities number = [](entity e) { return std::optional(e.number()); };
        digest d(number, true);
        put(d, w, entities_of(w));
        return d.text();
    }

    /// Whether siblings have the same name, which other code than `naming` can give them.
    [[nodiscard]] bool has_equal_names(const world& w) const {
        std::set<std::pair<entity, std::string>> all;
        for (const entity e : w) {
            if (!names_.of(e).empty() && !all.emplace(family_.parent_of(e), names_.of(e)).second) return true;
        }
        return false;
    }
    /// What contradicts the components, found by looking at each entity: empty if nothing does. (Of an entity that is
    /// just being destroyed, nothing is asked.)
    [[nodiscard]] std::string contradiction(world& w) {
        const std::vector<entity> all = entities_of(w);
        std::map<int, std::vector<entity>> by_tile;
        std::vector<std::pair<int, entity>> by_depth;
        for (const entity e : all) {
            if (const stand* const s = w.try_get<stand>(e)) {
                by_tile[s->tile].push_back(e);
                by_depth.emplace_back(s->depth, e);
            }
        }
        for (int t = 0; t < 5; ++t) {
            if (tiles_.all(t) != by_tile[t]) return "entities of tile " + std::to_string(t);
        }
        std::sort(by_depth.begin(), by_depth.end(), [](const auto& a, const auto& b) {
            return std::pair(a.first, a.second.index()) < std::pair(b.first, b.second.index());
        });
        std::vector<entity> in_order;
        in_order.reserve(by_depth.size());
        for (const auto& its : by_depth) in_order.push_back(its.second);
        if (depths_.entities() != in_order) return "order by depth";
        std::uint64_t total = 0;
        for (const auto& its : by_depth) total += its.first > 0 ? static_cast<std::uint64_t>(its.first) : 0;
        if (weights_.total() != total || weights_.size() != by_depth.size()) return "sum of depths";
        const entity picked = weights_.pick(throng::dice{total});
        if (!picked != (total == 0) || (picked && w.get<stand>(picked).depth <= 0)) return "pick by depth";
        std::vector<entity> around = all_of(near_.in_rectangle({1, -4}, {3, 9}));
        std::sort(around.begin(), around.end());
        std::vector<entity> expected;
        for (const entity e : all) {
            const stand* const s = w.try_get<stand>(e);
            if (s != nullptr && s->tile >= 1 && s->tile <= 3 && (s->depth % 100 + 104) % 100 <= 13)
                expected.push_back(e);
        }
        std::sort(expected.begin(), expected.end());
        if (around != expected || near_.size() != by_depth.size()) return "entities that are near";
        if (const std::string its = wrong_name(w, all); !its.empty()) return its;
        for (const entity p : all) {
            std::size_t n = 0;
            std::string wrong;
            family_.each_child(p, [&](entity c) {
                ++n;
                if (family_.parent_of(c) != p) wrong = "parent of " + std::to_string(c.index());
            });
            // (In the hooks of one that loses its kin, `parent_of` gives the parent that it had.)
            for (const entity c : all) n -= w.has<throng::kin>(c) && family_.parent_of(c) == p ? 1 : 0;
            if (n != 0 || !wrong.empty()) return "children of " + std::to_string(p.index()) + wrong;
        }
        if (!is_reversed(w, likes_, all)) return "sources of likes";
        if (!is_reversed(w, docks_, all)) return "sources of docked_to";
        if (!is_reversed(w, allies_, all)) return "allies";
        for (const entity e : all) {
            if (docks_.count_targets(e) > 1 || docks_.is_above(e, e)) return "rules of docked_to";
            for (const entity a : allies_.targets(e)) {
                if (w.alive(a) && !allies_.related(a, e)) return "an ally that is not";
            }
        }
        return {};
    }

    index_of_tiles tiles_;
    order_of_depths depths_;
    weights_of_depths weights_;
    places near_;
    throng::naming names_;
    throng::family family_;
    throng::relation<likes> likes_;
    throng::relation<docked_to> docks_;
    throng::relation<allied_with> allies_;

  private:
    template <class Walk> static std::vector<entity> all_of(Walk&& walk) {
        std::vector<entity> all;
        for (const entity e : walk) all.push_back(e);
        return all;
    }
    static entity other_of(entity e) { return e; }
    template <class Pair> static entity other_of(const Pair& p) { return p.first; }

    std::string wrong_name(const world& w, const std::vector<entity>& all) const {
        std::map<std::pair<entity, std::string>, entity> by_name;
        for (const entity e : all) {
            const auto* const its = w.try_get<throng::entity_name>(e);
            if (its != nullptr && !names_.of(e).empty())
                by_name.emplace(std::pair(family_.parent_of(e), std::string(names_.of(e))), e);
        }
        for (std::size_t i = 0; i <= all.size(); ++i) {
            const entity parent = i == all.size() ? entity{} : all[i];
            for (int n = 0; n < many_names; ++n) {
                const auto found = by_name.find({parent, std::to_string(n)});
                const entity expected = found == by_name.end() ? entity{} : found->second;
                if (names_.find(parent, std::to_string(n)) != expected)
                    return "name " + std::to_string(n) + " below " + std::to_string(parent.index());
            }
        }
        return {};
    }
    /// Whether sources and targets say the same.
    template <class Relation>
    static bool is_reversed(const world& w, const Relation& relation, const std::vector<entity>& all) {
        std::set<std::pair<entity, entity>> pairs;
        for (const entity e : all) {
            std::size_t n = 0;
            for (const auto& its : relation.targets(e)) {
                ++n;
                if (!relation.related(e, other_of(its))) return false;
                if (w.alive(other_of(its))) pairs.emplace(e, other_of(its));
            }
            if (n != relation.count_targets(e)) return false;
        }
        for (const entity e : all) {
            for (const auto& its : relation.sources(e)) {
                if (w.alive(other_of(its)) && pairs.erase({other_of(its), e}) == 0) return false;
            }
        }
        return pairs.empty();
    }
};

} // namespace law
