#include "actor.hpp"
#include "articles.hpp"
#include "locking_list.hpp"

#include <throng/ordered_set.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

/// LockingList: each object once, in the order of adding. A loop visits what was there when it began; changes are kept
/// in caches until the list is unlocked.
namespace bench {

namespace {

/// Owns the objects. The memory of one that has been removed is used again from the next frame on.
class owner {
  public:
    actor* made(std::uint64_t i) {
        if (free_.empty()) return &all_.emplace_back(i);
        actor* const t = free_.back();
        free_.pop_back();
        *t = actor(i);
        return t;
    }
    void retire(actor* t) { retired_.push_back(t); }
    void end_frame() {
        free_.insert(free_.end(), retired_.begin(), retired_.end());
        retired_.clear();
    }

  private:
    std::deque<actor> all_;
    std::vector<actor*> free_;
    std::vector<actor*> retired_;
};

/// A crowd has add(actor*), remove(actor*), loop(f), which visits what is there now, end_loop(), and each(f).
template <class Crowd> class played final : public contestant {
  public:
    explicit played(std::size_t n) {
        while (born_ < n) crowd_.add(owner_.made(born_++));
    }
    void frame() override {
        crowd_.loop([this](actor* t) {
            t->update(frame_time);
            if (!t->expired()) return;
            crowd_.remove(t);
            owner_.retire(t);
            crowd_.add(owner_.made(born_++));
        });
        crowd_.end_loop();
        crowd_.loop([this](const actor* t) { t->draw(screen_); });
        crowd_.end_loop();
        owner_.end_frame();
    }
    void show(digest& d) const override {
        crowd_.each([&d](const actor* t) { d.add(hash_of(*t)); });
        d.add(screen_.light());
    }

  private:
    std::uint64_t born_ = 0;
    screen screen_;
    owner owner_;
    Crowd crowd_;
};

class set {
  public:
    void add(actor* t) { all_.add(t); }
    void remove(actor* t) { all_.remove(t); }
    void end_loop() {}
    template <class F> void each(F f) const { all_.each(f); }

  protected:
    throng::ordered_set<actor*> all_;
};

struct set_by_range_for : set {
    template <class F> void loop(F f) {
        for (actor* const t : all_.walk(throng::residents)) f(t);
    }
};

struct set_by_each : set {
    template <class F> void loop(F f) { all_.each(throng::residents, f); }
};

class by_the_article {
  public:
    void add(actor* t) { all_.add(t); }
    void remove(actor* t) { all_.remove(t); }
    void end_loop() { all_.unlock(); }
    template <class F> void loop(F f) { all_.each(f); }
    template <class F> void each(F f) const { all_.visit(f); }

  private:
    locking_list<actor*> all_;
};

} // namespace

workload article_locking() {
    return {
        .name = "articles-locking",
        .title = "a set in order of adding: all are updated, one in forty leaves and another joins, all are drawn",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<played<set_by_range_for>>("throng::ordered_set range-for", kind::ours),
                article_entry<played<set_by_each>>("throng::ordered_set each", kind::ours),
                article_entry<played<by_the_article>>("LockingList", kind::baseline),
            },
    };
}

} // namespace bench
