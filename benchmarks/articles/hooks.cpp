#include "../bullet.hpp"
#include "articles.hpp"

#include <throng/entity/entity_list.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/// Whoever wants to know is told of each that comes and goes: a score, here.
namespace bench {

namespace {

struct score {
    std::uint64_t come = 0;
    std::uint64_t gone = 0;
};

template <class Crowd> class told final : public contestant {
  public:
    explicit told(std::size_t n) : n_(n) {
        all_.tell(told_);
        fill();
    }
    void frame() override {
        all_.update();
        fill();
    }
    void show(digest& d) const override {
        all_.each([&d](const bullet& b) { d.add(hash_of(b)); });
        d.add(told_.come);
        d.add(told_.gone);
    }

  private:
    void fill() {
        while (all_.size() < n_) all_.add(nth_bullet(born_++));
    }
    std::size_t n_;
    std::uint64_t born_ = 0;
    score told_;
    Crowd all_;
};

class entities {
  public:
    void tell(score& s) {
        all_.on_add([&s](const bullet& b) { s.come += b.id; });
        all_.on_remove([&s](const bullet& b) { s.gone += b.id; });
    }
    void add(const bullet& b) { all_.push_back(b); }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    void update() {
        all_.update([](bullet& b) { return !b.step(); });
    }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    throng::entity_list<bullet> all_;
};

/// The same with the callbacks called by hand wherever something comes or goes.
class called_by_hand {
  public:
    void tell(score& s) {
        on_add_ = [&s](const bullet& b) { s.come += b.id; };
        on_remove_ = [&s](const bullet& b) { s.gone += b.id; };
    }
    void add(const bullet& b) {
        all_.push_back(b);
        if (on_add_) on_add_(all_.back());
    }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    void update() {
        std::erase_if(all_, [this](bullet& b) {
            if (!b.step()) return false;
            if (on_remove_) on_remove_(b);
            return true;
        });
    }
    template <class F> void each(F f) const {
        for (const bullet& b : all_) f(b);
    }

  private:
    std::vector<bullet> all_;
    std::function<void(const bullet&)> on_add_;
    std::function<void(const bullet&)> on_remove_;
};

} // namespace

workload article_hooks() {
    return {
        .name = "articles-hooks",
        .title = "one in ten removes itself and is replaced; a hook is told of each that comes, and of each that goes",
        .warm_up = 100,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<told<entities>>("throng::entity_list, on_add and on_remove", kind::ours),
                article_entry<told<called_by_hand>>("vector, erase_if, std::function by hand", kind::baseline),
            },
        .why_behind =
            "A hook may make any edit, also of this list, so each element is removed individually before its hook is "
            "called; erase_if continues in the same loop.",
    };
}

} // namespace bench
