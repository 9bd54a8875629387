#include "actor.hpp"
#include "articles.hpp"

#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// EntityList: particles, bullets and animations in one list, which draws and updates them, and calls on_expire of each
/// that has expired as it removes it.
namespace bench {

namespace {

/// Which have expired: on_expire adds to it.
using tally = std::uint64_t;

struct particle : actor {
    particle(std::uint64_t i, tally& t) : actor(i), expired_ones(&t) {}
    void update(float seconds) {
        vy += 9.8F * seconds;
        actor::update(seconds);
    }
    void on_expire() { *expired_ones += id; }
    tally* expired_ones;
};
struct bullet : actor {
    bullet(std::uint64_t i, tally& t) : actor(i), expired_ones(&t) {}
    void on_expire() { *expired_ones += id; }
    tally* expired_ones;
};
struct animation : actor {
    animation(std::uint64_t i, tally& t) : actor(i), expired_ones(&t) {}
    void update(float seconds) {
        picture += 1;
        life -= seconds;
    }
    void draw(screen& s) const { s.draw(x, y + static_cast<float>(picture)); }
    void on_expire() { *expired_ones += id; }
    tally* expired_ones;
    int picture = 0;
};

/// The interface, for pointers.
struct entity {
    entity() = default;
    entity(const entity&) = delete;
    entity& operator=(const entity&) = delete;
    virtual ~entity() = default;
    virtual void draw(screen& s) const = 0;
    virtual void update(float seconds) = 0;
    [[nodiscard]] virtual bool expired() const = 0;
    virtual void on_expire() = 0;
    [[nodiscard]] virtual const actor& seen() const = 0;
};
template <class Kind> struct entity_of final : entity {
    entity_of(std::uint64_t i, tally& t) : is(i, t) {}
    void draw(screen& s) const override { is.draw(s); }
    void update(float seconds) override { is.update(seconds); }
    [[nodiscard]] bool expired() const override { return is.expired(); }
    void on_expire() override { is.on_expire(); }
    [[nodiscard]] const actor& seen() const override { return is; }
    Kind is;
};

/// f<Kind>() of the i-th newcomer's class.
template <class F> void with_kind_of(std::uint64_t i, F f) {
    switch (mix(i / 8) % 3) {
    case 0:
        return f.template operator()<particle>();
    case 1:
        return f.template operator()<bullet>();
    default:
        return f.template operator()<animation>();
    }
}

/// The self-pruning array of E, an owning pointer. A class that derives from it may replace the three hooks.
template <class E> class self_pruning_list {
  public:
    self_pruning_list() = default;
    self_pruning_list(const self_pruning_list&) = delete;
    self_pruning_list& operator=(const self_pruning_list&) = delete;
    virtual ~self_pruning_list() = default;

    void add(E e) {
        pad(1);
        entities_.push_back(std::move(e));
        on_add(entities_.back(), entities_.size() - 1);
    }
    /// Room for so many more; at least half as much again.
    void pad(std::size_t count) {
        const std::size_t room = entities_.capacity();
        if (entities_.size() + count > room) entities_.reserve(std::max(room + room / 2, entities_.size() + count));
    }
    [[nodiscard]] std::size_t size() const { return entities_.size(); }
    void draw(screen& s) const {
        for (const E& e : entities_) e->draw(s);
    }
    void update(float seconds) {
        std::size_t alive = 0;
        for (std::size_t i = 0; i < entities_.size(); ++i) {
            E& e = entities_[i];
            if (!e->expired()) e->update(seconds);
            if (e->expired()) {
                e->on_expire();
                on_expired(e);
                continue;
            }
            if (alive != i) entities_[alive] = std::move(e);
            on_updated(entities_[alive], seconds, alive);
            ++alive;
        }
        entities_.erase(entities_.begin() + static_cast<std::ptrdiff_t>(alive), entities_.end());
    }
    [[nodiscard]] const std::vector<E>& entities() const { return entities_; }

  protected:
    virtual void on_add(E&, std::size_t) {}
    virtual void on_updated(E&, float, std::size_t) {}
    virtual void on_expired(E&) {}

  private:
    std::vector<E> entities_;
};

class by_any_entity {
    using any = throng::any_entity<screen, float>;

  public:
    explicit by_any_entity(std::size_t) {}
    void add(std::uint64_t i) {
        with_kind_of(i, [&]<class Kind>() { all_.emplace_back(std::in_place_type<Kind>, i, tally_); });
    }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    void update() { all_.update(frame_time); }
    void draw(screen& s) { all_.draw(s); }
    [[nodiscard]] tally expired_ones() const { return tally_; }
    template <class F> void each(F f) const {
        all_.each([&f](const any& e) {
            if (const auto* const p = e.as<particle>()) f(*p);
            else if (const auto* const b = e.as<bullet>()) f(*b);
            else f(*e.as<animation>());
        });
    }

  private:
    tally tally_ = 0;
    throng::entity_list<any> all_;
};

template <class List> class by_pointers {
  public:
    explicit by_pointers(std::size_t) {}
    void add(std::uint64_t i) {
        with_kind_of(i, [&]<class Kind>() { all_.add(std::make_unique<entity_of<Kind>>(i, tally_)); });
    }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    void update() { all_.update(frame_time); }
    void draw(screen& s) { all_.draw(s); }
    [[nodiscard]] tally expired_ones() const { return tally_; }
    template <class F> void each(F f) const {
        if constexpr (requires { all_.entities(); })
            for (const auto& e : all_.entities()) f(e->seen());
        else all_.each([&f](const auto& e) { f(e->seen()); });
    }

  private:
    tally tally_ = 0;
    List all_;
};

using pointer = std::unique_ptr<entity>;

} // namespace

workload article_entities() {
    return {
        .name = "articles-entities",
        .title = "particles, bullets and animations, eight of a class at a time, are updated and drawn; one in forty "
                 "expires, and another is added",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<article_game<by_any_entity>>("throng::entity_list<any_entity>", kind::ours),
                article_entry<article_game<by_pointers<throng::entity_list<pointer>>>>(
                    "throng::entity_list<unique_ptr>", kind::ours),
                article_entry<article_game<by_pointers<self_pruning_list<pointer>>>>("EntityList<unique_ptr>",
                                                                                     kind::baseline),
            },
    };
}

} // namespace bench
