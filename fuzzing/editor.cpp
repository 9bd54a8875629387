/// An editor of a world: commands that are undone and made again, parts that are saved, destroyed and brought back
/// under their handles, also from damaged bytes, components that are set aside or unknown, states, and random picks,
/// against the state after each command. The first byte says whether hooks edit, too; the others what happens.

#include "fuzzing/choices.hpp"

#include <throng/dice.hpp>
#include <throng/list.hpp>
#include <throng/pick.hpp>
#include <throng/weighted_by.hpp>
#include <throng/world/aside.hpp>
#include <throng/world/edit_history.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/pick.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>
#include <throng/world/states.hpp>
#include <throng/world/unknown_components.hpp>
#include <throng/world/world_weights.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using fuzz::choices;
using fuzz::insist;
using throng::components;
using throng::entity;
using throng::world;

struct place {
    std::int32_t x = 0;
};
struct text {
    std::string words;
};
struct about {
    entity whom;
    std::vector<entity> others;
};
struct mark {};
enum class scene : std::uint8_t { menu, level, credits };
struct likes {
    std::int32_t how_much = 0;
};
struct docked {};
struct moored {};
struct friends {};

} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "place";
};
template <> struct throng::component<text> {
    static constexpr const char* name = "text";
};
template <> struct throng::component<about> {
    static constexpr const char* name = "about";
};
template <> struct throng::component<mark> {
    static constexpr const char* name = "mark";
};
template <> struct throng::component<scene> {
    static constexpr const char* name = "scene";
};
template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<docked> {
    static constexpr const char* name = "docked";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<moored> {
    static constexpr const char* name = "moored";
    static constexpr bool exclusive = true;
    static constexpr bool one_source = true;
};
template <> struct throng::component<friends> {
    static constexpr const char* name = "friends";
    static constexpr bool symmetric = true;
};

namespace {

constexpr auto all = components<place, text, about, mark, throng::aside<text>, throng::ends_with<scene>,
                                throng::disabled, throng::kin, throng::entity_name, throng::related<likes>,
                                throng::related<docked>, throng::related<moored>, throng::related<friends>>;
/// What a program without a mod knows.
constexpr auto some = components<place, mark, throng::disabled, throng::kin, throng::related<likes>>;

using bytes_type = std::vector<std::byte>;

/// Entities; a few more are created by single edits.
constexpr std::size_t most = 60;

template <class C> struct link_of;
template <class R> struct link_of<throng::related<R>> {
    using type = R;
};
template <class C> constexpr bool is_link = requires { typename link_of<C>::type; };

/// The entity of a row of a relation's walk.
entity ends(entity e) { return e; }
template <class Row> entity ends(const Row& row) {
    const auto& [e, value] = row;
    return e;
}
template <class C> void put_value(const C& c, throng::byte_writer<>& to) {
    to.put(std::uint8_t{1});
    if constexpr (!std::is_empty_v<C>) throng::core::write_value(throng::description_of<C>(), &c, to);
}
/// What an entity is related to, in its order.
template <class R> void put_links(world& w, entity e, throng::byte_writer<>& to) {
    const throng::relation<R> its(w);
    const auto put = [&](entity other, auto value) {
        to.put(other.number());
        if constexpr (!std::is_empty_v<R>) to.put(value(other)->how_much);
    };
    for (const auto& t : its.targets(e)) put(ends(t), [&](entity other) { return its.value(e, other); });
    for (const auto& s : its.sources(e)) put(ends(s), [&](entity other) { return its.value(other, e); });
}
/// All entities, their components, and what they are related to.
template <class... Cs> bytes_type state_of(world& w, throng::components_t<Cs...>) {
    throng::byte_writer<> bytes;
    w.query<>(throng::with_disabled).each([&](entity e) {
        bytes.put(e.number());
        std::uint32_t n = 0;
        const auto put = [&]<class C>(const C* c) {
            bytes.put(++n);
            if constexpr (is_link<C>) put_links<typename link_of<C>::type>(w, e, bytes);
            else if (c != nullptr) put_value(*c, bytes);
        };
        (put(w.try_get<Cs>(e)), ...);
    });
    return {bytes.bytes().begin(), bytes.bytes().end()};
}

std::uint32_t weight_of(const place& p) { return static_cast<std::uint32_t>(p.x % 7); }
struct by_sevens {
    std::uint32_t operator()(const place& p) const { return weight_of(p); }
};

class game {
  public:
    explicit game(choices& c) : c_(c), meddles_(c.below(4) == 1) {
        for (int i = 0; i < 12; ++i) edit();
        if (meddles_) {
            w_.on_add<text>([this](entity, text&) { meddle(); });
            w_.on_remove<place>([this](entity, const place&) { meddle(); });
            w_.on_destroy([this](entity) { meddle(); });
        }
        states_.push_back(state());
    }
    void play() {
        for (int i = 0; i < 300 && !c_.over(); ++i) {
            step();
            // (It looks at all slots of all pages, which takes as long as the rest.)
            insist(i % 8 != 0 || w_.validate(), "the world is not whole");
        }
        is_over_ = true;
        if (meddles_) {
            while (history_.undo()) {
            }
            while (history_.redo()) {
            }
        } else {
            while (at_ != 0) undo();
            insist(!history_.undo(), "more is undone than has been made");
            while (at_ + 1 != states_.size()) redo();
            insist(!history_.redo(), "more is made again than has been undone");
        }
        insist(w_.validate(), "the world is not whole at the end");
    }

  private:
    [[nodiscard]] bytes_type state() { return state_of(w_, all); }
    entity any() { return known_.empty() ? entity{} : known_[c_.below(static_cast<unsigned>(known_.size()))]; }
    void is_known(entity e) {
        if (known_.size() < 250) known_.push_back(e);
        else known_[c_.below(250U)] = e;
    }
    /// Of a hook.
    void meddle() {
        if (is_over_ || depth_ > 1 || !c_.one_in(4)) return;
        ++depth_;
        switch (c_.below(4)) {
        case 0:
            history_.undo();
            break;
        case 1:
            history_.redo();
            break;
        default:
            edit();
        }
        --depth_;
    }

    // -------------------------------------------------------------------------------------------------------- commands

    void command() {
        const bytes_type before = state();
        const bool fails = c_.below(6) == 5;
        const std::size_t undoes = history_.undo_count();
        const bool made = history_.make("edits", [&] {
            for (int n = c_.below(10); n >= 0; --n) edit();
            return !fails;
        });
        insist(made == !fails, "a command returns something else than its function");
        if (meddles_) return;
        if (fails || history_.undo_count() == undoes)
            return insist(state() == before, "a command without effect has one");
        states_.resize(++at_);
        states_.push_back(state());
    }
    void undo() {
        const bool is_undone = history_.undo();
        if (meddles_) return;
        insist(is_undone == (at_ != 0), "a command is not undone, or one that is none");
        if (at_ != 0) --at_;
        insist(state() == states_[at_], "a command is undone, and something is not as before");
    }
    void redo() {
        const bool can = at_ + 1 != states_.size();
        const bool is_redone = history_.redo();
        if (meddles_) return;
        insist(is_redone == can, "a command is not made again, or one that has not been undone");
        if (can) ++at_;
        insist(state() == states_[at_], "a command is made again, and something is not as after it");
    }

    // ----------------------------------------------------------------------------------------------------------- edits

    void edit() {
        const entity e = any();
        const std::int32_t x = c_.below(100);
        switch (c_.below(24)) {
        case 0:
            return is_known(w_.create(place{x}));
        case 1:
            return is_known(
                w_.create(place{x}, text{std::to_string(x) + " of a text that is too long for the string"}));
        case 2:
            return is_known(w_.create(about{e, {any(), any()}}, mark{}));
        case 3:
            return is_known(w_.create(text{"ends"}, throng::ends_with<scene>{static_cast<scene>(x % 3)}));
        case 4:
            w_.destroy(e);
            return;
        case 5:
            w_.set(e, place{x});
            return;
        case 6:
            if (place* const p = w_.try_get<place>(e)) p->x = x, w_.modified<place>(e);
            return;
        case 7:
            w_.remove<place>(e), w_.remove<about>(e);
            return;
        case 8:
            w_.set(e, text{std::to_string(x)});
            return;
        case 9:
            return set_aside(e);
        case 10:
            return bring_back(e);
        case 11:
            if (w_.alive(e)) (void)(w_.has<throng::disabled>(e) ? w_.enable(e) : w_.disable(e));
            return;
        case 12:
            family_.adopt(e, any());
            return;
        case 13:
            (void)(x % 2 == 0 ? family_.leave(e) : family_.move_before(e, any()));
            return;
        case 14:
            (void)(x % 3 != 0 ? names_.set(e, std::to_string(x % 9)) : names_.remove(e));
            return;
        case 15:
            (void)liking_.relate(e, any(), {x});
            return;
        case 16:
            (void)(x % 2 == 0 ? docking_.relate(e, any()) : mooring_.relate(e, any()));
            return;
        case 17:
            (void)befriended_.relate(e, any());
            return;
        case 18:
            (void)(x % 2 == 0 ? liking_.unrelate_all(e) : befriended_.unrelate_all(e));
            return;
        case 19:
            if (w_.alive(e) && w_.size() < most) is_known(w_.clone(e));
            return;
        case 20:
            scenes_.go(static_cast<scene>(x % 3));
            return;
        case 21:
            return take_away(e);
        default:
            return return_part();
        }
    }
    void set_aside(entity e) {
        const bool had = w_.has<text>(e);
        const std::string words = had ? w_.get<text>(e).words : std::string();
        const bool is_aside = throng::set_aside<text>(w_, e);
        if (meddles_) return;
        insist(is_aside == had && !w_.has<text>(e), "a component is not set aside");
        insist(!had || w_.get<throng::aside<text>>(e).value.words == words, "another value is set aside");
    }
    void bring_back(entity e) {
        const throng::aside<text>* const its = w_.try_get<throng::aside<text>>(e);
        const bool can = its != nullptr && !w_.has<text>(e);
        const std::string words = can ? its->value.words : std::string();
        const bool is_back = throng::bring_back<text>(w_, e);
        if (meddles_) return;
        insist(is_back == can && (!can || !w_.has<throng::aside<text>>(e)), "a component is not brought back");
        insist(!can || w_.get<text>(e).words == words, "another value is brought back");
    }

    // ----------------------------------------------------------------------------------------------------------- parts

    struct part {
        bytes_type bytes;
        std::vector<entity> those;
    };
    void take_away(entity top) {
        part its;
        its.those = throng::branch(w_, top);
        if (const entity more = any(); w_.alive(more) && std::ranges::find(its.those, more) == its.those.end())
            its.those.push_back(more);
        throng::byte_writer<> to;
        throng::save_part(w_, to, all, its.those,
                          c_.below(3) == 0 ? throng::link_policy::inner : throng::link_policy::all);
        its.bytes.assign(to.bytes().begin(), to.bytes().end());
        for (const entity e : its.those) w_.destroy(e);
        if (parts_.size() == 8) parts_.erase(parts_.begin());
        parts_.push_back(std::move(its));
    }
    void return_part() {
        if (parts_.empty() || w_.size() > most) return;
        const part its = parts_[c_.below(static_cast<unsigned>(parts_.size()))];
        std::vector<entity> former;
        for (const entity e : its.those) {
            if (!w_.alive(e)) former.push_back(e);
        }
        const std::size_t before = w_.size();
        throng::entity_map map;
        insist(static_cast<bool>(throng::merge_saved(w_, its.bytes, all, &map, throng::handle_policy::former)),
               "a part is refused");
        if (meddles_) return;
        insist(w_.size() == before + its.those.size() && map.size() == its.those.size(), "a part has another size");
        for (const entity e : its.those) {
            const entity now = map.find(e);
            insist(w_.alive(now), "an entity of a part is not there");
            insist(now != e || std::ranges::find(former, e) != former.end(), "an entity is there twice");
            if (now != e) is_known(now);
        }
    }
    bytes_type damaged(bytes_type bytes) {
        for (int n = c_.below(4); n >= 0 && !bytes.empty(); --n) {
            const std::size_t where = (c_.below(256U) * 256U + c_.below(256U)) % bytes.size();
            if (c_.below(16) == 0) bytes.resize(where);
            else bytes[where] = static_cast<std::byte>(c_.below(256U));
        }
        // With the right check sum, mostly.
        if (bytes.size() >= 8 && c_.below(4) != 0) {
            const std::uint64_t sum = throng::core::mix(0, bytes.data(), bytes.size() - 8);
            throng::byte_writer<> to;
            to.put(sum);
            std::memcpy(bytes.data() + bytes.size() - 8, to.bytes().data(), 8);
        }
        return bytes;
    }
    /// What is refused has no effect; what is taken is a part of a whole world, and may be undone as any command.
    void merge_damaged() {
        bytes_type bytes;
        if (!parts_.empty() && c_.below(4) != 0) {
            bytes = parts_[c_.below(static_cast<unsigned>(parts_.size()))].bytes;
        } else {
            throng::byte_writer<> to;
            throng::save(w_, to, all);
            bytes.assign(to.bytes().begin(), to.bytes().end());
        }
        bytes = damaged(std::move(bytes));
        if (w_.size() > most) return;
        const bytes_type before = state();
        const std::size_t undoes = history_.undo_count();
        throng::restored result;
        (void)history_.make("merge", [&] {
            throng::entity_map map;
            result = throng::merge_saved(w_, bytes, all, &map, throng::handle_policy::former);
            if (!result) insist(map.size() == 0, "a map of what is refused");
        });
        if (!result) {
            insist(result.error[0] != '\0' && result.position <= bytes.size(), "refused without a reason or a place");
            return insist(state() == before, "damaged bytes are refused, and the world has changed");
        }
        if (meddles_ || history_.undo_count() == undoes) return;
        states_.resize(++at_);
        states_.push_back(state());
    }
    /// A program that does not know all components restores a world, and saves it.
    void without_a_mod() {
        throng::byte_writer<> to;
        throng::save(w_, to, all);
        const bytes_type bytes(to.bytes().begin(), to.bytes().end());
        world between;
        throng::unknown_components unknown;
        insist(static_cast<bool>(restore(between, bytes, some, unknown)), "a world with unknown components is refused");
        const bytes_type known = state_of(between, some);
        const std::size_t n = unknown.size();
        if (c_.below(2) == 0) {
            const bytes_type bad = damaged(bytes);
            if (const throng::restored r = restore(between, bad, some, unknown)) {
                insist(between.validate(), "a damaged world is taken, and is not whole");
                throng::byte_writer<> again;
                throng::save(between, again, some, unknown);
                world twin;
                throng::unknown_components its;
                insist(static_cast<bool>(restore(twin, again.bytes(), some, its)), "what was taken is refused");
                insist(its.size() == unknown.size() && state_of(twin, some) == state_of(between, some),
                       "what was taken is another world");
                return;
            }
            insist(state_of(between, some) == known && unknown.size() == n,
                   "damaged bytes are refused, and something has changed");
        }
        unknown.drop_stale(between);
        throng::byte_writer<> again;
        throng::save(between, again, some, unknown);
        world back;
        insist(static_cast<bool>(restore(back, again.bytes(), all)),
               "unknown components are refused when they are known");
        insist(state_of(back, all) == state(), "unknown components have not survived");
    }

    // ----------------------------------------------------------------------------------------------------------
    // chances

    void pick() {
        std::vector<entity> those;
        std::uint64_t total = 0;
        w_.query<const place>(throng::with_disabled).each([&](entity e, const place& p) {
            those.push_back(e);
            total += weight_of(p);
        });
        std::ranges::sort(those, {}, &entity::index);
        insist(weights_.total() == total && weights_.size() == those.size(), "the weights have another sum");
        throng::dice same = dice_;
        const entity found = weights_.pick(dice_);
        entity expected;
        if (total != 0) {
            std::uint64_t at = throng::random_below(same, total);
            for (const entity e : those) {
                const std::uint64_t its = weight_of(w_.get<place>(e));
                if (at < its) {
                    expected = e;
                    break;
                }
                at -= its;
            }
        }
        insist(found == expected && same == dice_, "another entity is picked by its weight");
        const auto marked = w_.query<const mark>();
        const entity one = throng::pick(marked, dice_);
        expected = {};
        std::uint64_t n = throng::random_below(same, marked.count());
        marked.each([&](entity e, const mark&) {
            if (n-- == 0) expected = e;
        });
        insist(one == expected && same == dice_, "another entity is picked of a query");
        std::vector<entity> few = throng::pick_some(marked, c_.below(8U), dice_);
        for (const entity e : few) insist(w_.has<mark>(e), "an entity that does not match is picked");
        std::ranges::sort(few);
        insist(std::ranges::adjacent_find(few) == few.end(), "an entity is picked twice");
    }
    struct card {
        std::int32_t weight = 0;
    };
    /// The same of a collection, by its elements' handles.
    void deal() {
        switch (c_.below(5)) {
        case 0:
        case 1:
            if (cards_.size() < 40) cards_.add(card{c_.below(12) - 2});
            break;
        case 2:
            if (card* const x = throng::pick(cards_, dice_)) cards_.remove(*x);
            break;
        case 3:
            if (card* const x = throng::pick(cards_, dice_))
                chances_.modify(*x, [&](card& its) { its.weight = c_.below(12) - 2; });
            break;
        default:
            cards_.sort([](const card& a, const card& b) { return a.weight < b.weight; });
        }
        // (By their handles: the end of a walk may pack the list.)
        std::vector<std::pair<throng::handle<card>, std::uint64_t>> those;
        std::uint64_t total = 0;
        for (card& x : cards_) {
            those.emplace_back(cards_.handle_of(x), static_cast<std::uint64_t>(std::max(x.weight, 0)));
            total += those.back().second;
        }
        std::ranges::sort(those, {}, [](const auto& x) { return x.first.index(); });
        insist(chances_.total() == total, "the weights of a collection have another sum");
        throng::dice same = dice_;
        card* const picked = chances_.pick(dice_);
        const auto found = picked == nullptr ? throng::handle<card>() : cards_.handle_of(*picked);
        throng::handle<card> expected;
        if (total != 0) {
            std::uint64_t at = throng::random_below(same, total);
            for (const auto& [h, its] : those) {
                if (at < its) {
                    expected = h;
                    break;
                }
                at -= its;
            }
        }
        insist(found == expected && same == dice_, "another element is picked by its weight");
    }

    void step() {
        switch (c_.below(20)) {
        case 0:
        case 1:
        case 2:
        case 3:
        case 4:
            return undo();
        case 5:
        case 6:
        case 7:
            return redo();
        case 8:
        case 9:
            return merge_damaged();
        case 10:
            return without_a_mod();
        case 11:
            return pick();
        case 12:
            return deal();
        case 13: { // The contents are exchanged for equal ones.
            throng::byte_writer<> to;
            throng::save(w_, to, all);
            const bytes_type before = state();
            const std::uint64_t hashed = throng::hash(w_, all);
            for (int n = c_.below(6); n > 0; --n) is_known(w_.create(place{n}));
            insist(static_cast<bool>(restore(w_, to.bytes(), all)), "a world's own save is refused");
            insist(throng::hash(w_, all) == hashed, "a world's own save has another hash");
            return insist(state() == before, "a world's own save is another world");
        }
        case 14: // The game has entities, too.
            for (int n = c_.below(6); n > 0; --n) w_.destroy(w_.create(place{n}, text{"of the game"}));
            return;
        case 15: {
            int n = 0;
            w_.query<place>().each([&](entity, place&) {
                if (n++ % 4 == 2 && n < 20) c_.below(2) == 0 ? undo() : redo();
            });
            return;
        }
        case 16:
            return history_.max_bytes(history_.max_bytes()); // (trims nothing)
        default:
            return command();
        }
    }

    choices& c_;
    bool meddles_;
    world w_;
    throng::family family_{w_};
    throng::naming names_{w_};
    throng::relation<likes> liking_{w_};
    throng::relation<docked> docking_{w_};
    throng::relation<moored> mooring_{w_};
    throng::relation<friends> befriended_{w_};
    throng::states<scene> scenes_{w_, scene::menu};
    throng::world_weights<place, by_sevens> weights_{w_, by_sevens()};
    throng::edit_history history_{w_, all};
    throng::list<card> cards_;
    throng::weighted_by<throng::list<card>, std::int32_t card::*> chances_{cards_, &card::weight};
    throng::dice dice_{7};
    std::vector<entity> known_;
    std::vector<part> parts_;
    /// After so many commands.
    std::vector<bytes_type> states_;
    std::size_t at_ = 0;
    int depth_ = 0;
    bool is_over_ = false;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2 || size > 800) return -1;
    choices c(data, size);
    game(c).play();
    return 0;
}
