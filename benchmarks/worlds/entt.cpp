#include "../growing_crowd.hpp"
#include "../worlds.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <entt/entt.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// Compiled once a workload, with WORKLOAD as its number.
namespace bench {

#if WORKLOAD == 1 // E1: a component is removed and added

namespace {

/// What is alive beside the registry: EnTT's groups are what its systems keep.
enum class groups { none, one, many };

template <groups Groups> class crowd {
  public:
    explicit crowd(std::size_t n) {
        if constexpr (Groups != groups::none) (void)registry_.group<position, velocity, tag>();
        if constexpr (Groups == groups::many) group_up(std::make_integer_sequence<int, many_systems - 1>{});
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, nth_position(i));
            registry_.emplace<velocity>(e, nth_velocity(i));
            registry_.emplace<tag>(e);
            all_.push_back(e);
        }
    }

    void untag_in_walk() {
        auto& tagged = registry_.storage<tag>();
        const auto untag = [&](entt::entity e) { untagged_ += tagged.remove(e) ? 1U : 0U; };
        if constexpr (Groups == groups::none) {
            auto view = registry_.view<position, const velocity, tag>();
            view.template use<tag>();
            for (const entt::entity e : view) untag(e);
        } else {
            for (const entt::entity e : registry_.group<position, velocity, tag>()) untag(e);
        }
    }
    void untag_all() {
        untagged_ += registry_.storage<tag>().size();
        registry_.clear<tag>();
    }
    void tag_each() {
        auto& tagged = registry_.storage<tag>();
        for (const entt::entity e : all_)
            if (!tagged.contains(e)) tagged.emplace(e);
    }

    void show(digest& d) const {
        for (const auto [e, p, v] : registry_.view<const position, const velocity>().each())
            d.add(hash_of(p, v) + (registry_.all_of<tag>(e) ? 1U : 0U));
        d.add(untagged_);
    }

  private:
    template <int... I> void group_up(std::integer_sequence<int, I...>) {
        ((void)registry_.group<>(entt::get<position, velocity, tag>, entt::exclude<mark<I>>), ...);
    }

    entt::registry registry_;
    std::vector<entt::entity> all_;
    std::uint64_t untagged_ = 0;
};

} // namespace

entrants entt_e1() {
    entrants all = untagging<crowd<groups::none>>("EnTT", kind::peer);
    for (const entrant& e : untagging<crowd<groups::one>>("EnTT, owning group", kind::peer)) all.push_back(e);
    for (const entrant& e : untagging<crowd<groups::many>>("EnTT, 33 groups", kind::peer)) all.push_back(e);
    return all;
}

#endif

#if WORKLOAD == 2 // E2: walks

namespace {

enum class by { view, group };

template <layout Layout, by By> class entt_crowd {
  public:
    explicit entt_crowd(std::size_t n) {
        if constexpr (By == by::group) (void)registry_.group<position, velocity>();
        std::vector<entt::entity> all;
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            all.push_back(e);
            registry_.emplace<position>(e, nth_position(i));
            if constexpr (Layout == layout::tags) {
                mark_one(e, i, std::make_integer_sequence<int, many_tags>{});
            } else if (Layout == layout::all || (Layout == layout::half && i % 2 != 0)) {
                registry_.emplace<velocity>(e, nth_velocity(i));
            }
        }
        if constexpr (Layout == layout::late)
            for (std::size_t i = 0; i < n; ++i)
                if (moves_late(i)) registry_.emplace<velocity>(all[i], nth_velocity(i));
    }

    void move_all() {
        const auto f = [](position& p, const velocity& v) { move(p, v); };
        if constexpr (By == by::group) registry_.group<position, velocity>().each(f);
        else registry_.view<position, const velocity>().each(f);
    }
    void sink_all() {
        registry_.view<position>().each([](position& p) { sink(p); });
    }

    void show(digest& d) const {
        for (const auto [e, p] : registry_.view<const position>().each()) {
            const velocity* const v = registry_.try_get<velocity>(e);
            d.add(v != nullptr ? hash_of(p, *v) : hash_of(p));
        }
    }

  private:
    template <int... I> void mark_one(entt::entity e, std::size_t i, std::integer_sequence<int, I...>) {
        const auto which = static_cast<int>(i % many_tags);
        ((which == I ? registry_.emplace<mark<I>>(e) : void()), ...);
    }

    entt::registry registry_;
};
template <layout Layout> using viewed = entt_crowd<Layout, by::view>;
template <layout Layout> using grouped = entt_crowd<Layout, by::group>;

} // namespace

entrants entt_e2() {
    entrants all = moving<viewed>("EnTT view", kind::peer);
    for (const entrant& e : moving<grouped>("EnTT group", kind::peer))
        if (e.workload != "E2-tags") all.push_back(e);
    return all;
}

#endif

#if WORKLOAD == 3 // E3: entities are created and destroyed

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) : all_(n), order_(shuffled(n)), at_random_(n) {}

    void fresh() { registry_.emplace(); }
    void create_each() {
        auto& positions = registry_->storage<position>();
        auto& velocities = registry_->storage<velocity>();
        auto& lives = registry_->storage<life>();
        std::size_t i = 0;
        for (entt::entity& e : all_) {
            e = registry_->create();
            positions.emplace(e, nth_position(i));
            velocities.emplace(e, velocity{1, 1});
            lives.emplace(e, life{1, 1});
            ++i;
        }
    }
    void create_all() {
        registry_->create(all_.begin(), all_.end());
        registry_->insert<position>(all_.begin(), all_.end(), {1, 1});
        registry_->insert<velocity>(all_.begin(), all_.end(), {1, 1});
        registry_->insert<life>(all_.begin(), all_.end(), {1, 1});
    }

    void refill() {
        fresh();
        create_each();
        at_random_ = in_order(all_, order_);
    }
    void destroy_in_order() {
        for (const entt::entity e : all_) registry_->destroy(e);
    }
    void destroy_at_random() {
        for (const entt::entity e : at_random_) registry_->destroy(e);
    }
    void destroy_all() { registry_->clear(); }

    void show(digest& d) const {
        if (!registry_) return;
        for (const auto [e, p, v, l] : registry_->view<const position, const velocity, const life>().each())
            d.add(hash_of(p, v, l));
    }

  private:
    std::optional<entt::registry> registry_;
    std::vector<entt::entity> all_;
    std::vector<std::uint32_t> order_;
    std::vector<entt::entity> at_random_;
};

} // namespace

entrants entt_e3() { return coming_and_going<crowd>("EnTT", kind::peer); }

#endif

#if WORKLOAD == 4 // E4: a component is added and removed

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, nth_position(i));
            all_.push_back(e);
        }
    }

    void add_and_remove() {
        auto& velocities = registry_.storage<velocity>();
        for (const entt::entity e : all_) velocities.emplace(e, velocity{1, 2});
        for (const entt::entity e : all_) removed_ += velocities.remove(e) ? 1U : 0U;
    }
    void add_and_remove_all() {
        registry_.insert<velocity>(all_.begin(), all_.end(), {1, 2});
        removed_ += registry_.remove<velocity>(all_.begin(), all_.end());
    }

    void show(digest& d) const {
        for (const auto [e, p] : registry_.view<const position>(entt::exclude<velocity>).each()) d.add(hash_of(p));
        d.add(removed_);
    }

  private:
    entt::registry registry_;
    std::vector<entt::entity> all_;
    std::uint64_t removed_ = 0;
};

} // namespace

entrants entt_e4() {
    return {enters<crowd, &crowd::add_and_remove>("E4", "EnTT", kind::peer),
            enters<crowd, &crowd::add_and_remove_all>("E4", "EnTT, in bulk", kind::peer)};
}

#endif

#if WORKLOAD == 5 // E5: churn

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) add(nth_position(i), nth_velocity(i), nth_life(i));
    }

    void churn() {
        for (auto [e, p, v, l] : registry_.view<position, const velocity, life>().each()) {
            move(p, v);
            if (grow_older(l)) {
                const newcomer n = offspring(l);
                registry_.destroy(e);
                add(n.position, n.velocity, n.life);
            }
        }
    }

    void show(digest& d) const {
        for (const auto [e, p, v, l] : registry_.view<const position, const velocity, const life>().each())
            d.add(hash_of(p, v, l));
    }

  private:
    void add(const position& p, const velocity& v, const life& l) {
        const entt::entity e = registry_.create();
        positions_.emplace(e, p);
        velocities_.emplace(e, v);
        lives_.emplace(e, l);
    }

    entt::registry registry_;
    entt::storage_for_t<position>& positions_ = registry_.storage<position>();
    entt::storage_for_t<velocity>& velocities_ = registry_.storage<velocity>();
    entt::storage_for_t<life>& lives_ = registry_.storage<life>();
};

} // namespace

entrants entt_e5() { return {enters<crowd, &crowd::churn>("E5", "EnTT", kind::peer)}; }

#endif

#if WORKLOAD == 6 // E6: components are looked up

namespace {

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, nth_position(i));
            registry_.emplace<velocity>(e, nth_velocity(i));
            all_.push_back(e);
        }
        all_ = in_order(all_, shuffled(n));
    }

    void get_each() {
        std::uint64_t sum = 0;
        const auto& positions = registry_.storage<position>();
        for (const entt::entity e : all_) sum += bits_of(positions.get(e).x);
        sum_ += sum;
    }
    void get_checked() {
        std::uint64_t sum = 0;
        const auto& positions = registry_.storage<position>();
        for (const entt::entity e : all_)
            if (registry_.valid(e) && positions.contains(e)) sum += bits_of(positions.get(e).x);
        sum_ += sum;
    }

    void show(digest& d) const { d.add(sum_); }

  private:
    entt::registry registry_;
    std::vector<entt::entity> all_;
    std::uint64_t sum_ = 0;
};

} // namespace

entrants entt_e6() {
    return {enters<crowd, &crowd::get_each>("E6-get", "EnTT", kind::peer),
            enters<crowd, &crowd::get_checked>("E6-checked", "EnTT", kind::peer)};
}

#endif

#if WORKLOAD == 0 // stall

namespace {

/// (Its usual one counts to a million only.)
enum class number : std::uint64_t {};

class crowd : public growing_crowd {
  public:
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) things_.emplace(registry_.create(), nth_thing(first));
    }
    void play(std::span<const std::uint64_t>) override {
        for (auto [e, t] : registry_.view<thing>().each())
            if (t.step()) registry_.destroy(e);
    }
    std::size_t size() const final { return things_.size(); }
    void show(digest& d) const final {
        for (const auto [e, t] : registry_.view<const thing>().each()) d.add(t.hash());
    }

  protected:
    entt::basic_registry<number> registry_;
    entt::storage_for_t<thing, number>& things_ = registry_.storage<thing>();
};

class crowd_by_entity final : public crowd {
  public:
    void expect(std::uint64_t serials) override { entities_.resize(serials); }
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) things_.emplace(entities_[first] = registry_.create(), nth_thing(first));
    }
    void play(std::span<const std::uint64_t> leaving) override {
        for (const std::uint64_t serial : leaving) registry_.destroy(entities_[serial]);
    }

  private:
    std::vector<number> entities_;
};

} // namespace

std::vector<growing_entry> growing_entt() { return {grows<crowd>("EnTT", kind::peer, false)}; }
std::vector<growing_entry> churning_entt() { return {grows<crowd_by_entity>("EnTT", kind::peer, false)}; }

#endif

#if WORKLOAD == 8 // E8: instances of a pattern

namespace {

/// What a user keeps of a family.
struct parts {
    std::array<entt::entity, turrets> of;
};
struct part_of {
    entt::entity top;
};

/// By hand: EnTT has no patterns.
class crowd {
  public:
    explicit crowd(std::size_t n) : tops_(n), of_all_(n), children_(n), above_(n) {}

    void fresh() { registry_.emplace(); }
    void instantiate_each() {
        for (entt::entity& e : tops_) {
            e = registry_->create();
            registry_->emplace<position>(e, nth_position(1));
            registry_->emplace<velocity>(e, nth_velocity(1));
            registry_->emplace<life>(e, nth_life(1));
            parts its{};
            for (std::size_t i = 0; i < turrets; ++i) {
                its.of.at(i) = registry_->create();
                registry_->emplace<position>(its.of.at(i), nth_position(2 + i));
                registry_->emplace<life>(its.of.at(i), nth_life(2 + i));
                registry_->emplace<part_of>(its.of.at(i), e);
            }
            registry_->emplace<parts>(e, its);
        }
    }
    void instantiate_all() {
        registry_->create(tops_.begin(), tops_.end());
        registry_->insert<position>(tops_.begin(), tops_.end(), nth_position(1));
        registry_->insert<velocity>(tops_.begin(), tops_.end(), nth_velocity(1));
        registry_->insert<life>(tops_.begin(), tops_.end(), nth_life(1));
        for (std::size_t t = 0; t < tops_.size(); ++t) above_[t] = {tops_[t]};
        for (std::size_t i = 0; i < turrets; ++i) {
            registry_->create(children_.begin(), children_.end());
            registry_->insert<position>(children_.begin(), children_.end(), nth_position(2 + i));
            registry_->insert<life>(children_.begin(), children_.end(), nth_life(2 + i));
            registry_->insert<part_of>(children_.begin(), children_.end(), above_.begin());
            for (std::size_t t = 0; t < tops_.size(); ++t) of_all_[t].of.at(i) = children_[t];
        }
        registry_->insert<parts>(tops_.begin(), tops_.end(), of_all_.begin());
    }

    void show(digest& d) const {
        if (!registry_) return;
        for (const entt::entity e : tops_) {
            d.add(hash_of(registry_->get<position>(e), registry_->get<velocity>(e), registry_->get<life>(e)));
            for (const entt::entity child : registry_->get<parts>(e).of)
                d.add(hash_of(registry_->get<position>(child)) + registry_->get<life>(child).dice);
        }
    }

  private:
    std::optional<entt::registry> registry_;
    std::vector<entt::entity> tops_;
    std::vector<parts> of_all_;
    std::vector<entt::entity> children_;
    std::vector<part_of> above_;
};

} // namespace

entrants entt_e8() { return instantiating<crowd>("EnTT, by hand", kind::peer); }

#endif

#if WORKLOAD == 9 // S1: a world is written and read

namespace {

class byte_output {
  public:
    template <class T> void operator()(const T& value) {
        const auto* const at = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), at, at + sizeof value);
    }
    std::vector<std::byte> take() { return std::move(bytes_); }

  private:
    std::vector<std::byte> bytes_;
};
class byte_input {
  public:
    explicit byte_input(const std::vector<std::byte>& from) : at_(from.data()) {}
    template <class T> void operator()(T& value) {
        std::memcpy(&value, at_, sizeof value);
        at_ += sizeof value;
    }

  private:
    const std::byte* at_;
};

class crowd {
  public:
    explicit crowd(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, nth_position(i));
            registry_.emplace<velocity>(e, nth_velocity(i));
            registry_.emplace<life>(e, nth_life(i));
            registry_.emplace<health>(e, nth_health(i));
            registry_.emplace<heading>(e, nth_heading(i));
        }
        write_bytes();
    }

    void forget_bytes() { bytes_ = {}; }
    void write_bytes() {
        byte_output to;
        entt::snapshot{registry_}
            .get<entt::entity>(to)
            .get<position>(to)
            .get<velocity>(to)
            .get<life>(to)
            .get<health>(to)
            .get<heading>(to);
        bytes_ = to.take();
    }
    void fresh() { read_.emplace(); }
    void read_bytes() {
        byte_input from(bytes_);
        entt::snapshot_loader{*read_}
            .get<entt::entity>(from)
            .get<position>(from)
            .get<velocity>(from)
            .get<life>(from)
            .get<health>(from)
            .get<heading>(from);
    }

    void show(digest& d) const {
        for (const auto [e, p, v, l, h, a] :
             (read_ ? *read_ : registry_)
                 .view<const position, const velocity, const life, const health, const heading>()
                 .each())
            d.add(hash_of(p, v, l) + hash_of(h, a));
    }

  private:
    entt::registry registry_;
    std::optional<entt::registry> read_;
    std::vector<std::byte> bytes_;
};

} // namespace

entrants entt_s1() { return saving<crowd>("EnTT snapshot", kind::peer); }

#endif

} // namespace bench
